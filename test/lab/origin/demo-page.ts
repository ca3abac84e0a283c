import { type Answer, type Asked, html } from "./answer.ts";

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
  table { border-collapse: collapse; width: 100% } td, th { text-align: start; padding: .3rem .6rem; border-bottom: 1px solid #8884 }
  b { font-size: 1.4em }`;

/** Asks twelve sites who carried the request, at once and then every ten seconds. */
const SCRIPT = `
  const sites = ["news", "mail", "maps", "video", "music", "shop", "wiki", "code", "photos", "bank", "games", "weather"];
  const rows = document.querySelector("tbody");
  const cells = sites.map((site) => {
    const row = rows.insertRow();
    row.insertCell().textContent = "https://" + site + "-site.test/";
    return [site, row.insertCell(), row.insertCell()];
  });
  const ask = ([site, exit, country]) => fetch("https://" + site + "-site.test/via", { cache: "no-store" })
    .then((answer) => answer.json())
    .then((told) => { exit.textContent = told.via; country.textContent = told.country; }, () => { exit.textContent = "no answer"; country.textContent = ""; });
  const all = () => Promise.all(cells.map(ask)).then(() => { document.body.dataset.ready = "yes"; });
  all();
  setInterval(all, 10_000);`;

/** The page the demo opens: who carried it, and who carries requests to other sites. */
export const demoPage = ({ seen, exit }: Asked): Answer =>
  html(
    "Switchyard's lab",
    `<meta name="viewport" content="width=device-width"><style>${STYLE}</style>
    <h1>A site of the lab</h1>
    <p>This page reached <code>${seen.host.replace(/[^a-z0-9.-]/g, "")}</code> from <b>${seen.via}</b> (${exit.countryName}).</p>
    <table><thead><tr><th>Site</th><th>Came from</th><th>Country</th></tr></thead><tbody></tbody></table>
    <p>Every name leads to this machine; nothing here leaves it.</p><script>${SCRIPT}</script>`,
  );

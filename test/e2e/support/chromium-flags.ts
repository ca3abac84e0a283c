import type { Lab } from "../../lab/lab.ts";

/** Loopback, so that no proxy and no site of the lab ever sees it, and nothing listens there. */
const NOWHERE = "http://127.0.0.1:9/";

/** What Chromium asks for on its own account would show up among the requests that tests count: all of it is turned off. */
const QUIET = [
  "--disable-component-update",
  "--disable-sync",
  "--disable-default-apps",
  "--disable-domain-reliability",
  "--disable-client-side-phishing-detection",
  "--no-first-run",
  "--no-default-browser-check",
  "--no-pings",
  `--gaia-url=${NOWHERE}`,
  `--google-base-url=${NOWHERE}`,
  `--apps-gallery-update-url=${NOWHERE}`,
  `--component-updater=url-source=${NOWHERE}`,
  `--variations-server-url=${NOWHERE}`,
];

const FEATURES_OFF = [
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "MediaRouter",
  "DialMediaRouteProvider",
  "Translate",
  "CertificateTransparencyComponentUpdater",
  "AutofillServerCommunication",
  // else http:// pages are tried as https:// first, and plain requests are never seen
  "HttpsUpgrades",
  "HttpsFirstBalancedMode",
  "HttpsFirstBalancedModeAutoEnable",
];

/**
 * Arguments that make Chromium live in the lab. Every name and port leads to the lab's sites; addresses of 127.0.0.0/8, the
 * proxies' among them, stay what they are. The lab's leaves are trusted by their key, so its bad certificate still fails.
 *
 * @param updates whether extensions are installed and updated in the background
 */
export const chromiumFlags = (lab: Lab, { updates = false } = {}): readonly string[] => [
  ...QUIET,
  ...(updates ? [] : ["--disable-background-networking"]),
  "--disable-quic",
  `--disable-features=${FEATURES_OFF.join(",")}`,
  `--host-resolver-rules=MAP ${MISSING_NAME} ~NOTFOUND, MAP * 127.0.0.1:${lab.port}, ${OWN_ADDRESSES}`,
  `--ignore-certificate-errors-spki-list=${lab.certificates.spki}`,
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), // root has no sandbox to offer
];

/** The one name that is not found. */
export const MISSING_NAME = "nowhere.example";

/** Proxies of the lab are reached where they are, also under the other identity of their address (IPv4-mapped). */
const OWN_ADDRESSES = ["127.*", "::ffff:7f*", "[::ffff:7f*"].map((pattern) => `EXCLUDE ${pattern}`).join(", ");

/** The profile's first settings. Without developer mode an unpacked extension that reloads itself stays off. */
export const CHROMIUM_PREFERENCES = {
  extensions: { ui: { developer_mode: true } },
  alternate_error_pages: { enabled: false },
  signin: { allowed: false },
  search: { suggest_enabled: false },
  safebrowsing: { enabled: false },
};

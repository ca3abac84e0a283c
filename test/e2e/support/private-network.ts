import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserKind, requireBrowser } from "../../../scripts/find-browser.mjs";
import type { Lab } from "../../lab/lab.ts";

/** A network of its own for one browser, in which the lab is found at its usual addresses. Nothing of the machine's changes. */
export interface PrivateNetwork {
  /** To be started in place of the browser's own program. */
  program(kind: BrowserKind): string;
  /** Changes something that browsers watch: an address comes or goes, a device goes down, up, or away. */
  change(round: number): void;
  close(): Promise<void>;
}

/** Runs inside: whoever connects to an address of the lab is handed on to a socket in the folder, which both sides see. */
const INSIDE = `
const { createServer, connect } = require("node:net");
const [folder, ...places] = process.argv.slice(1);
let open = places.length;
for (const place of places) {
  const [address, port] = place.split(":");
  createServer((socket) => {
    const on = connect(folder + "/" + place);
    for (const [from, to] of [[socket, on], [on, socket]]) from.on("error", () => to.destroy()).pipe(to);
  }).listen(Number(port), address, () => --open || console.log("ready"));
}
`;

/** A device with two ends, so that the browser has a network, and changes of it have somewhere to happen. */
const BEGIN = [
  "ip link set lo up",
  "ip link add line0 type veth peer name line1",
  "ip addr add 10.99.0.1/24 dev line0",
  "ip link set line0 up",
  "ip link set line1 up",
].join(" && ");

/** What happens, round after round; each round of four leaves the network as it was. */
const CHANGES = [
  "ip addr add 10.98.0.1/24 dev line0",
  "ip link add extra0 type veth peer name extra1 && ip addr add 10.97.0.1/24 dev extra0 && ip link set extra0 up",
  "ip addr del 10.98.0.1/24 dev line0",
  "ip link del extra0",
];

/** A text: why it cannot be had here. */
export async function createPrivateNetwork(lab: Lab): Promise<PrivateNetwork | string> {
  const has = spawnSync("unshare", ["-Urn", "sh", "-c", BEGIN], { encoding: "utf8" });
  if (has.status !== 0) return `this machine allows no network of its own (unshare -Urn): ${has.stderr ?? has.error}`;
  const folder = mkdtempSync(join(tmpdir(), "switchyard-network-"));
  const places = [
    `127.0.0.1:${lab.port}`,
    ...lab.proxies.flatMap(({ address, port }) => [`${address}:${port}`, `127.0.0.1:${port}`]),
  ];
  const outside = await Promise.all([...new Set(places)].map((place) => relay(join(folder, place), place)));
  const command = `${BEGIN} && exec "$0" -e "$@"`;
  const inside = spawn("unshare", ["-Urn", "sh", "-c", command, process.execPath, INSIDE, folder, ...new Set(places)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    inside.stdout.once("data", () => resolve());
    inside.once("exit", (code) => reject(new Error(`the network ended with ${code}`)));
  });
  const enter = ["-t", String(inside.pid), "-U", "-n", "--preserve-credentials"];
  return {
    program(kind) {
      const path = join(folder, kind);
      // Inside it counts as root, for whom Chromium has no sandbox.
      const more = kind === "chrome" ? " --no-sandbox" : "";
      writeFileSync(path, `#!/bin/sh\nexec nsenter ${enter.join(" ")} "${requireBrowser(kind)}"${more} "$@"\n`);
      chmodSync(path, 0o755);
      return path;
    },
    change(round) {
      const done = spawnSync("nsenter", [...enter, "sh", "-c", CHANGES[round % CHANGES.length] ?? ""], {
        encoding: "utf8",
      });
      if (done.status !== 0) throw new Error(`the network did not change: ${done.stderr}`);
    },
    async close() {
      await ended(inside);
      for (const server of outside) server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Hands on what comes to a socket of the folder to the lab. */
async function relay(path: string, place: string): Promise<Server> {
  const [address = "", port = ""] = place.split(":");
  const server = createServer((socket) => {
    const on = connect(Number(port), address);
    socket.on("error", () => on.destroy()).pipe(on);
    on.on("error", () => socket.destroy()).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return server;
}

async function ended(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null) return;
  const exit = new Promise((resolve) => process.once("exit", resolve));
  process.kill();
  await exit;
}

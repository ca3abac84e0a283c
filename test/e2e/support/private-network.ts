import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import {
  type AddressInfo,
  connect,
  createServer,
  type ListenOptions,
  type NetConnectOpts,
  type Server,
} from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserKind, requireBrowser } from "../../../scripts/find-browser.mjs";
import type { Lab } from "../../lab/lab.ts";
import type { LaunchOptions } from "./extension-browser.ts";

/** A network of its own for one browser, in which the lab is found at its usual addresses. Nothing of the machine's changes. */
export interface PrivateNetwork {
  /** How a browser is started in it: what takes the place of its program, and more arguments. */
  start(kind: BrowserKind): Pick<LaunchOptions, "program" | "args">;
  /** Changes something that browsers watch: an address comes or goes, a device goes down, up, or away. */
  change(round: number): void;
  close(): Promise<void>;
}

/**
 * Runs inside: whoever connects to an address of the lab is handed on to a socket in the folder, which both sides see. By
 * one more socket who drives a browser reaches the port at which that listens (Firefox).
 */
const INSIDE = `
const { createServer, connect } = require("node:net");
const [folder, remote, ...places] = process.argv.slice(1);
let open = places.length + 1;
const relay = (where, to) => createServer((socket) => {
  const on = connect(to);
  for (const [from, into] of [[socket, on], [on, socket]]) from.on("error", () => into.destroy()).pipe(into);
}).listen(where, () => --open || console.log("ready"));
relay({ path: folder + "/remote" }, { host: "127.0.0.1", port: Number(remote) });
for (const place of places) {
  const [host, port] = place.split(":");
  relay({ host, port: Number(port) }, { path: folder + "/" + place });
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
  const outside = await Promise.all(
    [...new Set(places)].map((place) => {
      const [host = "", port = ""] = place.split(":");
      return relay({ path: join(folder, place) }, { host, port: Number(port) });
    }),
  );
  const driver = await relay({ host: "127.0.0.1", port: 0 }, { path: join(folder, "remote") });
  const { port: remote } = driver.address() as AddressInfo;
  const command = `${BEGIN} && exec "$0" -e "$@"`;
  const inside = spawn(
    "unshare",
    ["-Urn", "sh", "-c", command, process.execPath, INSIDE, folder, String(remote), ...new Set(places)],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  await new Promise<void>((resolve, reject) => {
    inside.stdout.once("data", () => resolve());
    inside.once("exit", (code) => reject(new Error(`the network ended with ${code}`)));
  });
  const enter = ["-t", String(inside.pid), "-U", "-n", "--preserve-credentials"];
  return {
    start(kind) {
      const path = join(folder, kind);
      // Inside it counts as root, for whom Chromium has no sandbox.
      const more = kind === "chrome" ? " --no-sandbox" : "";
      writeFileSync(path, `#!/bin/sh\nexec nsenter ${enter.join(" ")} "${requireBrowser(kind)}"${more} "$@"\n`);
      chmodSync(path, 0o755);
      return { program: path, args: kind === "firefox" ? [`--remote-debugging-port=${remote}`] : [] };
    },
    change(round) {
      const done = spawnSync("nsenter", [...enter, "sh", "-c", CHANGES[round % CHANGES.length] ?? ""], {
        encoding: "utf8",
      });
      if (done.status !== 0) throw new Error(`the network did not change: ${done.stderr}`);
    },
    async close() {
      await ended(inside);
      for (const server of [driver, ...outside]) server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Hands on whoever connects at one place to another. */
async function relay(where: ListenOptions, to: NetConnectOpts): Promise<Server> {
  const server = createServer((socket) => {
    const on = connect(to);
    socket.on("error", () => on.destroy()).pipe(on);
    on.on("error", () => socket.destroy()).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(where, resolve));
  return server;
}

async function ended(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null) return;
  const exit = new Promise((resolve) => process.once("exit", resolve));
  process.kill();
  await exit;
}

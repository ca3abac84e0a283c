import manifest from "../../../manifest.json" with { type: "json" };
import type { Lab } from "../../lab/lab.ts";

/** The address of the extension's pages is drawn at random, unless it is set beforehand. */
export const FIREFOX_UUID = "5a17c4ab-0d1e-4f0a-9c55-1a2b3c4d5e6f";
export const FIREFOX_ID = manifest.browser_specific_settings.gecko.id;

/** Loopback, where nothing listens. */
const NOWHERE = "http://127.0.0.1:9/";

/** Ports a site may be asked at; what Firefox maps it must be told one by one. */
const SITE_PORTS = [80, 443, 8080, 8443];

/**
 * Settings that make Firefox live in the lab: every name is 127.0.0.1, the sites' usual ports are the lab's one port. Addresses are
 * taken for names too, which is why the lab's proxies listen on 127.0.0.1 as well, at the same ports. What Firefox asks for on its
 * own account is turned off.
 */
export const firefoxPrefs = (lab: Lab): Readonly<Record<string, string | number | boolean>> => ({
  "network.dns.forceResolve": "127.0.0.1",
  "network.socket.forcePort": SITE_PORTS.map((port) => `${port}=${lab.port}`).join(";"),
  "network.http.http3.enable": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "network.trr.mode": 5,
  "dom.security.https_first": false,
  "dom.security.https_first_schemeless": false,
  "extensions.webextensions.uuids": JSON.stringify({ [FIREFOX_ID]: FIREFOX_UUID }),
  // what a person would be asked, and nobody can click, is granted
  "extensions.webextOptionalPermissionPrompts": false,
  // a temporary extension that is installed again finds what it had stored
  "extensions.webextensions.keepStorageOnUninstall": true,
  "extensions.webextensions.keepUuidOnUninstall": true,
  "extensions.update.enabled": false,
  "extensions.getAddons.cache.enabled": false,
  "extensions.systemAddon.update.enabled": false,
  "extensions.blocklist.enabled": false,
  "app.update.auto": false,
  "app.normandy.enabled": false,
  "services.settings.server": NOWHERE,
  "browser.search.update": false,
  "browser.region.network.url": "",
  "browser.safebrowsing.malware.enabled": false,
  "browser.safebrowsing.phishing.enabled": false,
  "browser.safebrowsing.downloads.enabled": false,
  "browser.newtabpage.activity-stream.feeds.topsites": false,
  "browser.newtabpage.activity-stream.feeds.section.topstories": false,
  "browser.newtabpage.enabled": false,
  "browser.topsites.contile.enabled": false,
  "browser.aboutwelcome.enabled": false,
  "browser.startup.page": 0,
  "browser.startup.homepage_override.mstone": "ignore",
  "browser.shell.checkDefaultBrowser": false,
  "browser.sessionstore.resume_from_crash": false,
  "browser.tabs.warnOnClose": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "toolkit.telemetry.enabled": false,
  "toolkit.telemetry.server": "",
  "messaging-system.rsexperimentloader.enabled": false,
  "dom.push.connection.enabled": false,
  "xpinstall.signatures.required": false,
});

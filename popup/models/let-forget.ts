import type { BrowserPages } from "../adapters/browser-pages.ts";
import type { Ask } from "../client.ts";

/**
 * After an edit: when a proxy is held back until the browser forgets its former account, asks for the permission that this
 * takes. Without it the proxy stays held back, and says so. To be called straight from a click.
 */
export async function letForget(ask: Ask, pages: Pick<BrowserPages, "requestPermission">): Promise<void> {
  const held = await ask("heldBack").catch(() => []);
  if (held.length > 0) await pages.requestPermission("browsingData").catch(() => false);
}

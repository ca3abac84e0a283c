import type { World } from "./world.ts";

/** Chrome keeps an account that worked; it gives the permission to make it forget without asking, to whoever clicked. */
export async function allowForgetting({ browser, page }: Pick<World, "browser" | "page">): Promise<void> {
  if (browser.kind === "chrome")
    await page.evaluate(() => chrome.permissions.request({ permissions: ["browsingData"] }));
}

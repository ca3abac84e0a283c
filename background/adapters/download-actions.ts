import browser, { type Downloads } from "webextension-polyfill";
import type { OpenRequest } from "../connections/open-request.ts";

/**
 * How a browser lets go of a download's connection. In Firefox a pause closes it, and resuming opens another and asks for
 * the rest (fact F24). In Chrome a pause keeps it (fact C22), so a download that hangs can only be started over.
 */
export type MovesBy = "pause" | "anew";

/** A download begins a moment after its request; both are the machine's clock. */
const SLACK_MS = 5_000;

/** Takes up, or starts over, the download behind a request. It needs the permission "downloads", given or not. */
export async function moveDownload(request: OpenRequest, by: MovesBy): Promise<void> {
  if (request.url === null || request.method !== "GET") return;
  try {
    const item = await downloadOf(request);
    // A person who paused it goes on with it too. Firefox calls it "interrupted" meanwhile.
    if (!item || item.paused) return;
    if (item.state === "interrupted") goOn(item, request.url);
    else if (by === "pause") await pauseAndGoOn(item, request.url);
    else await startOver(item, request.url);
  } catch {
    // Not allowed, over meanwhile, or nothing the browser can go on with: the person sees it as it is.
  }
}

async function downloadOf({ url, startedAt }: OpenRequest): Promise<Downloads.DownloadItem | undefined> {
  const found = (await browser.downloads?.search({ orderBy: ["-startTime"], limit: 100 })) ?? [];
  return found.find(
    (item) =>
      (item.url === url || finalUrl(item) === url) &&
      (item.state === "in_progress" || (item.state === "interrupted" && item.canResume)) &&
      Date.parse(item.startTime) >= startedAt - SLACK_MS,
  );
}

/** Chrome's: the address after redirects. */
const finalUrl = (item: Downloads.DownloadItem): unknown => ("finalUrl" in item ? item.finalUrl : undefined);

async function pauseAndGoOn(item: Downloads.DownloadItem, url: string): Promise<void> {
  await browser.downloads.pause(item.id);
  goOn(item, url);
}

/**
 * Not waited for: Firefox answers at the download's end. Where the server cannot send the rest, Chrome starts over by itself
 * (fact C22), and Firefox fails each time (fact F24).
 */
function goOn(item: Downloads.DownloadItem, url: string): void {
  void browser.downloads
    .resume(item.id)
    .catch((error: unknown) => (/NOT_RESUMABLE/.test(String(error)) ? startOver(item, url) : undefined))
    .catch(() => {});
}

async function startOver(item: Downloads.DownloadItem, url: string): Promise<void> {
  await browser.downloads.cancel(item.id);
  await browser.downloads.download({ url, conflictAction: "uniquify", ...(item.incognito ? { incognito: true } : {}) });
}

/** The head of an answer, as `webRequest` tells it. */
export interface AnswerHead {
  readonly statusCode: number;
  readonly responseHeaders?: readonly { readonly name: string; readonly value?: string | undefined }[] | undefined;
}

/** What browsers show by themselves; the rest is saved to a file. */
const SHOWN =
  /^(?:text\/(?!csv|calendar|(?:x-)?vcard)|image\/|audio\/|video\/|multipart\/)|[/+](?:xml|json|pdf|javascript)$|\/xhtml\+xml$/;

/**
 * Whether an answer to a page's load takes the place of what stands there. A download does not, nor does "no content"
 * (https://html.spec.whatwg.org/multipage/browsing-the-web.html#loading-a-document), and no event tells these from a page.
 * What has no type is looked at by the browser; it is mostly a page.
 */
export function takesPlace({ statusCode, responseHeaders = [] }: AnswerHead): boolean {
  if (statusCode === 204 || statusCode === 205) return false;
  const header = (wanted: string): string =>
    responseHeaders
      .find(({ name }) => name.toLowerCase() === wanted)
      ?.value?.trim()
      .toLowerCase() ?? "";
  const disposition = header("content-disposition");
  if (disposition !== "" && !disposition.startsWith("inline")) return false;
  const type = header("content-type").replace(/\s*;.*$/s, "");
  return type === "" || SHOWN.test(type);
}

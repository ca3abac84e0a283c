/** What a request of our own keeps of an answer, unless it is told otherwise. */
const USUAL = 65_536;

/**
 * Reads an answer's body, no further than it is kept: who answers may never end.
 *
 * @returns `cut`: there was more
 */
export async function readBody(
  response: Response,
  most = USUAL,
): Promise<{ readonly body: string; readonly cut?: true }> {
  const reader = response.body?.getReader();
  if (!reader) return { body: "" };
  const decoder = new TextDecoder();
  let body = "";
  for (;;) {
    const { done, value } = await reader.read();
    body += done ? decoder.decode() : decoder.decode(value, { stream: true });
    if (body.length > most) {
      void reader.cancel().catch(() => {});
      return { body: body.slice(0, most), cut: true };
    }
    if (done) return { body };
  }
}

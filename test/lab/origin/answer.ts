import type { Exit } from "../exits.ts";
import type { SeenRequest } from "../request-log.ts";

/** What an origin answers. `pieces` is a body that comes slowly; `hang`: never. */
export type Answer =
  | {
      readonly kind: "whole";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string | Buffer;
    }
  | {
      readonly kind: "pieces";
      readonly headers: Readonly<Record<string, string>>;
      readonly count: number;
      readonly bytes: number;
      readonly everyMs: number;
    }
  | { readonly kind: "hang" };

/** A request as the pages see it. */
export interface Asked {
  readonly seen: SeenRequest;
  readonly exit: Exit;
  readonly url: URL;
}

export const whole = (
  status: number,
  type: string,
  body: string | Buffer,
  more: Record<string, string> = {},
): Answer => ({
  kind: "whole",
  status,
  headers: { ...(type ? { "content-type": type } : {}), ...more },
  body,
});

export const html = (title: string, body: string, status = 200): Answer =>
  whole(status, "text/html; charset=utf-8", `<!doctype html><html lang="en"><title>${title}</title>${body}`);

export const json = (value: unknown, status = 200): Answer =>
  whole(status, "application/json; charset=utf-8", JSON.stringify(value));

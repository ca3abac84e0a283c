import { onceMade } from "../../../../src/lib/memo.ts";
import type { Account, ProxyOutbound, Tag } from "../../../../src/model/outbound.ts";
import { byChallenger, challengersOf } from "./challengers.ts";

/** How a proxy's question for an account went. */
export type Verdict = "login_required" | "login_wrong";

/** Answers proxies that ask for an account (HTTP and HTTPS proxies; Chrome has no SOCKS accounts). */
export interface Accounts {
  /**
   * @param proxies whose accounts may be told, each only to its own host and port
   * @param held proxies of ours that are told nothing
   */
  use(proxies: readonly ProxyOutbound[], held: readonly ProxyOutbound[]): void;
  /** Whether a request ended at such a question; by request id or, for our own, by address. */
  verdictOf(url: string): Verdict | null;
}

const ASKED = 500;

export interface AccountsParts {
  /** Resolves when the configuration is known: the background may have been woken by the very question. */
  readonly ready: () => Promise<unknown>;
  /** A request of the user ended because this proxy did not take its account, or wants one that nobody entered. */
  readonly wrong: (tag: Tag, verdict: Verdict) => void;
  /** A site, and no proxy, asks a request of the user for an account: that is the person's to answer. */
  readonly askedBySite: (url: string) => void;
  /** Writes down which account Chrome is about to be told. */
  readonly tell: (challenger: string, account: Account) => Promise<void>;
  /** The proxy did not take the account that Chrome was told, so that Chrome has forgotten it. */
  readonly refused: (challenger: string) => void;
}

/**
 * One answer a request: a second challenge means that the account is wrong, and is cancelled (Chrome would ask 32 times,
 * fact C24). A challenger that is none of our proxies, and every site, gets nothing from us.
 */
export function answerChallenges({ ready, wrong, askedBySite, tell, refused }: AccountsParts): Accounts {
  const own = `chrome-extension://${chrome.runtime.id}`;
  /** Looked through at a question only: few are asked, and a woken background has no time for a thousand names. */
  let known = onceMade(() => byChallenger([]));
  let held = onceMade(() => new Set<string>());
  /** The realm that each question answered was about. */
  const asked = new Map<string, string | undefined>();
  const verdicts = new Map<string, Verdict>();

  async function judge(details: chrome.webRequest.OnAuthRequiredDetails): Promise<chrome.webRequest.BlockingResponse> {
    const challenger = `${details.challenger.host}:${details.challenger.port}`;
    const proxy = known().get(challenger);
    if (!proxy) return held().has(challenger) ? { cancel: true } : {};
    if (!proxy.account) return settle(details, proxy.tag, "login_required");
    const question = `${details.requestId} ${challenger}`;
    if (asked.has(question)) {
      // Of another realm Chrome may keep it.
      if (asked.get(question) === details.realm) refused(challenger);
      return settle(details, proxy.tag, "login_wrong");
    }
    bound(asked, ASKED).set(question, details.realm);
    await tell(challenger, proxy.account);
    // Another configuration may have come in between.
    const { account } = known().get(challenger) ?? { account: null };
    return JSON.stringify(account) === JSON.stringify(proxy.account)
      ? { authCredentials: { ...proxy.account } }
      : { cancel: true };
  }

  function settle(
    { url, initiator }: chrome.webRequest.OnAuthRequiredDetails,
    tag: Tag,
    verdict: Verdict,
  ): chrome.webRequest.BlockingResponse {
    if (initiator === own) bound(verdicts, ASKED).set(url, verdict);
    else wrong(tag, verdict);
    return { cancel: true };
  }

  chrome.webRequest.onAuthRequired.addListener(
    (details, callback) => {
      if (!details.isProxy) {
        callback?.({});
        if (details.initiator !== own || details.type === "main_frame") askedBySite(details.url);
        return undefined;
      }
      ready()
        .then(() => judge(details))
        .then(
          (answer) => callback?.(answer),
          () => callback?.({ cancel: true }),
        );
      return undefined;
    },
    { urls: ["<all_urls>"] },
    ["asyncBlocking"],
  );

  return {
    use(proxies, others) {
      held = onceMade(() => new Set(others.flatMap(challengersOf)));
      known = onceMade(() => byChallenger(proxies));
    },
    verdictOf: (url) => verdicts.get(url) ?? null,
  };
}

/** Makes room for one more, the oldest first out. */
function bound<C extends Map<string, unknown>>(kept: C, most: number): C {
  if (kept.size >= most) kept.delete(kept.keys().next().value ?? "");
  return kept;
}

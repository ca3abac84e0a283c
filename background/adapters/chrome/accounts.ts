import type { ProxyOutbound, Tag } from "../../../src/model/outbound.ts";
import { identities } from "../../../src/pac/proxy-string.ts";
import { canonicalIpv6 } from "../../../src/routing/ip-literal.ts";

/** How a proxy's question for an account went. */
export type Verdict = "login_required" | "login_wrong";

/** Answers proxies that ask for an account (HTTP and HTTPS proxies; Chrome has no SOCKS accounts). */
export interface Accounts {
  /** The proxies whose accounts may be told, each only to its own host and port. */
  use(proxies: readonly ProxyOutbound[]): void;
  /** Whether a request ended at such a question; by request id or, for our own, by address. */
  verdictOf(url: string): Verdict | null;
}

const ASKED = 500;

export interface AccountsParts {
  /** Resolves when the configuration is known: the background may have been woken by the very question. */
  readonly ready: () => Promise<unknown>;
  /** A request of the user ended because this proxy did not take its account, or wants one that nobody entered. */
  readonly wrong: (tag: Tag, verdict: Verdict) => void;
}

/**
 * One answer a request: a second challenge means that the account is wrong, and is cancelled (Chrome would ask 32
 * times). A challenger that is none of our proxies, and every site, gets nothing from us.
 */
export function answerChallenges({ ready, wrong }: AccountsParts): Accounts {
  const own = `chrome-extension://${chrome.runtime.id}`;
  let known = new Map<string, ProxyOutbound>();
  const asked = new Set<string>();
  const verdicts = new Map<string, Verdict>();

  function judge(details: chrome.webRequest.OnAuthRequiredDetails): chrome.webRequest.BlockingResponse {
    const challenger = `${details.challenger.host}:${details.challenger.port}`;
    const proxy = known.get(challenger);
    if (!proxy) return {};
    if (!proxy.account) return settle(details, proxy.tag, "login_required");
    if (asked.has(`${details.requestId} ${challenger}`)) return settle(details, proxy.tag, "login_wrong");
    bound(asked, ASKED).add(`${details.requestId} ${challenger}`);
    return { authCredentials: { ...proxy.account } };
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
        return undefined;
      }
      ready().then(
        () => callback?.(judge(details)),
        () => callback?.({ cancel: true }),
      );
      return undefined;
    },
    { urls: ["<all_urls>"] },
    ["asyncBlocking"],
  );

  return {
    use(proxies) {
      known = new Map();
      // Of two accounts at one address the first is used, as in the PAC's list.
      for (const proxy of proxies)
        for (const host of challengers(proxy.host)) {
          const at = `${host}:${proxy.port}`;
          if (!known.has(at)) known.set(at, proxy);
        }
    },
    verdictOf: (url) => verdicts.get(url) ?? null,
  };
}

/**
 * The names by which a host may appear as a challenger: both identities, an address in the form in which Chrome writes it
 * (`::ffff:7f00:203` for the mapped 127.0.2.3), with and without brackets.
 */
function challengers(host: string): readonly string[] {
  const names = [host, ...(identities(host) ?? [])].map((name) => name.replace(/^\[|\]$/g, ""));
  const written = names.flatMap((name) => [name, canonicalIpv6(name) ?? name]);
  return [...new Set(written.flatMap((name) => [name, `[${name}]`]))];
}

/** Makes room for one more, the oldest first out. */
function bound<C extends Set<string> | Map<string, unknown>>(kept: C, most: number): C {
  if (kept.size >= most) kept.delete(kept.keys().next().value ?? "");
  return kept;
}

/**
 * Answers of a PAC program that Chrome cannot read. It takes each for "direct", also with `mandatory` (fact C6).
 * The proxy that they nearly name has this address.
 */
export const invalidAnswers = (at: string): readonly string[] => {
  const [host = "", port = ""] = at.split(":");
  return [
    "",
    " ",
    "PROXY",
    "PROXY ",
    `PROXY user:pass@${at}`,
    `PROXY http://${at}`,
    `PROXY ${at}/`,
    `PROXY ${host}:99999`,
    `PROXY ${host}:-1`,
    `PROXY ${host}:port`,
    `PROXY 300.1.1.1:${port}`,
    `PROXY a b:${port}`,
    `SOCKS5H ${at}`,
    `HTTP ${at}`,
    `QUIC ${at}`,
    at,
  ];
};

export const INVALID_ANSWERS = invalidAnswers("192.0.2.1:80");

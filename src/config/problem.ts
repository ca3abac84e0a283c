/** Something wrong in a configuration. No account ever stands in it. */
export interface ConfigProblem {
  /** Where, such as `outbounds[2].server_port`; "" is the whole. */
  readonly path: string;
  readonly came: string;
  readonly expected: string;
  /** In the text that was given, counted from 1; null when unknown. */
  readonly line: number | null;
  /** `error`: refused. `note`: taken, with a remark. */
  readonly level: "error" | "note";
}

/** What a measurement gives: a row a case. */
export interface Table {
  readonly title: string;
  readonly rows: readonly Readonly<Record<string, string | number>>[];
}

/** A read that may be begun before anybody needs it. */
export interface BegunEarly<T> {
  begin(): void;
  /** Whoever asks first gets the answer of what was begun; everybody later has it read anew. */
  read(): Promise<T>;
}

export function createBegunEarly<T>(read: () => Promise<T>): BegunEarly<T> {
  let begun: Promise<T> | null = null;
  return {
    begin() {
      begun = read();
      begun.catch(() => {}); // it is whoever asks who is told
    },
    read() {
      const answer = begun ?? read();
      begun = null;
      return answer;
    },
  };
}

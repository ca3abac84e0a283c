import type { Answer } from "../../../../src/pac/answer.ts";
import type { Command, Question } from "../../../../src/pac/command.ts";

/** How a request fails when the program answers `YES`, a port where nothing listens (fact C13). */
const YES_ERROR = "net::ERR_PROXY_CONNECTION_FAILED";

/** The same answers as the control channel's, had without texts: each is put together from questions. */
export interface SilentChannel {
  /** Null: it is not so, it cannot be said, or nobody answered. */
  ask(command: Command): Promise<Answer | null>;
  /** To be called with every command that is sent without asking. */
  note(command: Command): void;
  /** Another program is spoken with. */
  forget(): void;
}

export interface SilentChannelParts {
  /** Sends a question and resolves to Chrome's code for its failure; null: none came in time. */
  readonly confirm: (command: Command, context: string) => Promise<string | null>;
  readonly emit: (command: Command, context: string) => void;
  /** A random name. */
  readonly newMark: () => string;
}

/**
 * For a Chrome that does not hand on the texts of PAC errors. Commands reach the program as ever; what cannot come back
 * is an answer of more than one bit. So its context is not read but given a name, plans are told and then asked for, and a
 * batch of tests counts when the program says that it went as it should.
 */
export function createSilentChannel({ confirm, emit, newMark }: SilentChannelParts): SilentChannel {
  let mark = "";
  /** Of the plans that were told last. */
  let told = -1;
  let batch = -1;
  let lanes: readonly string[] = [];

  const holds = async (what: Question): Promise<boolean> => (await confirm({ kind: "is", what }, mark)) === YES_ERROR;

  async function pong(): Promise<Answer> {
    const isTold = told >= 0 && (await holds({ kind: "revision", revision: told }));
    return { context: mark, kind: "pong", revision: isTold ? told : -1 };
  }

  async function greet(): Promise<Answer | null> {
    if (mark !== "" && (await holds({ kind: "there" }))) return pong();
    mark = newMark();
    told = -1;
    emit({ kind: "mark", mark }, "");
    return (await holds({ kind: "there" })) ? pong() : null;
  }

  return {
    async ask(command) {
      switch (command.kind) {
        case "ping":
          return greet();
        case "plans":
          emit(command, mark);
          told = command.revision;
          return pong();
        case "end": {
          emit(command, mark);
          const [of, origins] = [batch, lanes];
          if (of !== command.batch) return null;
          const set = origins.length;
          if (!(await holds({ kind: "counted", batch: of, set }))) return null;
          const laneless = Object.fromEntries(origins.map((origin) => [origin, 0]));
          return { context: mark, kind: "batch", batch: of, count: { set, used: set, lost: 0, stray: 0 }, laneless };
        }
        case "laneless": {
          const isCalm = await holds({ kind: "calm", batch: command.batch, origin: command.origin });
          return { context: mark, kind: "laneless", count: isCalm ? 0 : 1 };
        }
        default:
          return null;
      }
    },
    note(command) {
      if (command.kind === "begin") [batch, lanes] = [command.batch, []];
      if (command.kind === "lane") lanes = [...lanes, command.origin];
    },
    forget() {
      mark = "";
      told = -1;
    },
  };
}

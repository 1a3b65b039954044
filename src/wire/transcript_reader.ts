// Reads the transcripts of all clients as rows in Claude Code's format, for replays.
import { type ForeignClient } from "../base/clients.ts";
import { asObject, type WireObject } from "../base/json.ts";
import type { Dialect } from "./dialect.ts";
import { DIALECTS } from "./dialects.ts";
import { transcriptValues } from "./transcript.ts";

const MAX_CHECKED_ROWS = 20; // if no dialect owns one of so many first rows, the transcript is Claude Code's

export class TranscriptReader {
  /** The client; `undefined` for Claude Code, and until a dialect owned a row. */
  client: ForeignClient | undefined;
  #translate: ReturnType<typeof rowTranslator> | undefined;
  #checkedRows = 0;

  /** `read` takes a path relative to the transcript's folder, and returns `""` without a file. */
  constructor(private readonly path: string, private readonly read: (name: string) => string) {}

  /** Returns a line's rows; `[]` if it is blank or a large row without a message, `undefined` for no JSON object. */
  rowsIn(line: Uint8Array): readonly unknown[] | undefined {
    return transcriptValues(line, this.#translate === undefined ? "spoken" : "any")
      ?.flatMap((value) => this.rowsOf(value));
  }

  /** Returns Claude Code's rows for a row. The first rows tell which client wrote the transcript. */
  rowsOf(value: unknown): readonly unknown[] {
    const row = asObject(value);
    if (row === undefined) return [value];
    if (this.#translate === undefined && this.#checkedRows++ < MAX_CHECKED_ROWS) {
      this.client = (Object.keys(DIALECTS) as ForeignClient[]).find((name) => DIALECTS[name].owns(row));
      const dialect = this.client && DIALECTS[this.client];
      this.#translate = dialect && rowTranslator(dialect, dialect.pathFields?.(this.path, this.read));
    }
    return this.#translate?.(row) ?? [row];
  }
}

/** Returns a function that translates a client's rows, called in their order. Each row gets the fields in `shared`. */
export function rowTranslator({ rows }: Dialect, shared: WireObject = {}): (row: WireObject) => WireObject[] {
  let known = shared;
  return (row) =>
    rows(row, known).flatMap((one) => {
      if (one.type !== "session") return [{ ...known, timestamp: row.timestamp, ...one }];
      known = { ...known, ...one };
      return [];
    });
}

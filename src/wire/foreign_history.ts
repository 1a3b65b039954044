// Reads the transcripts of all clients as rows in Claude Code's format, for replays.
import { type ForeignClient } from "../base/clients.ts";
import { asObject, type WireObject } from "../base/json.ts";
import type { Dialect } from "./dialect.ts";
import { DIALECTS } from "./dialects.ts";
import { transcriptValues } from "./transcript.ts";

const MAX_CHECKED_ROWS = 20; // a transcript is Claude Code's if no dialect owns one of its first rows

export class TranscriptReader {
  /** The client; `undefined` for Claude Code, and until a dialect owned a row. */
  client: ForeignClient | undefined;
  #translate: ReturnType<typeof rowTranslator> | undefined;
  #checkedRows = 0;
  readonly #path: string;
  readonly #read: (name: string) => string;

  /** `read` takes a path relative to the transcript's folder, and returns `""` without a file. */
  constructor(path: string, read: (name: string) => string) {
    this.#path = path;
    this.#read = read;
  }

  /** Returns the rows in a line: `[]` if it is blank or of no use, `undefined` if it is no JSON object. */
  rowsIn(line: Uint8Array): readonly unknown[] | undefined {
    return transcriptValues(line, this.#translate === undefined ? "spoken" : "any")
      ?.flatMap((value) => this.rowsOf(value));
  }

  rowsOf(value: unknown): readonly unknown[] {
    const row = asObject(value);
    if (row === undefined) return [value];
    if (this.#translate === undefined && this.#checkedRows++ < MAX_CHECKED_ROWS) {
      this.client = (Object.keys(DIALECTS) as ForeignClient[]).find((name) => DIALECTS[name].owns(row));
      const dialect = this.client && DIALECTS[this.client];
      this.#translate = dialect && rowTranslator(dialect, dialect.pathFields?.(this.#path, this.#read));
    }
    return this.#translate?.(row) ?? [row];
  }
}

/** Returns a function that translates the client's rows, in their order. `shared`: fields for all rows. */
export function rowTranslator({ rows }: Dialect, shared: WireObject = {}): (row: WireObject) => WireObject[] {
  let known = shared;
  return (row) =>
    rows(row, known).flatMap((one) => {
      if (one.type !== "session") return [{ ...known, timestamp: row.timestamp, ...one }];
      known = { ...known, ...one };
      return [];
    });
}

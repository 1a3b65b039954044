// Reads the transcripts of all clients as rows in Claude Code's format, for replays.
import { type ForeignClient } from "../base/clients.ts";
import { asObject, type WireObject } from "../base/json.ts";
import type { Dialect } from "./dialect.ts";
import { DIALECTS } from "./dialects.ts";
import { transcriptValues } from "./transcript.ts";

/** A transcript is Claude Code's if no dialect owns one of its first rows. */
const MAX_CHECKED_ROWS = 20;

export class TranscriptReader {
  /** The client; `undefined` for Claude Code, and until a dialect owned a row. */
  client: ForeignClient | undefined;
  #history: HistoryReader | undefined;
  #checkedRows = 0;
  readonly #path: string;
  readonly #read: (name: string) => string;

  /** `read` takes a path relative to the transcript's folder, and returns `""` without a file. */
  constructor(path: string, read: (name: string) => string) {
    this.#path = path;
    this.#read = read;
  }

  /** Returns the rows in a line: `[]` for a blank line, `undefined` for any other line without a row. */
  rowsIn(line: Uint8Array): readonly unknown[] | undefined {
    return transcriptValues(line, this.#history === undefined ? "spoken" : "any")
      ?.flatMap((value) => this.rowsOf(value));
  }

  rowsOf(value: unknown): readonly unknown[] {
    const row = asObject(value);
    if (row === undefined) return [value];
    if (this.#history === undefined && this.#checkedRows++ < MAX_CHECKED_ROWS) {
      this.client = (Object.keys(DIALECTS) as ForeignClient[]).find((name) => DIALECTS[name].owns(row));
      const dialect = this.client && DIALECTS[this.client];
      this.#history = dialect && new HistoryReader(dialect, dialect.pathFields?.(this.#path, this.#read));
    }
    return this.#history?.rowsOf(row) ?? [row];
  }
}

export class HistoryReader {
  readonly #dialect: Dialect;
  #shared: WireObject;

  constructor(dialect: Dialect, shared: WireObject = {}) {
    this.#dialect = dialect;
    this.#shared = shared;
  }

  rowsOf(row: WireObject): WireObject[] {
    const translated: WireObject[] = [];
    for (const one of this.#dialect.rows(row, this.#shared)) {
      if (one.type !== "session") translated.push({ timestamp: row.timestamp, ...this.#shared, ...one });
      else {
        const { type: _type, timestamp: _timestamp, ...shared } = one;
        this.#shared = { ...this.#shared, ...shared };
      }
    }
    return translated;
  }
}

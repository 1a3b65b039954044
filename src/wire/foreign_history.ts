import { type ForeignClient } from "../base/clients.ts";
import { asObject, type WireObject } from "../base/json.ts";
import type { Dialect } from "./dialect.ts";
import { DIALECTS } from "./dialects.ts";
import { type LineValue, transcriptValues } from "./transcript.ts";

/** So many rows of a file may be nobody's before it is taken for Claude Code's. */
const LOOKED_AT = 20;

/** Reads a transcript, whoever wrote it: its rows come as Claude Code's, in the order of the file. */
export class TranscriptReader {
  #client: ForeignClient | undefined;
  #history: HistoryReader | undefined;
  #looked = 0;
  readonly #path: string;
  readonly #read: (name: string) => string;

  /** `read` takes the text of a file by its path from the transcript's folder; empty where there is none. */
  constructor(path: string, read: (name: string) => string) {
    this.#path = path;
    this.#read = read;
  }

  /** The client whose rows they are, where it is not Claude Code. */
  get client(): ForeignClient | undefined {
    return this.#client;
  }

  /** The rows in one line; `undefined` where it is none. */
  rowsIn(line: Uint8Array): readonly LineValue[] | undefined {
    return transcriptValues(line, this.#history === undefined ? "spoken" : "any")
      ?.flatMap(({ value, start }) => this.rowsOf(value).map((row) => ({ value: row, start })));
  }

  rowsOf(value: unknown): readonly unknown[] {
    const row = asObject(value);
    if (row === undefined) return [value];
    if (this.#history === undefined && this.#looked++ < LOOKED_AT) {
      this.#client = (Object.keys(DIALECTS) as ForeignClient[]).find((name) => DIALECTS[name].owns(row));
      const dialect = this.#client && DIALECTS[this.#client];
      this.#history = dialect && new HistoryReader(dialect, dialect.around?.(this.#path, this.#read));
    }
    return this.#history?.rowsOf(row) ?? [row];
  }
}

/** Turns the rows of another client's transcript into Claude Code's. */
export class HistoryReader {
  readonly #dialect: Dialect;
  /** The facts that hold for the rows to come: whose session it is, where, who started it. */
  #around: WireObject;

  constructor(dialect: Dialect, around: WireObject = {}) {
    this.#dialect = dialect;
    this.#around = around;
  }

  rowsOf(row: WireObject): WireObject[] {
    const told: WireObject[] = [];
    for (const one of this.#dialect.rows(row, this.#around)) {
      if (one.type !== "session") told.push({ ...this.#around, ...one });
      else {
        const { type: _type, timestamp: _timestamp, ...around } = one;
        this.#around = { ...this.#around, ...around };
      }
    }
    return told;
  }
}

import { encodeEvidence } from "../../../src/memory/memory_evidence.ts";
import { resolveGhap, startGhap } from "../../../src/store/ghap.ts";
import type { MemoryDraft } from "../../../src/store/memories.ts";
import { migrate } from "../../../src/store/migrations.ts";
import { asRow, type Bindable, raw, sql } from "../../../src/store/sql.ts";
import { openAnyVersion, type Store } from "../../../src/store/store.ts";
import { testIn } from "../../_support/test_in.ts";

export const PROJECT = "/home/dev/cart";
export const AT = "2026-03-01T10:00:00.000Z";

/** A throw-away database of our schema. */
export class MemoryStore implements Disposable {
  readonly folder = Deno.makeTempDirSync({ prefix: "mneme-store-" });
  readonly path = `${this.folder}/memory.db`;
  readonly store: Store = openAnyVersion(this.path);

  constructor() {
    migrate(this.store);
  }

  /** The bytes of the database and of all files beside it, as one Latin-1 text to search in. */
  bytes(): string {
    return [...Deno.readDirSync(this.folder)].map(({ name }) =>
      new TextDecoder("latin1").decode(Deno.readFileSync(`${this.folder}/${name}`))
    ).join("\n");
  }

  /** Adds a row with these columns; returns its number, the first column. */
  add(table: string, columns: Readonly<Record<string, Bindable>>): number {
    return this.store.value<number>(sql`insert into ${raw(table)} ${asRow(columns)} returning *`)!;
  }

  /** The values of each row that a query finds. */
  rows(query: string): unknown[][] {
    return this.store.all(query).map((row) => Object.values(row));
  }

  /** Opens a prediction in the session `s`; returns its number. */
  predict(changes: Partial<Parameters<typeof startGhap>[1]> = {}): number {
    const statements = { goal: "g", hypothesis: "h", action: "a", prediction: "p" };
    const entry = { sessionId: "s", agentId: null, project: PROJECT, ...statements, ...changes };
    return startGhap(this.store, { domain: "debugging", strategy: "read-the-error", ...entry }, AT)!;
  }

  resolve(row: number, changes: Partial<Parameters<typeof resolveGhap>[2]>): void {
    resolveGhap(this.store, row, { status: "confirmed", result: "r", isAutoCaptured: false, ...changes }, AT);
  }

  [Symbol.dispose](): void {
    this.store.close();
    Deno.removeSync(this.folder, { recursive: true });
  }
}

export const test = testIn(MemoryStore);

/** A decision of the project, with what a test cares about laid over it. */
export function draft(body: string, changes: Partial<MemoryDraft> = {}): MemoryDraft {
  return {
    scope: "project",
    project: PROJECT,
    category: "DECISION",
    title: null,
    body,
    evidence: null,
    source: "agent",
    confidence: 0.9,
    sessionId: "session-1",
    files: [],
    ...changes,
  };
}

/** What triage has found in the message with this uuid. */
export function finding(body: string, changes: Partial<MemoryDraft> = {}, uuid = body.slice(0, 8)) {
  const evidence = encodeEvidence({ quote: body, uuid, offset: 0, cues: [] });
  return {
    draft: draft(body, { source: "triage", confidence: 0.8, evidence, ...changes }),
    evidenceUuid: uuid,
  };
}

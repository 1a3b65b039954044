import type { MemoryDraft } from "../../../src/store/memories.ts";
import { migrate } from "../../../src/store/migrate.ts";
import { openAnyVersion, type Store } from "../../../src/store/store.ts";

export const PROJECT = "/home/dev/cart";

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

  [Symbol.dispose](): void {
    this.store.close();
    Deno.removeSync(this.folder, { recursive: true });
  }
}

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

import { resolveGhap, startGhap } from "../../src/store/ghap.ts";
import { migrate } from "../../src/store/migrations.ts";
import { storeValue } from "../../src/store/project_values.ts";
import { insertMemory, type MemoryDraft } from "../../src/store/memories.ts";
import { saveMemory } from "../../src/store/save_memory.ts";
import { indexQueued } from "../../src/store/search_index.ts";
import { openAnyVersion, type Store } from "../../src/store/store.ts";
import {
  CODING_PROJECTS,
  type CodingItem,
  type CodingLesson,
  type CodingMemory,
  type CodingSet,
} from "./coding_data.ts";

/** When the questions are asked. */
export const CODING_NOW = new Date("2026-06-15T10:00:00Z");
/** What was kept within so many days counts as of one session, as several memories of a session are usual. */
const SESSION_DAYS = 3;

/** The items of the coding set in a real database, kept by the product's own functions. */
export class CodingStore implements Disposable {
  readonly #folder = Deno.makeTempDirSync({ prefix: "mneme-coding-" });
  readonly store: Store = openAnyVersion(`${this.#folder}/memory.db`);
  /** The name in the judgements of what search finds, by its id. */
  readonly names = new Map<string, string>();
  readonly #hasPhrases: boolean;
  readonly #isOneProject: boolean;

  /**
   * With the phrases in which somebody would ask for the items, or with their own words alone. `isOneProject`: several sets
   * were made one project, in which some items resemble others of another set and yet stand beside them.
   */
  constructor(
    { items }: CodingSet,
    { phrases, isOneProject = false }: { readonly phrases: boolean; readonly isOneProject?: boolean },
  ) {
    this.#hasPhrases = phrases;
    this.#isOneProject = isOneProject;
    migrate(this.store);
    const oldestFirst = [...items].sort((a, b) => b.age - a.age);
    this.store.transaction(() => {
      for (const item of oldestFirst) this.names.set(this.#keep(item), item.id);
      for (const item of items) if (item.kind === "memory") this.#supersede(item);
    });
    while (indexQueued(this.store, 1000) > 0);
  }

  #keep(item: CodingItem): string {
    if (item.kind === "memory") return `m${this.#keepMemory(item)}`;
    if (item.kind === "ghap") return `g${this.#keepLesson(item)}`;
    const recallWhen = this.#phrasesOf(item);
    const draft = { project: rootOf(item.project) ?? "", text: item.text, sources: [], recallWhen };
    return `v${storeValue(this.store, draft, timeOf(item)).row}`;
  }

  #keepMemory(memory: CodingMemory): number {
    const project = rootOf(memory.project);
    const draft = {
      project,
      scope: project === null ? "user" as const : "project" as const,
      category: memory.category,
      title: memory.title ?? null,
      body: memory.body,
      evidence: null,
      source: "agent" as const,
      confidence: memory.confidence,
      sessionId: sessionOf(memory),
      files: (memory.files ?? []).map((file) => `${project}/${file}`),
      recallWhen: this.#phrasesOf(memory),
    };
    const at = timeOf(memory);
    const row = this.#isOneProject
      ? insertMemory(this.store, draft, { status: "active", at })
      : this.#save(memory.id, draft, at);
    this.store.run("update memories set use_count = ? where id = ?", memory.uses, row);
    return row;
  }

  #save(id: string, draft: MemoryDraft, at: string): number {
    const saved = saveMemory(this.store, draft, at);
    if (saved.outcome === "added" && saved.superseded.length === 0) return saved.row;
    throw new Error(`Cannot load ${id}: it is taken for another memory's repetition or correction`);
  }

  #keepLesson(lesson: CodingLesson): number {
    const { domain, strategy, goal, hypothesis, action, prediction, status, result, surprise } = lesson;
    const owner = { sessionId: `${lesson.id} ${lesson.age}`, agentId: null };
    const project = rootOf(lesson.project) ?? "";
    const draft = { ...owner, project, domain, strategy, goal, hypothesis, action, prediction };
    const row = startGhap(this.store, draft, timeOf(lesson)) ?? 0;
    const learnt = { ...lesson.lesson, recall_when: this.#phrasesOf(lesson) };
    const end = { status, result, surprise, rootCause: lesson.rootCause, lesson: learnt };
    resolveGhap(this.store, row, { ...end, isAutoCaptured: false }, timeOf(lesson));
    return row;
  }

  #supersede({ id, supersededBy }: CodingMemory): void {
    if (supersededBy === undefined) return;
    this.store.run(
      "update memories set status = 'superseded', superseded_by = ? where id = ?",
      this.#rowOf(supersededBy),
      this.#rowOf(id),
    );
  }

  #phrasesOf({ recall_when = [] }: CodingItem): readonly string[] {
    return this.#hasPhrases ? recall_when : [];
  }

  #rowOf(name: string): number {
    const found = [...this.names].find(([, of]) => of === name);
    return Number(found?.[0].slice(1));
  }

  [Symbol.dispose](): void {
    this.store.close();
    Deno.removeSync(this.#folder, { recursive: true });
  }
}

/** The folder of a project of the set; `null` for the user's own. */
export function rootOf(project: string): string | null {
  return CODING_PROJECTS[project]?.root ?? null;
}

/** A session has one summary, so each summary is of a session of its own. */
function sessionOf({ id, category, project, age }: CodingMemory): string {
  return category === "SESSION_SUMMARY" ? id : `${project}-${Math.floor(age / SESSION_DAYS)}`;
}

function timeOf({ age }: { readonly age: number }): string {
  return new Date(CODING_NOW.getTime() - age * 86_400_000).toISOString();
}

import type { GhapEnd, Lesson, RootCause } from "../../src/ghap/entry.ts";
import type { MemoryCategory } from "../../src/memory/memory_text.ts";

const DATA = new URL("./coding/", import.meta.url);

/** Where each project lies. */
export const CODING_PROJECTS: Readonly<Record<string, { readonly root: string }>> = JSON.parse(
  Deno.readTextFileSync(new URL("projects.json", DATA)),
);

interface KeptItem {
  /** Its name in the judgements, such as `shop/cart-in-redis`. */
  readonly id: string;
  /** A name in `CODING_PROJECTS`, or `user` for what is found in every project. */
  readonly project: string;
  /** Days before the questions are asked. */
  readonly age: number;
  /** In which words somebody would ask for it, written by one who had not seen the prompts. */
  readonly recall_when?: readonly string[];
}

export interface CodingMemory extends KeptItem {
  readonly kind: "memory";
  readonly category: MemoryCategory;
  readonly title?: string;
  readonly body: string;
  /** Relative to the project. */
  readonly files?: readonly string[];
  readonly confidence: number;
  readonly uses: number;
  /** The id of the memory that took its place: it must not come back. */
  readonly supersededBy?: string;
}

export interface CodingLesson
  extends KeptItem, Readonly<Record<"goal" | "hypothesis" | "action" | "prediction" | "result", string>> {
  readonly kind: "ghap";
  readonly status: GhapEnd;
  readonly domain: string;
  readonly strategy: string;
  readonly surprise?: string;
  readonly rootCause: RootCause;
  readonly lesson: Lesson;
}

interface CodingValue extends KeptItem {
  readonly kind: "value";
  readonly text: string;
}

export type CodingItem = CodingMemory | CodingLesson | CodingValue;

export interface CodingQuery {
  readonly id: string;
  readonly project: string;
  readonly text: string;
  /** The items of which one has to come back; none where silence is right. */
  readonly answers: readonly string[];
}

export interface CodingSet {
  readonly items: readonly CodingItem[];
  readonly queries: readonly CodingQuery[];
}

/**
 * The sets by their names. Each was written after the rankings and the sets before it, beside what the users of the first
 * want in every project; in the fourth what does no harm is judged as well.
 */
export const CODING_SETS = {
  first: () => ({ items: readItems(""), queries: readLines("queries.jsonl") }),
  blind: () => withShared("blind"),
  third: () => withShared("third"),
  fourth: () => withShared("fourth"),
} as const satisfies Readonly<Record<string, () => CodingSet>>;

function withShared(name: string): CodingSet {
  const shared = readItems("").filter((item) => item.project === "user");
  return { items: [...readItems(`${name}_`), ...shared], queries: readLines(`${name}_queries.jsonl`) };
}

/** What was kept, each with its phrases. */
function readItems(prefix: string): CodingSet["items"] {
  const items: CodingSet["items"] = readLines(`${prefix}memories.jsonl`);
  const phrases = readLines<Pick<KeptItem, "id" | "recall_when">>(`${prefix}phrases.jsonl`);
  const byId = new Map(phrases.map(({ id, recall_when }) => [id, recall_when]));
  return items.map((item) => ({ ...item, recall_when: byId.get(item.id) ?? [] }));
}

function readLines<T>(name: string): T[] {
  const lines = Deno.readTextFileSync(new URL(name, DATA)).split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as T);
}

import { LEAST_UNITS, withoutCut } from "../core/forgotten_words.ts";
import { decodeEvidence } from "../core/memory_evidence.ts";
import type { ItemKind } from "../core/search/search_types.ts";
import type { MemoryRow } from "./memories.ts";

/** What stands in the place of what was forgotten. */
export const FORGOTTEN = "[forgotten]";

/** What is indexed of tables without triggers that would tell of a change. */
export const INDEXED_AS: Readonly<Record<string, ItemKind>> = {
  prompts: "prompt",
  observations: "observation",
  sessions: "session",
  scratchpads: "scratchpad",
  code_units: "code",
};

/** The texts of a memory by which its copies are found. */
export function memoryTexts(memory: Pick<MemoryRow, "body" | "evidence" | "title">): string[] {
  const texts = [...statedTexts(memory), memory.evidence ?? "", memory.title ?? ""].map(withoutCut);
  return [...new Set(texts)].filter((text) => text.length >= LEAST_UNITS);
}

/** What it says, and the words that it stands on: long enough to be known by their beginnings. */
export function statedTexts({ body, evidence }: Pick<MemoryRow, "body" | "evidence">): string[] {
  return [body, decodeEvidence(evidence ?? "").quote];
}

/** As it is, as it stands inside JSON, and inside JSON that is a text in JSON, as in a command that passes some. */
export function spellings(text: string): string[] {
  const once = JSON.stringify(text).slice(1, -1);
  return [...new Set([text, once, JSON.stringify(once).slice(1, -1)])];
}

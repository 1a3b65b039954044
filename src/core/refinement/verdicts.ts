import { MEMORY_CATEGORIES } from "../memory_categories.ts";
import type { TriageCategory } from "../triage_types.ts";

/** What a model may say about one candidate. */
export type Verdict =
  | { readonly kind: "confirm" }
  | { readonly kind: "reject" }
  | { readonly kind: "reword"; readonly text: string };

/** Something that a model found by itself; not yet checked against the conversation. */
export interface Addition {
  readonly category: TriageCategory;
  readonly text: string;
  readonly quote: string;
}

export interface Verdicts {
  /** By the number that the candidate had in the question. */
  readonly byId: ReadonlyMap<number, Verdict>;
  readonly additions: readonly Addition[];
}

/** More entries than any honest answer has; the rest is not looked at. */
const MAX_ENTRIES = 100;

/**
 * The model's answer, or `undefined` when it is not one. Total: entries that do not fit are left out, the first
 * verdict on a candidate counts, and text around the JSON (models like to fence it) is ignored.
 */
export function decodeVerdicts(answer: string): Verdicts | undefined {
  const found = parseObject(answer);
  if (found === undefined || !Array.isArray(found.verdicts)) return undefined;
  const byId = new Map<number, Verdict>();
  for (const entry of found.verdicts.slice(0, MAX_ENTRIES)) {
    const id = isRecord(entry) ? decodeId(entry.id) : undefined;
    const verdict = decodeVerdict(entry);
    if (id !== undefined && verdict !== undefined && !byId.has(id)) byId.set(id, verdict);
  }
  const additions = Array.isArray(found.additions) ? found.additions.slice(0, MAX_ENTRIES) : [];
  return { byId, additions: additions.filter(isAddition) };
}

/** Models without a schema to hold to like to quote numbers. */
function decodeId(id: unknown): number | undefined {
  if (typeof id === "string" && /^\d{1,9}$/.test(id)) return Number(id);
  return typeof id === "number" ? id : undefined;
}

function decodeVerdict(entry: unknown): Verdict | undefined {
  if (!isRecord(entry)) return undefined;
  const { verdict, text } = entry;
  if (verdict === "confirm" || verdict === "reject") return { kind: verdict };
  return verdict === "reword" && typeof text === "string" ? { kind: "reword", text } : undefined;
}

function isAddition(entry: unknown): entry is Addition {
  return isRecord(entry) && MEMORY_CATEGORIES.some((category) => category === entry.category) &&
    typeof entry.text === "string" && typeof entry.quote === "string";
}

function parseObject(answer: string): Record<string, unknown> | undefined {
  const said = answer.slice(answer.lastIndexOf("</think>") + 1); // some local models think aloud, in braces too
  const text = said.slice(said.indexOf("{"), said.lastIndexOf("}") + 1);
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

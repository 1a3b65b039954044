// A search result: its fields for JSON output and agents, and its line for people.
import { coarseAge } from "../../base/time.ts";
import type { ItemKind, SearchHit } from "../../search/search_types.ts";
import { snippetOf } from "../../search/snippet.ts";
import { summaryLine } from "../../session/summary_line.ts";
import type { FoundText } from "../../store/items.ts";
import type { Flags } from "../frame/command.ts";
import { alignRows, plainLine, plainText } from "../frame/plain_text.ts";

/** With `all`, a line names the project; with `why`, a second line has the parts of the score. */
export function foundLines(items: readonly FoundItem[], { all, why }: Flags<never, "all" | "why"> = {}) {
  const now = new Date();
  const lines = alignRows(items.map((item) => [
    item.id,
    Number.isNaN(Date.parse(item.created_at)) ? "" : coarseAge(new Date(item.created_at), now),
    kindText(item.type, item.category),
    ...(all ? [plainText(item.project ?? "every project")] : []),
    textOf(item),
  ]));
  return lines.flatMap((line, i) => why ? [line, `    ${scoreText(items[i]!)}`] : [line]);
}

/** Returns "DECISION", "lesson (confirmed)", "prompt", or "prediction (abandoned)" without a lesson. */
export function kindText(type: ItemKind | "call", category: string | null): string {
  if (type === "memory") return plainLine(category ?? type, 100);
  const isOpen = category === "abandoned" || category === "active";
  const name = type !== "ghap" ? type : isOpen ? "prediction" : "lesson";
  return category === null ? name : `${name} (${plainLine(category, 40)})`;
}

function textOf({ title, snippet }: FoundItem): string {
  const text = plainLine(snippet, SNIPPET_UNITS);
  if (title.endsWith("…") || snippet.startsWith(title)) return text;
  const head = plainLine(title, TITLE_UNITS);
  return /[.?!:]$/.test(head) ? `${head} ${text}` : `${head}: ${text}`;
}

/** Returns "0.62 = words 0.5 + recency 0.12". */
function scoreText({ score, why }: FoundItem): string {
  const parts = why.map(({ name, value }, i) =>
    `${i === 0 ? "" : value < 0 ? " - " : " + "}${plainLine(name, 60)} ${i === 0 ? value : Math.abs(value)}`
  );
  return parts.length === 0 ? `${score}` : `${score} = ${parts.join("")}`;
}

export type FoundItem = ReturnType<typeof foundItem>;

const TITLE_UNITS = 100;
export const SNIPPET_UNITS = 160;
/** Returns a hit as JSON shows it. The snippet of a memory or lesson has at most `units` UTF-16 units. */
export function foundItem(hit: SearchHit, text: FoundText, words: readonly string[], units = SNIPPET_UNITS) {
  const isMemory = hit.kind === "memory" || hit.kind === "ghap";
  const title = snippetOf(text.title ?? text.body, [], text.title === null ? 80 : TITLE_UNITS);
  const body = hit.kind === "session" ? summaryLine(text.body, text.title) : text.body;
  return {
    id: hit.id,
    type: hit.kind,
    title,
    snippet: markedSnippet(body === "" ? title : body, words, isMemory ? units : SNIPPET_UNITS),
    score: rounded(hit.score),
    created_at: text.createdAt,
    why: hit.why.map(({ name, value }) => ({ name, value: rounded(value) })),
    /** A memory's category, a GHAP entry's status, a code unit's kind; else `null`. */
    category: text.category,
    /** `null` if it holds in every project. */
    project: text.project,
  };
}

/** Begins a text that was tried and dropped, or refused in an older version; any snippet of it shows this. */
const MARK = /^\(?(The user said no|tried and dropped)/;

function markedSnippet(text: string, words: readonly string[], maxUnits: number): string {
  const snippet = snippetOf(text, words, maxUnits);
  const [, mark] = snippet.startsWith("…") ? MARK.exec(text) ?? [] : [];
  return mark === undefined ? snippet : `${mark}: ${snippetOf(text, words, maxUnits - mark.length - 2)}`;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

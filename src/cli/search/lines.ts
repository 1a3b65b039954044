import { coarseAge } from "../../core/ages.ts";
import type { ItemKind } from "../../core/search/search_types.ts";
import { plainLine, plainText } from "../plain_text.ts";
import { alignRows } from "../table.ts";
import { type FoundItem, SNIPPET_UNITS, TITLE_UNITS } from "./view.ts";

/** What lines show beside id, age, kind and text. */
export interface LineOptions {
  readonly now: Date;
  readonly projects: "shown" | "hidden";
  readonly why: "shown" | "hidden";
}

/** A line per find, and with `why` one more for what its score is made of. */
export function foundLines(items: readonly FoundItem[], options: LineOptions): string[] {
  const lines = alignRows(items.map((item) => [
    item.id,
    ageText(item.created_at, options.now),
    kindText(item.type, item.category),
    ...(options.projects === "shown" ? [plainText(item.project ?? "every project")] : []),
    textOf(item),
  ]));
  if (options.why === "hidden") return lines;
  return lines.flatMap((line, i) => [line, `    ${scoreText(items[i])}`]);
}

/** How long ago, for people; nothing where no time is known. */
function ageText(createdAt: string, now: Date): string {
  const then = new Date(createdAt);
  return Number.isNaN(then.getTime()) ? "" : coarseAge(then, now);
}

/** "DECISION", "lesson (confirmed)", "prompt". */
export function kindText(type: ItemKind | "call", category: string | null): string {
  if (type === "memory") return plainLine(category ?? type, 40);
  const name = type === "ghap" ? "lesson" : type;
  return category === null ? name : `${name} (${plainLine(category, 40)})`;
}

function textOf({ title, snippet }: FoundItem): string {
  const isStart = snippet.startsWith(title.replace(/…$/, ""));
  const text = plainLine(snippet, SNIPPET_UNITS);
  if (isStart) return text;
  const head = plainLine(title, TITLE_UNITS);
  if (!head.endsWith("…")) return /[.?!:]$/.test(head) ? `${head} ${text}` : `${head}: ${text}`;
  return joined(head.slice(0, -1), text.replace(/^…/, ""));
}

/** Fewer units in common may be chance. */
const LEAST_OVERLAP = 8;

/** The start of a text and a later part of it, which may begin within that start. */
function joined(start: string, part: string): string {
  for (let at = 0; at <= start.length - LEAST_OVERLAP; at++) {
    if (part.startsWith(start.slice(at))) return start.slice(0, at) + part;
  }
  return `${start}… ${part}`;
}

/** "0.62 = words 0.5 + recency 0.12". */
function scoreText(item: FoundItem | undefined): string {
  const parts = (item?.why ?? []).map(({ name, value }, i) =>
    `${i === 0 ? "" : value < 0 ? " - " : " + "}${plainLine(name, 60)} ${i === 0 ? value : Math.abs(value)}`
  );
  return parts.length === 0 ? `${item?.score}` : `${item?.score} = ${parts.join("")}`;
}

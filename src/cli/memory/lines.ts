import { memoryId } from "../../core/memory_id.ts";
import { coarseAge } from "../../core/ages.ts";
import type { MemoryRow } from "../../store/memories.ts";
import { localTime, plainLine, plainText } from "../plain_text.ts";
import { alignRows } from "../table.ts";

const BODY_UNITS = 160;

/** A line per memory; with `projects`, each says where it holds. */
export function memoryLines(
  memories: readonly MemoryRow[],
  options: { readonly projects: "shown" | "hidden" },
): string[] {
  const hasOwn = memories.some(({ scope }) => scope === "user");
  const scopeOf = ({ scope }: MemoryRow) => hasOwn ? [scope === "user" ? "user" : ""] : [];
  return alignRows(
    memories.map((memory) => [
      memoryId(memory.id),
      memory.category,
      localTime(memory.updated_at).slice(0, 10),
      ...(options.projects === "shown" ? [placeText(memory)] : scopeOf(memory)),
      summaryLine(memory),
    ]),
  );
}

/** A line per candidate: what it is, how sure it is, since when it waits, what it says. */
export function candidateLines(
  candidates: readonly MemoryRow[],
  { projects, now }: { readonly projects: "shown" | "hidden"; readonly now: Date },
): string[] {
  return alignRows(
    candidates.map((candidate) => [
      memoryId(candidate.id),
      candidate.category,
      candidate.confidence.toFixed(2),
      coarseAge(new Date(candidate.created_at), now),
      ...(projects === "shown" ? [placeText(candidate)] : []),
      summaryLine(candidate),
    ]),
  );
}

/** The title, or the start of the body, on one line. */
export function summaryLine(memory: MemoryRow): string {
  if (memory.status === "deleted") return "(forgotten)";
  const body = plainLine(memory.body, BODY_UNITS);
  return memory.title === null ? body : `${plainLine(memory.title, 60)}: ${body}`;
}

/** "every project", "/home/me/app". */
export function placeText({ scope, project }: MemoryRow): string {
  return scope === "user" ? "every project" : plainText(project ?? "no project");
}

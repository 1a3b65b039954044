import { memoryId } from "../../core/memory_id.ts";
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

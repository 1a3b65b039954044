// `mneme memory list`, and the reasons to doubt a memory, which the page of `mneme view` also shows.
import type { Flags, ListOptions } from "../frame/command.ts";
import { coarseAge, DAY_MS } from "../../base/time.ts";
import { memoriesAbove } from "../../hook/prepare_home.ts";
import { isAbsolute } from "../../machine/paths.ts";
import { decodeEvidence } from "../../memory/memory_evidence.ts";
import { memoryId, withTitle } from "../../memory/memory_text.ts";
import { parseTexts } from "../../store/columns.ts";
import {
  confirmations,
  countMemories,
  findMemories,
  LACKS_PHRASES,
  LACKS_TITLE,
  type MemoryFilter,
  type MemoryRow,
  memoryView,
} from "../../store/memories.ts";
import { every } from "../../store/sql.ts";
import type { Store } from "../../store/store.ts";
import { chosenProject, readStore, requirePaths } from "../frame/home.ts";
import { isThere } from "../frame/typed_paths.ts";
import { printJson, printLine, warnLine } from "../frame/output.ts";
import { alignRows, localTime, plainLine, plainText } from "../frame/plain_text.ts";
import { requireCategory } from "../items/find_item.ts";

type ListFlags =
  & ListOptions
  & Flags<"category" | "author", "candidates" | "new" | "doubtful" | "withoutRecall" | "untitled">;

export const MAX_CHECKED = 2000; // the most memories whose files are looked for on the disk
const NEW_MS = 7 * DAY_MS;

export function listMemories(flags: ListFlags): void {
  const paths = requirePaths();
  const filter: MemoryFilter = {
    project: chosenProject(flags),
    category: flags.category === undefined ? undefined : requireCategory(flags.category),
    status: flags.candidates ? "candidate" : "active",
    since: flags.new ? new Date(Date.now() - NEW_MS).toISOString() : undefined,
    author: flags.author,
    lacks: every(flags.withoutRecall && LACKS_PHRASES, flags.untitled && LACKS_TITLE),
  };
  const { limit } = flags;
  const { found, count, waiting, above } = readStore(paths, (store) => ({
    found: flags.doubtful
      ? doubtfulOf(store, findMemories(store, { ...filter, limit: MAX_CHECKED })).slice(0, limit)
      : findMemories(store, { ...filter, limit }).map((memory) => ({ memory, doubts: undefined })),
    count: countMemories(store, filter),
    waiting: countMemories(store, { ...filter, status: "candidate" }),
    above: filter.project && memoriesAbove(store, filter.project),
  }));
  if (flags.json) printJson(found.map(({ memory, doubts }) => ({ ...memoryView(memory), doubts })));
  else {
    memoryLines(found.map(({ memory }) => memory), flags).forEach((line, at) => {
      printLine(line);
      for (const doubt of found[at]?.doubts ?? []) printLine(`    ${doubt}`);
    });
  }
  if (flags.doubtful && !flags.json) {
    const advice = "mneme memory edit corrects one, mneme memory forget removes it";
    return warnLine(found.length === 0 ? "Nothing speaks against any memory" : advice);
  }
  if (count > limit && !flags.doubtful) {
    const which = flags.candidates ? "surest" : "newest";
    warnLine(`These are the ${limit} ${which} of ${count}; --limit shows more, --limit all every one`);
  }
  if (flags.json) return;
  if (found.length === 0) {
    const place = filter.project && ` of ${plainText(filter.project)}; --all looks in every project`;
    const isChosen = [flags.category, flags.new, flags.author, flags.withoutRecall, flags.untitled]
      .some((flag) => flag !== undefined);
    warnLine(`No ${isChosen ? "such " : ""}${flags.candidates ? "candidate" : "memory"}${place ?? ""}`);
    if (above) warnLine(above);
    if (waiting > 0) warnLine(`Candidates wait to be kept: ${waiting}; mneme memory list --candidates`);
  } else if (flags.withoutRecall || flags.untitled) {
    warnLine(
      'mneme memory edit m3 --title "…" --recall-when "…" says the fact, and how one would ask for it',
    );
  }
}

function memoryLines(memories: readonly MemoryRow[], { all, candidates }: ListFlags): string[] {
  const hasUserScope = !candidates && memories.some(({ scope }) => scope === "user");
  const now = new Date();
  return alignRows(memories.map((memory) => {
    const { category, confidence, created_at, updated_at, scope, project } = memory;
    const place = scope === "user" ? "every project" : plainText(project ?? "no project");
    return [
      memoryId(memory.id),
      category,
      ...(candidates
        ? [confidence.toFixed(2), coarseAge(new Date(created_at), now)]
        : [localTime(updated_at).slice(0, 10)]),
      ...(all ? [place] : hasUserScope ? [scope === "user" ? "user" : ""] : []),
      summaryLine(memory),
    ];
  }));
}

function summaryLine(memory: MemoryRow): string {
  const { cues, proposes } = decodeEvidence(memory.evidence ?? "");
  const said = proposes === undefined ? memory.author : cues[0]; // "anna", or "anna proposes to forget m3"
  const { rejected } = memory;
  const dropped = rejected === null ? "" : `(tried and dropped${rejected === "" ? "" : `: ${rejected}`}) `;
  const by = said == null ? "" : `(${said}) `;
  return plainLine(by + dropped + withTitle(memory.title, memory.body), 160);
}

/** Returns memories that may be out of date, with the reasons, unless a person confirmed them after the last change. */
export function doubtfulOf(store: Store, memories: readonly MemoryRow[]) {
  const confirmed = confirmations(store, memories.map(({ id }) => memoryId(id)));
  return memories.flatMap((memory) => {
    const isConfirmed = (confirmed.get(memoryId(memory.id)) ?? "") >= memory.updated_at;
    const doubts = isConfirmed ? [] : missingFiles(memory);
    return doubts.length === 0 ? [] : [{ memory, doubts }];
  });
}

/** Says that all files (for `src/*.ts`, the folder) are gone, but not if the project is: its disk may be unmounted. */
function missingFiles({ files, project }: MemoryRow): string[] {
  const paths = parseTexts(files).filter((path) => isAbsolute(path) || project !== null);
  if (paths.length === 0 || (project !== null && !isThere(project))) return [];
  const places = paths.map((path) => (isAbsolute(path) ? path : `${project}/${path}`));
  if (places.some((place) => isThere(place.replace(/[^\\/]*\*.*$/s, "")))) return [];
  const names = paths.map(plainText).join(", ");
  return [paths.length === 1 ? `its file is gone: ${names}` : `its files are gone: ${names}`];
}

import type { Flags, ListOptions, Output } from "../frame/command.ts";
import { coarseAge } from "../../base/time.ts";
import { isAbsolute, type Paths } from "../../machine/paths.ts";
import { isSameStatement, statementOf } from "../../memory/memory_relation.ts";
import { decodeEvidence } from "../../memory/memory_evidence.ts";
import { memoryId } from "../../memory/memory_text.ts";
import { parseTexts } from "../../store/columns.ts";
import {
  confirmations,
  countMemories,
  findMemories,
  memoryByRow,
  type MemoryFilter,
  type MemoryRow,
  memoryView,
  supersededBy,
} from "../../store/memories.ts";
import { sessionCalled } from "../../store/sessions.ts";
import type { Store } from "../../store/store.ts";
import { SHORT_BODY } from "../../store/contents.ts";
import { toldInVain } from "../../store/tellings.ts";
import { chosenProject, readStore, requirePaths } from "../frame/home.ts";
import { isThere } from "../frame/is_there.ts";
import { printJson, printLine, warnLine } from "../frame/output.ts";
import { alignRows, amount, indentedLines, localTime, plainLine, plainText } from "../frame/plain_text.ts";
import { requireCategory, requireMemory, requireRow } from "../items/find_item.ts";

type ListFlags =
  & ListOptions
  & Flags<"category" | "author", "candidates" | "new" | "doubtful" | "withoutRecall" | "untitled">;

/** The most memories that are checked for doubts, the newest first; comparing more takes seconds. */
const MAX_CHECKED = 2000;
/** The most newer memories that one memory is compared with. */
const COMPARED = 500;
/** A memory is doubtful if this many sessions got its title and none opened it. */
const PATIENCE = 30;
const NEW_MS = 7 * 86_400_000;

/** Runs `mneme memory list`. An empty list is no error; a message says where else to look. */
export function listMemories(flags: ListFlags): void {
  const paths = requirePaths();
  const filter: MemoryFilter = {
    project: chosenProject(flags, paths),
    category: flags.category === undefined ? undefined : requireCategory(flags.category),
    status: flags.candidates ? "candidate" : "active",
    since: flags.new ? new Date(Date.now() - NEW_MS).toISOString() : undefined,
    author: flags.author,
    lacksPhrases: flags.withoutRecall,
    lacksTitle: flags.untitled,
  };
  if (flags.doubtful) return listDoubtful(paths, filter, flags);
  const { limit } = flags;
  const { memories, count, waiting } = readStore(paths, (store) => ({
    memories: findMemories(store, { ...filter, limit }),
    count: countMemories(store, filter),
    waiting: countMemories(store, { ...filter, status: "candidate" }),
  }));
  if (flags.json) printJson(memories.map(memoryView));
  else memoryLines(memories, flags).forEach(printLine);
  if (count > limit) {
    const which = flags.candidates ? "surest" : "newest";
    warnLine(`These are the ${limit} ${which} of ${count}; --limit shows more, --limit all every one`);
  }
  if (flags.json) return;
  if (memories.length === 0) {
    const place = filter.project && ` of ${plainText(filter.project)}; --all looks in every project`;
    const isChosen = [flags.category, flags.new, flags.author, flags.withoutRecall, flags.untitled]
      .some((flag) => flag !== undefined);
    warnLine(`No ${isChosen ? "such " : ""}${flags.candidates ? "candidate" : "memory"}${place ?? ""}`);
    if (waiting > 0) warnLine(`Candidates wait to be kept: ${waiting}; mneme memory list --candidates`);
  } else if (flags.withoutRecall || flags.untitled) {
    warnLine(
      'mneme memory edit m3 --title "…" --recall-when "…" says the fact, and how one would ask for it',
    );
  }
}

function listDoubtful(paths: Paths, filter: MemoryFilter, flags: ListFlags): void {
  const all = { ...filter, limit: MAX_CHECKED };
  const found = readStore(paths, (store) => doubtfulOf(store, findMemories(store, all)))
    .slice(0, flags.limit);
  if (flags.json) return printJson(found.map(({ memory, doubts }) => ({ ...memoryView(memory), doubts })));
  const lines = memoryLines(found.map(({ memory }) => memory), flags);
  found.forEach(({ doubts }, at) => {
    printLine(lines[at] ?? "");
    for (const doubt of doubts) printLine(`    ${doubt}`);
  });
  if (found.length === 0) warnLine("Nothing speaks against any memory");
  else warnLine("mneme memory edit corrects one, mneme memory forget removes it");
}

export function showMemory(id: string, { json }: Output): void {
  const row = requireRow("memory", id);
  readStore(requirePaths(), (store) => {
    const memory = requireMemory(store, row);
    if (json) printJson(memoryDetails(store, memory));
    else memoryPage(store, memory).forEach(printLine);
  });
}

/** Returns a memory as JSON, with its session and the memories that it replaced. */
export function memoryDetails(store: Store, memory: MemoryRow) {
  const session = sessionOf(store, memory);
  return {
    ...memoryView(memory),
    session: session === undefined ? null : { id: session.id, title: session.title },
    supersedes: supersededBy(store, memory.id).map(memoryId),
  };
}

/** Returns the lines that show a memory and why it is remembered. A forgotten memory has no text to show. */
export function memoryPage(store: Store, memory: MemoryRow): string[] {
  if (memory.status === "deleted") {
    return [`${memoryId(memory.id)} was forgotten ${localTime(memory.updated_at)}`];
  }
  const title = memory.title === null ? "" : `  ${plainLine(memory.title, 200)}`;
  const files = parseTexts(memory.files);
  const lastUse = memory.last_used_at === null ? "" : `, last ${localTime(memory.last_used_at)}`;
  return [
    `${memoryId(memory.id)}  ${memory.category}${title}`,
    ...indentedLines(memory.body),
    ...alignRows([
      ["status", statusText(store, memory)],
      ["holds in", placeText(memory)],
      ...whyRows(store, memory),
      ...supersededBy(store, memory.id).map((row) => ["replaces", linkText(store, row)]),
      ...(files.length === 0 ? [] : [["files", plainText(files.join(", "))]]),
      ...parseTexts(memory.recall_when).map((phrase, i) => [i === 0 ? "found by" : "", plainText(phrase)]),
      ["saved", `${localTime(memory.created_at)}, changed ${localTime(memory.updated_at)}`],
      ["used", `${amount(memory.use_count, "time")}${lastUse}`],
    ]),
  ];
}

function statusText(store: Store, memory: MemoryRow): string {
  if (memory.status === "candidate") return "candidate: it waits to be kept or dropped";
  const dropped = plainText(droppedText(memory)).trim();
  if (memory.superseded_by === null) return `${memory.status} ${dropped}`.trim();
  return `${memory.status} by ${linkText(store, memory.superseded_by)}`;
}

function linkText(store: Store, row: number): string {
  const other = memoryByRow(store, row);
  return other === undefined ? memoryId(row) : `${memoryId(row)}  ${summaryLine(other)}`;
}

const SOURCE_WORDS: Readonly<Record<MemoryRow["source"], string>> = {
  triage: "found when a turn ended",
  user: "you said so",
  agent: "saved by the agent",
  import: "imported",
};

function whyRows(store: Store, memory: MemoryRow): string[][] {
  const session = sessionOf(store, memory);
  const { quote, uuid, offset, cues, edited, from } = decodeEvidence(memory.evidence ?? "");
  const change = edited === undefined ? "" : `; its words were changed by hand ${localTime(edited.at)}`;
  const ofWhat = edited === undefined ? "" : ", for its old text";
  const place = offset === undefined ? "" : `, byte ${offset} of the transcript`;
  const named = plainLine(session?.title ?? memory.session_id ?? "", 100);
  const { author, source } = memory;
  const said = author === null ? SOURCE_WORDS[source] : `${plainLine(author, 60)} of the team said so`;
  return [
    ["why", `${said} (confidence ${memory.confidence})${change}`],
    ...(from === undefined ? [] : [["adopted from", plainLine(`${from.author} of ${from.space}`, 100)]]),
    ...(named === "" ? [] : [["session", session === undefined ? named : `${session.id}  ${named}`]]),
    ...(quote === "" ? [] : [["evidence", `"${plainLine(quote, 500)}"${ofWhat}`]]),
    ...(uuid === undefined ? [] : [["message", `${plainLine(uuid, 80)}${place}`]]),
    ...(cues.length === 0 ? [] : [["cues", plainLine([...new Set(cues)].join("; "), 200)]]),
  ];
}

function sessionOf(store: Store, { session_id: id }: MemoryRow) {
  const found = id === null ? undefined : sessionCalled(store, id);
  return found?.session_id === id ? found : undefined;
}

/** Returns a line for each memory: candidates with score and age, and with `all` each with its project. */
function memoryLines(memories: readonly MemoryRow[], { all, candidates }: ListFlags): string[] {
  const hasUserScope = !candidates && memories.some(({ scope }) => scope === "user");
  const now = new Date();
  return alignRows(memories.map((memory) => [
    memoryId(memory.id),
    memory.category,
    ...(candidates
      ? [memory.confidence.toFixed(2), coarseAge(new Date(memory.created_at), now)]
      : [localTime(memory.updated_at).slice(0, 10)]),
    ...(all ? [placeText(memory)] : hasUserScope ? [memory.scope === "user" ? "user" : ""] : []),
    summaryLine(memory),
  ]));
}

function summaryLine(memory: MemoryRow): string {
  if (memory.status === "deleted") return "(forgotten)";
  const { cues, proposes } = decodeEvidence(memory.evidence ?? "");
  const said = proposes === undefined ? memory.author : cues[0]; // of a teammate
  const body = plainLine(`${said == null ? "" : `(${said}) `}${droppedText(memory)}${memory.body}`, 160);
  return memory.title === null ? body : `${plainLine(memory.title, 60)}: ${body}`;
}

/** Returns "(tried and dropped: too slow) " for a rejected memory. */
function droppedText({ rejected }: MemoryRow): string {
  return rejected === null ? "" : `(tried and dropped${rejected === "" ? "" : `: ${rejected}`}) `;
}

function placeText({ scope, project }: MemoryRow): string {
  return scope === "user" ? "every project" : plainText(project ?? "no project");
}

/** Returns memories that may be out of date, with the reasons; newer ones in `others` may repeat them. */
export function doubtfulOf(store: Store, memories: readonly MemoryRow[], others = memories) {
  const read = new Map(others.map((other) => [other, statementOf(other.body)]));
  const groups = Map.groupBy(others, placeKey);
  const ids = memories.map(({ id }) => memoryId(id));
  const [confirmed, unopened] = [confirmations(store, ids), toldInVain(store, ids, PATIENCE)];
  const repeated = (memory: MemoryRow) => {
    if (memory.category === "SESSION_SUMMARY") return []; // two sessions may end with the same words
    const newer = (groups.get(placeKey(memory)) ?? []).filter((one) => isNewer(one, memory)).slice(-COMPARED);
    const own = statementOf(memory.body);
    return newer.filter((one) => isSameStatement(own, read.get(one)!))
      .map(({ id }) => `${memoryId(id)} says nearly the same`);
  };
  return memories.flatMap((memory) => {
    const id = memoryId(memory.id);
    if ((confirmed.get(id) ?? "") >= memory.updated_at) return []; // a person has confirmed the memory since its last change
    const count = memory.body.length <= SHORT_BODY ? undefined : unopened.get(id); // told in full, mostly
    const ignored = count === undefined ? [] : [`was told in ${count} sessions and never opened`];
    const doubts = [...missingFiles(memory), ...repeated(memory), ...ignored];
    return doubts.length === 0 ? [] : [{ memory, doubts }];
  });
}

/** Memories of one import have the same time. */
function isNewer(one: MemoryRow, other: MemoryRow): boolean {
  return one.created_at === other.created_at ? one.id > other.id : one.created_at > other.created_at;
}

/** Returns the reasons to doubt one memory; none if it is not in use. */
export function doubtsOf(store: Store, memory: MemoryRow): readonly string[] {
  const { category, status } = memory;
  if (status !== "active") return [];
  const project = memory.project ?? undefined;
  const others = findMemories(store, { project, category, status, limit: COMPARED });
  return doubtfulOf(store, [memory], others)[0]?.doubts ?? [];
}

function placeKey({ category, scope, project }: MemoryRow): string {
  return `${category} ${scope} ${project}`;
}

/** Returns a reason to doubt a memory if its files are gone, but not its project, as with a disk that is not mounted. */
function missingFiles({ files, project }: MemoryRow): string[] {
  const paths = parseTexts(files).filter((path) => isAbsolute(path) || project !== null);
  if (paths.length === 0 || (project !== null && !isThere(project))) return [];
  const places = paths.map((path) => isAbsolute(path) ? path : `${project}/${path}`);
  if (places.some(isThere)) return [];
  const names = paths.map(plainText).join(", ");
  return [paths.length === 1 ? `its file is gone: ${names}` : `its files are gone: ${names}`];
}

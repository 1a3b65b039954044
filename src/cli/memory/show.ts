import { decodeEvidence } from "../../core/memory_evidence.ts";
import { memoryId } from "../../core/memory_id.ts";
import { memoryByRow, type MemoryRow, supersededBy } from "../../store/memories.ts";
import { parseTexts } from "../../store/json_columns.ts";
import { sessionsCalled, type SessionView } from "../../store/session_views.ts";
import type { Store } from "../../store/store.ts";
import { requirePaths } from "../data_folder.ts";
import { printJson, printLine } from "../output.ts";
import { localTime, plainLine, plainText } from "../plain_text.ts";
import { readStore } from "../read_store.ts";
import { alignRows, amount } from "../table.ts";
import { noSuchMemory, requireMemory, requireMemoryId } from "./find_memory.ts";
import { placeText, summaryLine } from "./lines.ts";
import { memoryView } from "./view.ts";

/** `mneme memory show`: what is remembered, and why. */
export function showMemory(id: string, { json }: { readonly json?: true }): void {
  const row = requireMemoryId(id);
  const found = readStore(requirePaths(), (store) => {
    const memory = requireMemory(store, row);
    if (json) printJson(memoryDetails(store, memory));
    else for (const line of memoryPage(store, memory)) printLine(line);
    return true;
  }, false);
  if (!found) noSuchMemory(row);
}

/** All of a memory as JSON, with the session that it is from and what it took the place of. */
export function memoryDetails(store: Store, memory: MemoryRow) {
  const session = sessionOf(store, memory);
  return {
    ...memoryView(memory),
    session: session === undefined ? null : { id: session.id, title: session.title },
    supersedes: supersededBy(store, memory.id).map(memoryId),
  };
}

/** The same for people. */
export function memoryPage(store: Store, memory: MemoryRow): string[] {
  const title = memory.title === null ? "" : `  ${plainLine(memory.title, 200)}`;
  const body = memory.status === "deleted"
    ? []
    : memory.body.split("\n").map((line) => `    ${plainText(line)}`);
  const files = parseTexts(memory.files);
  const lastUse = memory.last_used_at === null ? "" : `, last ${localTime(memory.last_used_at)}`;
  return [
    `${memoryId(memory.id)}  ${memory.category}${title}`,
    ...body,
    ...alignRows([
      ["status", statusText(store, memory)],
      ["holds in", placeText(memory)],
      ...whyRows(store, memory),
      ...supersededBy(store, memory.id).map((row) => ["replaces", linkText(store, row)]),
      ...(files.length === 0 ? [] : [["files", plainText(files.join(", "))]]),
      ["saved", `${localTime(memory.created_at)}, changed ${localTime(memory.updated_at)}`],
      ["used", `${amount(memory.use_count, "time")}${lastUse}`],
    ]),
  ];
}

function statusText(store: Store, memory: MemoryRow): string {
  if (memory.status === "deleted") return `forgotten ${localTime(memory.updated_at)}`;
  if (memory.status === "candidate") return "candidate: flagged and never saved";
  if (memory.superseded_by === null) return memory.status;
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
  const confidence = `confidence ${memory.confidence}`;
  const { quote, uuid, offset, cues, edited } = decodeEvidence(memory.evidence ?? "");
  const change = edited === undefined ? "" : `; its words were changed by hand ${localTime(edited.at)}`;
  const rows = [["why", `${SOURCE_WORDS[memory.source]} (${confidence})${change}`]];
  if (session !== undefined) {
    rows.push(["session", `${session.id}  ${plainLine(session.title ?? session.session_id, 100)}`]);
  } else if (memory.session_id !== null) rows.push(["session", plainLine(memory.session_id, 100)]);
  const ofWhat = edited === undefined ? "" : ", for what it said before";
  if (quote !== "") rows.push(["evidence", `"${plainLine(quote, 500)}"${ofWhat}`]);
  if (uuid !== undefined) {
    rows.push([
      "message",
      `${plainLine(uuid, 80)}${offset === undefined ? "" : `, byte ${offset} of the transcript`}`,
    ]);
  }
  if (cues.length > 0) rows.push(["cues", plainLine([...new Set(cues)].join("; "), 200)]);
  return rows;
}

function sessionOf(store: Store, memory: MemoryRow): SessionView | undefined {
  if (memory.session_id === null) return undefined;
  return sessionsCalled(store, memory.session_id, 1).find((found) => found.session_id === memory.session_id);
}

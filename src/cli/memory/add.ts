// `mneme memory add`, and the saving of a memory, also for the tool `save_memory`.
import { cutAtWord } from "../../base/cut.ts";
import { UserError } from "../../base/user_error.ts";
import { isAgentsShell, sessionOfShell } from "../../machine/environment.ts";
import { memoryId } from "../../memory/memory_text.ts";
import { contentsLine } from "../../session/contents.ts";
import { encodeEvidence } from "../../memory/memory_evidence.ts";
import { isSameMatter } from "../../memory/memory_relation.ts";
import { stopState } from "../../store/stop_state.ts";
import type { Store } from "../../store/store.ts";
import { settleAnswered } from "../../store/candidates.ts";
import { itemsByIds } from "../../store/contents.ts";
import { memoryByRow, type MemoryDraft, memoryView } from "../../store/memories.ts";
import { saveMemory } from "../../store/save_memory.ts";
import type { SearchHit } from "../../search/search_types.ts";
import { search } from "../../store/search.ts";
import { lastPromptAt } from "../../store/sessions.ts";
import { indexQueued } from "../../store/search_index.ts";
import { requireProposable } from "../../sync/portable.ts";
import { readSpaces } from "../../sync/spaces.ts";
import type { Output } from "../frame/command.ts";
import { openHome } from "../frame/home.ts";
import { cleanerFor, findCaller, requireOrigin, type ToolCall, warnOfRemoved } from "../items/call_place.ts";
import { printJson, printLine, warnLine } from "../frame/output.ts";
import { removalByUser, requireMemory, requireRow } from "../items/find_item.ts";
import { draftOf, type MemoryInput, onOneLine } from "../items/memory_draft.ts";
import { describeEdit, editOne } from "./edit.ts";

type AddFlags = Omit<MemoryInput, "body"> & Output & { readonly recallWhen?: readonly string[] };

export function addMemory(body: string, { json, recallWhen, ...flags }: AddFlags): void {
  const input = { ...flags, body, recall_when: recallWhen };
  const { id, message, memory, outcome, superseded, near, removed } = saveInput(input);
  warnOfRemoved(removed, id);
  if (json) return printJson({ ...memoryView(memory), outcome, superseded });
  printLine(message);
  for (const line of near) warnLine(`Similar: ${line}`);
}

/** Saves a memory and says what was done. `call` is given if an agent saves with a tool. */
export function saveInput(input: MemoryInput, call?: ToolCall) {
  const { replaces = [] } = input;
  const origin = requireOrigin();
  const named = sessionOfShell() ?? null;
  const source = call !== undefined || isAgentsShell() ? "agent" : "user";
  const clean = cleanerFor(origin.settings);
  const draft = draftOf(input, { ...origin, source, sessionId: named }, clean);
  const { paths, store } = openHome();
  using _closed = store;
  const sessionId = call === undefined ? named : findCaller(store, origin.project, call).sessionId ?? null;
  const at = new Date().toISOString();
  const { row, outcome, superseded, edits, heirs } = store.transaction(() => {
    const given = replaces.filter((one) => removalByUser(one) === undefined)
      .map((one) => requireReplaceable(store, one, origin.project));
    const active = given.filter(({ status }) => status === "active");
    const theirs = active.filter(({ author }) => author !== null); // of team members: edited, then proposed to them
    requireProposable(store, readSpaces(paths).spaces, theirs, draft);
    const change = { body: draft.body, title: draft.title ?? undefined }; // `saveMemory` then adds files and phrases
    const edits = theirs.map((one) => editOne(store, one, change, origin));
    const evidence = source === "agent" ? promptBehind(store, sessionId, draft.body) : null;
    const kept = { ...draft, category: theirs[0]?.category ?? draft.category, evidence, sessionId };
    const saved = saveMemory(store, kept, at, active.map(({ id }) => id));
    // A memory that confirms a candidate settles no other candidate: the ask was about the confirmed one.
    const isAnswer = source === "agent" && saved.outcome !== "confirmed";
    if (isAnswer) settleAnswered(store, { ...kept, id: saved.row, session_id: sessionId }, at);
    return { ...saved, edits, heirs: given.flatMap(({ superseded_by: heir }) => heir ?? []) }; // replaced before
  });
  const id = memoryId(row);
  const near = nearTo(store, { ...draft, sessionId, row }, origin.project, heirs);
  const memory = requireMemory(store, row);
  const stays = replaces.flatMap((given) => removalByUser(given) ?? []);
  const isEdit = superseded.length === 0 && edits.some(({ before: { id } }) => id === row); // `describeEdit` tells it
  const saved = isEdit ? [] : [describeSave({ row, outcome, superseded }, draft.category)];
  const done = [...edits.map((one) => describeEdit({ ...one, left: [] }).join(". ")), ...saved, ...stays];
  const shown = { superseded: superseded.map(memoryId), removed: clean.removed(), message: done.join("; ") };
  return { id, outcome, memory, near, ...shown };
}

export function describeSave({ row, outcome, superseded }: ReturnType<typeof saveMemory>, category: string) {
  const id = memoryId(row);
  const isSummary = category === "SESSION_SUMMARY"; // a session has one, which takes any new text
  const done = {
    added: `Saved ${id}`,
    updated: `Updated ${id}, ${isSummary ? "whose old text is gone" : "which said nearly the same"}`,
    confirmed: `Saved ${id}, which was a candidate`,
  }[outcome];
  const others = superseded.map(memoryId).join(", ");
  return others === "" ? done : `${done}; it takes the place of ${others}`;
}

/** Returns the memory to replace; it may be replaced or forgotten already, as when the agent calls twice. */
function requireReplaceable(store: Store, given: string, project: string) {
  const memory = requireMemory(store, requireRow("memory", given));
  if ([null, project].includes(memory.project) && memory.status !== "candidate") return memory;
  const why = "it is not an active memory of this project";
  throw new UserError(`Cannot replace ${memoryId(memory.id)}: ${why}`, { hint: "leave it out of replaces" });
}

/** The least score of a memory that may contradict a new one, its lead over the next hit, and the most hits read. */
const NEAR = { score: 0.4, lead: 0.1, read: 12 };

/** Returns titles of `heirs` of other sessions, and of up to three far more similar memories not saved in this turn. */
function nearTo(
  store: Store,
  { title, body, sessionId, row }: MemoryDraft & { row: number },
  project: string,
  heirs: readonly number[],
) {
  indexQueued(store, 50); // memories that hooks saved are otherwise indexed when their session ends
  const turn = lastPromptAt(store, sessionId);
  const isOwn = ({ sessionId: by, createdAt }: SearchHit) =>
    sessionId !== null && by === sessionId && createdAt >= turn;
  const what = { text: `${title ?? ""} ${body}`, project, kinds: ["memory"], limit: NEAR.read } as const;
  const hits = search(store, { ...what, now: new Date() }).filter((hit) => hit.ref !== row && !isOwn(hit));
  const scoreAt = (index: number) => hits[index]?.score ?? 0;
  const count = [1, 2, 3].find((n) =>
    scoreAt(n - 1) >= NEAR.score && scoreAt(n - 1) - scoreAt(n) >= NEAR.lead
  );
  const others = heirs.filter((heir) => heir !== row && memoryByRow(store, heir)?.session_id !== sessionId);
  const ids = [...others.map(memoryId), ...hits.slice(0, count ?? 0).map(({ id }) => id)];
  return itemsByIds(store, ids).map(contentsLine);
}

/** Returns the newest prompt's longest piece on the matter (`forget` finds no joined ones), else its start, or `null`. */
function promptBehind(store: Store, sessionId: string | null, body: string): string | null {
  const prompt = (sessionId === null ? null : stopState(store, sessionId).asked) ?? "";
  if (prompt.length < body.length / 2 || !isSameMatter(prompt, body)) return null; // a far shorter prompt says less
  const sentences = prompt.slice(0, 8000).split(/(?<=[.!?]) |(?<=[。！？])|\n/); // UTF-16 units
  const marked = sentences.map((one) => isSameMatter(one, body) ? one : "\0").join(" "); // "\0" ends a piece
  const [longest] = marked.split("\0").map(onOneLine).toSorted((a, b) => b.length - a.length);
  const quote = cutAtWord(longest || onOneLine(prompt), 500);
  return encodeEvidence({ quote, uuid: undefined, offset: undefined, cues: ["the user said so"] });
}

// `mneme memory edit` and `reject`, and the tool `enrich_memories`: change stored memories.
import { UsageError, UserError } from "../../base/user_error.ts";
import { sessionOfShell } from "../../machine/environment.ts";
import { memoryId } from "../../memory/memory_text.ts";
import { requirePhrases } from "../../memory/recall_phrases.ts";
import { parseTexts } from "../../store/columns.ts";
import { countMemories, findMemories, LACKS_ANY, type MemoryRow, memoryView } from "../../store/memories.ts";
import { renewSaved } from "../../store/forget.ts";
import { noteOwnChange } from "../../store/notes.ts";
import { proposalEdited, sourceNamed, wordsBefore } from "../../store/others.ts";
import { editMemory, markRejected, setPhrases } from "../../store/save_memory.ts";
import type { Store } from "../../store/store.ts";
import type { Flags } from "../frame/command.ts";
import { currentFolder, openHome, readStore, requirePaths } from "../frame/home.ts";
import { printJson, printLine } from "../frame/output.ts";
import { plainLine } from "../frame/plain_text.ts";
import { requireCategory, requireMemory, requireRow } from "../items/find_item.ts";
import { cleanerFor, requireOrigin, warnOfRemoved } from "../items/call_place.ts";
import { cleanBody, cleanFiles, cleanTitle, type MemoryInput, memoryPlace } from "../items/memory_draft.ts";
import { takeEach } from "./candidates.ts";
import { rowsText } from "../copies/leave_no_trace.ts";

type Edit = Flags<"body" | "title" | "category" | "scope"> & {
  readonly files?: readonly string[] | undefined;
  readonly recallWhen?: readonly string[];
};

export function editCommand(id: string, { json, ...changes }: Edit): void {
  const row = requireRow("memory", id);
  if (Object.keys(changes).length === 0) {
    throw new UsageError("Cannot edit a memory without a change", {
      hint: `give --body, --title, --category, --scope, --files or --recall-when, as in ` +
        `\`mneme memory edit ${memoryId(row)} --body "…"\``,
    });
  }
  const origin = requireOrigin();
  using store = openHome().store;
  const edited = editOne(store, requireMemory(store, row), changes, origin);
  noteOwnChange(store, memoryId(row), sessionOfShell(), new Date().toISOString());
  warnOfRemoved(edited.removed, memoryId(row));
  if (json) printJson({ ...memoryView(requireMemory(store, row)), left: { sources: edited.left } });
  else describeEdit(edited).forEach(printLine);
}

/** Throws a `UserError` if the memory was forgotten, or the new texts may not be stored. */
export function editOne(
  store: Store,
  memory: MemoryRow,
  { body, title, category, scope, files, recallWhen }: Edit,
  origin: ReturnType<typeof requireOrigin>,
) {
  const clean = cleanerFor(origin.settings);
  const isElsewhere = scope !== undefined && scope !== memory.scope;
  const newBody = body === undefined ? memory.body : cleanBody(body, clean);
  // The old title would still state what the new body corrects, and agents act on the title alone.
  const titleOfBody = newBody === memory.body ? memory.title : null;
  const change = {
    body: newBody,
    title: title === undefined ? titleOfBody : cleanTitle(title, clean),
    category: category === undefined ? memory.category : requireCategory(category),
    recall_when: JSON.stringify(phrasesOf(memory, recallWhen ?? [], clean)),
    files: files === undefined
      ? memory.files
      : JSON.stringify(cleanFiles(files, clean, { project: memory.project, folder: currentFolder() })),
    ...(isElsewhere ? memoryPlace(scope, origin) : { scope: memory.scope, project: memory.project }),
  };
  const at = new Date().toISOString();
  const named = sourceNamed(store, proposalEdited(memory, change));
  const { rows, evidence } = wordsBefore(store, named, change, at);
  store.transaction(() => {
    if (requireMemory(store, memory.id).status === "deleted") {
      throw new UserError(`Cannot edit ${memoryId(memory.id)}: it was forgotten`, {
        hint: "`mneme memory add` saves a new one",
      });
    }
    editMemory(store, memory.id, { ...change, evidence }, at);
    if (requireMemory(store, memory.id).body !== memory.body) renewSaved(store, [memory]);
  });
  const lostTitle = title === undefined && change.title === null ? memory.title : null;
  return { before: memory, lostTitle, left: rows, removed: clean.removed() };
}

/** Adds the given phrases; an empty one removes the old ones. `hint`: sync may have united more than the maximum. */
function phrasesOf(memory: MemoryRow, given: readonly string[], clean: (text: string) => string): string[] {
  if (given.length === 0) return parseTexts(memory.recall_when);
  if (given.includes("")) return requirePhrases(given, clean);
  const hint = `--recall-when "" takes away those that ${memoryId(memory.id)} has`;
  return requirePhrases([...parseTexts(memory.recall_when), ...given], clean, hint);
}

/** Returns lines that say what was changed and which rows still contain the old text. */
export function describeEdit({ before, lostTitle, left }: ReturnType<typeof editOne>): string[] {
  const { id, status, author } = before;
  const name = memoryId(id);
  const asked =
    `, which is a copy of your own now; ${author} is asked to change theirs with the next \`mneme sync\``;
  const waits = `, still a candidate: \`mneme memory keep ${name}\``;
  const forget = `\`mneme memory forget ${name} --source\``;
  const unused = status === "candidate" ? waits : ", which is superseded and stays out of use";
  return [
    `Changed ${name}${status !== "active" ? unused : author === null ? "" : asked}`,
    ...(lostTitle === null ? [] : [
      `Its title “${plainLine(lostTitle, 60)}” went with the old text; edit the title to give it a new one`,
    ]),
    ...(left.length === 0 ? [] : [
      `  its old text is still in ${rowsText(left)}; only ${forget} clears that, with the memory`,
    ]),
  ];
}

/** Marks memories as tried and dropped: starts omit them, search shows the mark. `--undo` removes it. */
export async function rejectMemories(ids: readonly string[], flags: Flags<"reason", "undo" | "all">) {
  const clean = cleanerFor(requireOrigin().settings);
  const rejected = flags.undo ? null : cleanTitle(flags.reason ?? "", clean) ?? "";
  const reason = rejected === "" ? " (--reason says why)" : "";
  await takeEach("reject", ids, flags, (store, memory, at) => {
    const id = memoryId(memory.id);
    if (memory.status !== "active") {
      throw new UserError(`Cannot reject ${id}: it is not in use, but ${memory.status}`, {
        hint: "`mneme memory list` shows those in use",
      });
    }
    if (flags.undo && memory.rejected === null) return { row: memory.id, line: `${id} stands already` };
    markRejected(store, memory.id, rejected, at);
    noteOwnChange(store, id, sessionOfShell(), at);
    warnOfRemoved(clean.removed(), id);
    const where = memory.author === null ? "" : " on this machine"; // sync sends no mark on a teammate's memory
    const line = rejected === null
      ? `${id} stands again`
      : `${id} comes back as tried and dropped${where}${reason}; undo: mneme memory reject ${id} --undo`;
    return { row: memory.id, line };
  });
}

/**
 * Changes all of `given`, or none if one is refused; a title that is there stays. Returns up to ten memories that
 * lack a title or phrases; `left` counts all such memories.
 */
export function enrichMemories(
  given: readonly (Pick<MemoryInput, "recall_when" | "title"> & { readonly id: string })[],
) {
  const { project, settings } = requireOrigin();
  const clean = cleanerFor(settings);
  const changes = given.map(({ id, recall_when = [], title }) => ({
    row: requireRow("memory", id),
    phrases: requirePhrases(recall_when, clean),
    title: title === undefined ? null : cleanTitle(title, clean),
  }));
  const kept: string[] = []; // the ids of memories whose title stays: a person may have written it
  if (changes.length > 0) {
    using store = openHome().store;
    const at = new Date().toISOString();
    store.transaction(() => {
      for (const { row, phrases, title } of changes) {
        const memory = requireMemory(store, row);
        const id = memoryId(row);
        const isHere = [null, project].includes(memory.project);
        if (!isHere || memory.status === "deleted" || memory.author !== null) {
          const own = memory.author === null ? "it was forgotten" : "it is a teammate's";
          const why = isHere ? own : "it is of another project";
          throw new UserError(`Cannot enrich ${id}: ${why}`, { hint: "leave it out" });
        }
        const all = [...parseTexts(memory.recall_when), ...phrases];
        const hint = `send fewer, as ${id} has some already`;
        if (phrases.length > 0) setPhrases(store, row, requirePhrases(all, clean, hint));
        if (title !== null && memory.title) kept.push(id);
        else if (title !== null) editMemory(store, row, { ...requireMemory(store, row), title }, at); // read again
      }
    });
  }
  const lacking = { project, status: "active", lacks: LACKS_ANY } as const;
  const { memories, left } = readStore(requirePaths(), (store) => ({
    memories: findMemories(store, { ...lacking, limit: 10 }),
    left: countMemories(store, lacking),
  }));
  return {
    enriched: changes.map(({ row }) => memoryId(row)),
    ...(kept.length === 0 ? {} : { titles_kept: kept }),
    memories: memories.map(({ id, category, title, body, recall_when }) => ({
      id: memoryId(id),
      category,
      title,
      body,
      lacks: [...(title ? [] : ["title"]), ...(recall_when === "[]" ? ["recall_when"] : [])],
    })),
    left,
  };
}

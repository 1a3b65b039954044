import { UsageError, UserError } from "../../base/user_error.ts";
import { memoryId } from "../../memory/memory_text.ts";
import { requirePhrases, withPhrases } from "../../memory/recall_phrases.ts";
import { parseTexts } from "../../store/columns.ts";
import type { MemoryRow } from "../../store/memories.ts";
import { editMemory } from "../../store/save_memory.ts";
import type { Store } from "../../store/store.ts";
import type { Flags } from "../command.ts";
import { evaluateProject } from "../config/compile.ts";
import { requirePaths } from "../data_folder.ts";
import { cleanerFor } from "../ghap/ghap_home.ts";
import { printJson, printLine } from "../output.ts";
import { openHome } from "../prepare_home.ts";
import { requireCategory, requireMemory } from "../search/find_item.ts";
import { thisProject } from "../this_project.ts";
import { cleanBody, cleanFiles, cleanTitle, placeOf } from "./add.ts";
import { endRefused, parseChoices, takeChosen } from "./candidates.ts";
import { memoryView } from "./list.ts";

type EditFlags = Flags<"body" | "title" | "category" | "scope" | "files"> & {
  readonly recallWhen?: readonly string[];
};

/** What is to be said from now on; what is absent stays. */
type Edit = Omit<EditFlags, "files"> & { readonly files?: readonly string[] | undefined };

/** `mneme memory edit`: puts other words into a memory, or several elsewhere; what is not named stays. */
export function editMemories(ids: readonly string[], flags: EditFlags): void {
  const choices = parseChoices(ids);
  const { body, title, category, scope, files, recallWhen } = flags;
  const own = [body, title, files, recallWhen].some((change) => change !== undefined);
  const isOne = choices.length === 1 && choices[0]?.to === undefined;
  if (!own && category === undefined && scope === undefined) {
    throw new UsageError("Cannot edit a memory without a change", {
      hint: `give --body, --title, --category, --scope, --files or --recall-when, as in ` +
        `\`mneme memory edit ${ids[0]} --body "…"\``,
    });
  }
  if (own && !isOne) {
    throw new UsageError("Cannot put the same words into several memories", {
      hint: "give one id with --body, --title, --files or --recall-when; --category and --scope take several",
    });
  }
  const origin = originHere();
  if (category !== undefined) requireCategory(category);
  if (scope !== undefined) placeOf(scope, origin);
  using store = openHome().store;
  const { done, refused } = takeChosen(store, choices, {
    verb: "edit",
    noun: "memory or candidate",
    statuses: ["active", "candidate"],
    take: (memory) => editOne(store, memory, { ...flags, files: files?.split(",") }, origin),
  });
  const views = flags.json && done.map(({ id }) => memoryView(requireMemory(store, id)));
  if (views === undefined) { for (const memory of done) printLine(describeEdit(memory)); }
  else if (!isOne) printJson(views);
  else if (views.length > 0) printJson(views[0]);
  endRefused(refused);
}

function originHere() {
  const paths = requirePaths();
  const project = thisProject(paths);
  return { project, settings: evaluateProject(paths, project).settings };
}

/** Puts other words into one memory; returns it as it was. A `UserError` where they may not be kept. */
export function editOne(
  store: Store,
  memory: MemoryRow,
  { body, title, category, scope, files, recallWhen }: Edit,
  origin: ReturnType<typeof originHere>,
): MemoryRow {
  if (memory.status === "deleted") {
    throw new UserError(`Cannot edit ${memoryId(memory.id)}: it was forgotten`, {
      hint: "`mneme memory add` saves a new one",
    });
  }
  const clean = cleanerFor(origin.settings);
  const isElsewhere = scope !== undefined && scope !== memory.scope;
  const change = {
    evidence: memory.evidence,
    body: body === undefined ? memory.body : cleanBody(body, clean),
    title: title === undefined ? memory.title : cleanTitle(title, clean),
    category: category === undefined ? memory.category : requireCategory(category),
    recall_when: JSON.stringify(phrasesOf(memory, recallWhen ?? [], clean)),
    files: files === undefined ? memory.files : JSON.stringify(cleanFiles(files, clean)),
    ...(isElsewhere ? placeOf(scope, origin) : { scope: memory.scope, project: memory.project }),
  };
  editMemory(store, memory.id, change, new Date().toISOString());
  return memory;
}

/** Those that it has with those that come to it; an empty one takes away those that it has. */
function phrasesOf(memory: MemoryRow, given: readonly string[], clean: (text: string) => string): string[] {
  const added = requirePhrases(given, clean);
  if (given.includes("")) return added;
  const id = memoryId(memory.id);
  return withPhrases(
    parseTexts(memory.recall_when),
    added,
    `--recall-when "" takes away those that ${id} has`,
  );
}

/** Tells that a memory was changed. */
export function describeEdit({ id, status }: MemoryRow): string {
  const name = memoryId(id);
  return `Changed ${name}${
    status === "candidate" ? `, still a candidate: \`mneme memory keep ${name}\`` : ""
  }`;
}

// `mneme memory export` and `import` of JSONL, whose keys are the columns of a memory.
import { memoryView } from "../../store/memories.ts";
import * as z from "zod";
import { asObject, parseJson, type WireObject } from "../../base/json.ts";
import { reasonOf, UserError } from "../../base/user_error.ts";
import { isFolder } from "../../machine/files.ts";
import { folderPath } from "../../machine/paths.ts";
import { MAX_BODY_UNITS, MEMORY_CATEGORIES, parseCategory } from "../../memory/memory_text.ts";
import { MAX_PHRASE_CHARACTERS, MAX_PHRASES, requirePhrases } from "../../memory/recall_phrases.ts";
import { cleanJson } from "../../privacy/clean.ts";
import { isExcludedProject } from "../../privacy/exclusion.ts";
import { exportedMemories, type ImportedMemory, importMemories } from "../../store/memory_transfer.ts";
import { attempt } from "../frame/attempt.ts";
import type { Flags } from "../frame/command.ts";
import { evaluateProject } from "../config/compile.ts";
import { openHome, projectAt, readStore, requirePaths, thisProject } from "../frame/home.ts";
import { printJson, printJsonLine, printLine, warnLine } from "../frame/output.ts";
import { parseItemId } from "../../search/search_types.ts";
import { tryEach } from "../items/find_item.ts";
import { amount, countedLines, quoteValue } from "../frame/plain_text.ts";

const MAX_SHOWN = 20; // lines that cannot be used, or unknown keys

/** If a line is wrong, nothing is imported, unless `--skip-bad` leaves such lines out. */
export async function importFile(file: string, flags: Flags<"project", "forgotten" | "skipBad">) {
  const text = await readText(file);
  const paths = requirePaths();
  const only = flags.project === undefined ? undefined : projectAt(flags.project);
  const project = only ?? thisProject();
  const { privacy } = evaluateProject(paths, project).settings;
  const found = readRecords(text, { only, project, redactSecrets: privacy.redact_secrets });
  const { memories, unknownKeys, bad, bad: { length: skipped } } = found;
  for (const line of bad.slice(0, MAX_SHOWN)) warnLine(line);
  if (skipped > MAX_SHOWN) warnLine(`and ${skipped - MAX_SHOWN} more`);
  if (skipped > 0 && !flags.skipBad) {
    const lines = memories.length + skipped;
    const which = skipped === 1 ? "one of its lines" : `${skipped} of its ${lines} lines`;
    throw new UserError(`Cannot import ${file}: ${which} cannot be used, so nothing was imported`, {
      hint: "correct what is named above, or import the rest with --skip-bad",
    });
  }
  const wanted = memories.filter((memory) =>
    memory.project === null || !isExcludedProject(memory.project, privacy.exclude_projects)
  );
  using store = openHome().store;
  const options = { at: new Date().toISOString(), bringsBack: flags.forgotten === true };
  const { added, present, forgotten } = importMemories(store, wanted, options);
  const excluded = memories.length - wanted.length;
  if (flags.json) {
    const unknown_keys = Object.fromEntries(unknownKeys);
    return printJson({ added, present, excluded, forgotten, skipped, unknown_keys });
  }
  const were = present === 1 ? "was" : "were";
  printLine(`Imported ${amount(added, "memory")}; ${present} ${were} there already`);
  const them = forgotten === 1 ? "it" : "them";
  const keys = [...unknownKeys].slice(0, MAX_SHOWN)
    .map(([key, count]) => `${quoteValue(key)} (${amount(count, "line")})`);
  countedLines([
    [skipped, `${amount(skipped, "line")} that cannot be used`],
    [excluded, `${amount(excluded, "memory")} of projects that privacy.exclude_projects names`],
    [forgotten, `${amount(forgotten, "memory")} that you had forgotten; --forgotten brings ${them} back`],
    [unknownKeys.size, `what mneme does not know: ${keys.join(", ")}`],
  ]).forEach((what) => printLine(`Left out ${what}`));
}

function readRecords(text: string, context: RecordContext) {
  const lines = text.split(/\r?\n/).entries().filter(([, line]) => line.trim() !== "");
  const { done, refused } = tryEach(lines, ([, line]) => memoryFromLine(line, context));
  const keys = Map.groupBy(done.flatMap(({ keys }) => keys), (key) => key);
  return {
    memories: done.map(({ memory }) => memory),
    bad: refused.map(({ item: [i], error }) => `line ${i + 1}: ${error.message}`),
    unknownKeys: new Map(keys.entries().map(([key, found]) => [key, found.length])),
  };
}

async function readText(file: string): Promise<string> {
  const typed = file === "-" ? await new Response(Deno.stdin.readable).arrayBuffer() : undefined;
  return attempt(`read ${file}`, "name a JSONL file in UTF-8, or - for stdin", () => {
    if (isFolder(file)) throw new Deno.errors.IsADirectory(); // reading it fails differently on Windows
    const bytes = new Uint8Array(typed ?? Deno.readFileSync(file));
    const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe; // as `>` writes in Windows PowerShell
    return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8", { fatal: true }).decode(bytes);
  });
}

export function exportMemories({ project }: { readonly project?: string }): void {
  const only = project === undefined ? undefined : projectAt(project);
  const memories = readStore(requirePaths(), (store) => exportedMemories(store, only));
  for (const memory of memories) printJsonLine(memoryView(memory));
  if (memories.length === 0) {
    warnLine("There is no such memory; `mneme projects list` counts those of each project");
  }
}

/** Memories of scope `project` get the project `only`, if given; else their own, or `project` if they name none. */
type RecordContext = Readonly<{ only: string | undefined; project: string; redactSecrets: boolean }>;

const TEXT = z.string().nullish().transform((text) => text ?? null).describe("a text");
/** A plain date is the beginning of that local day; a time without a zone is local. */
const MOMENT = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]).nullish()
  .transform((text) =>
    text == null ? undefined : new Date(text.includes("T") ? text : `${text}T00:00`).toISOString()
  ).describe("a day or a time such as 2026-03-01 or 2026-03-01T10:00:00Z");
const MEMORY_ID = z.union([z.string(), z.int()]).nullish().transform((id, context) => {
  const row = id == null ? undefined : parseItemId(String(id), "memory")?.ref;
  if (id != null && row === undefined) context.addIssue("no id");
  return row;
}).describe("an id such as m12");
const LIST = z.array(z.string());

function orElse<T>(type: z.ZodType<T>, otherwise: T) {
  return type.nullish().transform((given) => given ?? otherwise);
}

/** Leaves out phrases beyond the maximum: sync may have united those of two machines. The line is cleaned already. */
const PHRASES = LIST.transform((phrases, context) => {
  try {
    return requirePhrases(phrases.slice(0, MAX_PHRASES), (text) => text);
  } catch (error) {
    context.addIssue(reasonOf(error));
    return [];
  }
});

/** Error messages say "expected" and the description. Only category and body are required. */
const RECORD = z.object({
  id: MEMORY_ID,
  project: TEXT.transform((path) => path ? folderPath(path) : null)
    .refine((path) => !/^[.~]/.test(path ?? "")).describe("the absolute path of a folder"), // or its name in sync
  scope: orElse(z.enum(["project", "user"]), "project").describe("project or user"),
  category: z.string().transform((name, context) => {
    const category = parseCategory(name);
    if (category === undefined) context.addIssue("no category");
    return category ?? "DECISION"; // any one, as the issue refuses the line
  }).describe(`one of ${MEMORY_CATEGORIES.join(", ")}`),
  title: TEXT,
  body: z.string().max(MAX_BODY_UNITS).transform((body) => body.trim()).pipe(z.string().min(1))
    .describe(`a text of at most ${MAX_BODY_UNITS} characters that is not wholly private`),
  evidence: TEXT,
  source: orElse(z.enum(["triage", "user", "agent", "import"]), "import")
    .describe("triage, user, agent or import"),
  confidence: orElse(z.number().min(0).max(1), 1).describe("a number from 0 to 1"),
  status: orElse(z.enum(["candidate", "active", "superseded"]), "active")
    .describe("candidate, active or superseded"),
  superseded_by: MEMORY_ID,
  session_id: TEXT,
  files: z.union([LIST, z.string().transform(parseJson).pipe(LIST)]).nullish() // a text as in the column
    .transform((files) => JSON.stringify(files ?? [])).describe("a list of paths"),
  recall_when: z.union([PHRASES, z.string().transform(parseJson).pipe(PHRASES)]).nullish()
    .transform((phrases) => JSON.stringify(phrases ?? []))
    .describe(`a list of at most ${MAX_PHRASES} phrases of at most ${MAX_PHRASE_CHARACTERS} characters each`),
  rejected: TEXT,
  created_at: MOMENT,
  updated_at: MOMENT,
  last_used_at: MOMENT,
  use_count: orElse(z.int().min(0), 0).describe("a whole number from 0"),
  author: TEXT,
});

/** Decodes a line; `keys` lists its unknown keys. Throws a `UserError` that says what is wrong. */
function memoryFromLine(line: string, { only, project, redactSecrets }: RecordContext) {
  const fields = asObject(parseJson(line));
  if (fields === undefined) throw new UserError("it is not a JSON object");
  const given = cleanJson(fields, { redactSecrets }) as WireObject;
  const parsed = RECORD.safeParse(given);
  if (!parsed.success) {
    const keys = new Set(parsed.error.issues.map(({ path }) => path[0] as keyof typeof RECORD.shape));
    const faults = [...keys].map((key) => {
      const found = given[key] === undefined ? "is missing" : `is ${quoteValue(given[key])}`;
      return `"${key}" ${found}; expected ${RECORD.shape[key].description}`;
    });
    throw new UserError(faults.join(", and "));
  }
  const { superseded_by, last_used_at, ...record } = parsed.data;
  const memory: ImportedMemory = {
    ...record,
    project: record.scope === "user" ? null : only ?? record.project ?? project,
    superseded_by: superseded_by ?? null,
    last_used_at: last_used_at ?? null,
  };
  return { memory, keys: Object.keys(given).filter((key) => !Object.hasOwn(RECORD.shape, key)) };
}

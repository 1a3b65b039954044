import { isExcludedProject } from "../../core/exclusion.ts";
import { UserError } from "../../core/user_error.ts";
import { type ImportedMemory, importMemories } from "../../store/memory_transfer.ts";
import { evaluateProject } from "../config/compile.ts";
import { projectAt, requirePaths } from "../data_folder.ts";
import { quoteValue } from "../config/wording.ts";
import { printJson, printLine, warnLine } from "../output.ts";
import { openHome } from "../prepare_home.ts";
import { amountOf } from "./amounts.ts";
import { thisProject } from "../this_project.ts";
import { memoryFromLine, type RecordContext } from "./record.ts";

export interface ImportFlags {
  /** What all memories of projects become memories of. */
  readonly project?: string;
  readonly forgotten?: true;
  readonly skipBad?: true;
  readonly json?: true;
}

const MAX_BAD_SHOWN = 20;
const MAX_KEYS_SHOWN = 20;

/** `mneme memory import`: all lines or, where one is wrong, none, unless those that are wrong may be left out. */
export async function importFile(file: string, flags: ImportFlags): Promise<void> {
  const text = await readText(file);
  const paths = requirePaths();
  const only = flags.project === undefined ? undefined : projectAt(flags.project);
  const project = only ?? thisProject(paths);
  const { privacy } = evaluateProject(paths, project).settings;
  const found = readRecords(text, { project, redactSecrets: privacy.redact_secrets });
  tellBad(file, found, flags);
  const memories = found.memories.map((memory) =>
    memory.project === null || only === undefined ? memory : { ...memory, project: only }
  );
  const wanted = memories.filter((memory) =>
    memory.project === null || !isExcludedProject(memory.project, privacy.exclude_projects)
  );
  using store = openHome().store;
  const options = { at: new Date().toISOString(), bringsBack: flags.forgotten === true };
  const { added, present, forgotten } = importMemories(store, wanted, options);
  const excluded = memories.length - wanted.length;
  const skipped = found.bad.length;
  if (flags.json) {
    const unknown_keys = Object.fromEntries(found.unknownKeys);
    return printJson({ added, present, excluded, forgotten, skipped, unknown_keys });
  }
  printLine(`Imported ${amountOf(added)}; ${present} ${present === 1 ? "was" : "were"} there already`);
  if (skipped > 0) printLine(`Left out ${linesOf(skipped)} that cannot be used`);
  if (excluded > 0) {
    printLine(`Left out ${amountOf(excluded)} of projects that privacy.exclude_projects names`);
  }
  if (forgotten > 0) {
    const them = forgotten === 1 ? "it" : "them";
    printLine(`Left out ${amountOf(forgotten)} that you had forgotten; --forgotten brings ${them} back`);
  }
  if (found.unknownKeys.size > 0) {
    printLine(`Left out what mneme does not know: ${keysText(found.unknownKeys)}`);
  }
}

/** What a file holds, line by line. */
interface Records {
  readonly lines: number;
  readonly memories: readonly ImportedMemory[];
  /** Those that cannot be used, each with its number and the reason. */
  readonly bad: readonly string[];
  /** With how many lines have them. */
  readonly unknownKeys: ReadonlyMap<string, number>;
}

function readRecords(text: string, context: RecordContext): Records {
  const memories: ImportedMemory[] = [];
  const bad: string[] = [];
  const unknownKeys = new Map<string, number>();
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    try {
      const { memory, unknownKeys: keys } = memoryFromLine(line, context);
      memories.push(memory);
      for (const key of keys) unknownKeys.set(key, (unknownKeys.get(key) ?? 0) + 1);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      bad.push(`line ${i + 1}: ${error.message}`);
    }
  }
  return { lines: memories.length + bad.length, memories, bad, unknownKeys };
}

/** Names the lines that cannot be used; a `UserError` unless the rest is wanted without them. */
function tellBad(file: string, { bad, lines }: Records, { skipBad }: ImportFlags): void {
  for (const line of bad.slice(0, MAX_BAD_SHOWN)) warnLine(line);
  if (bad.length > MAX_BAD_SHOWN) warnLine(`and ${bad.length - MAX_BAD_SHOWN} more`);
  if (bad.length === 0 || skipBad) return;
  const which = bad.length === 1 ? "one of its lines" : `${bad.length} of its ${lines} lines`;
  throw new UserError(`Cannot import ${file}: ${which} cannot be used, so nothing was imported`, {
    hint: "correct what is named above, or import the rest with --skip-bad",
  });
}

function keysText(keys: Records["unknownKeys"]): string {
  const shown = [...keys].slice(0, MAX_KEYS_SHOWN).map(([key, count]) =>
    `${quoteValue(key)} (${linesOf(count)})`
  );
  const more = keys.size - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

function linesOf(count: number): string {
  return count === 1 ? "1 line" : `${count} lines`;
}

async function readText(file: string): Promise<string> {
  try {
    const bytes = file === "-"
      ? new Uint8Array(await new Response(Deno.stdin.readable).arrayBuffer())
      : Deno.readFileSync(file);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    const reason = cause instanceof Deno.errors.NotFound
      ? "there is no such file"
      : cause instanceof Deno.errors.IsADirectory
      ? "it is a folder"
      : cause instanceof TypeError
      ? "it is not UTF-8 text"
      : cause instanceof Error
      ? cause.message
      : String(cause);
    throw new UserError(`Cannot read ${file}: ${reason}`, {
      hint: "name a JSONL file, or - for stdin",
      cause,
    });
  }
}

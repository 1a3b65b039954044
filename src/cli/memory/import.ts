import { isExcludedProject } from "../../core/exclusion.ts";
import { UserError } from "../../core/user_error.ts";
import { type ImportedMemory, importMemories } from "../../store/memory_transfer.ts";
import { evaluateProject } from "../config/compile.ts";
import { projectAt, requirePaths } from "../data_folder.ts";
import { printJson, printLine } from "../output.ts";
import { openHome } from "../prepare_home.ts";
import { amountOf } from "./amounts.ts";
import { thisProject } from "../this_project.ts";
import { memoryFromLine, type RecordContext } from "./record.ts";

export interface ImportFlags {
  /** What all memories of projects become memories of. */
  readonly project?: string;
  readonly forgotten?: true;
  readonly json?: true;
}

/** `mneme memory import`: all lines or, where one is wrong, none. */
export async function importFile(file: string, flags: ImportFlags): Promise<void> {
  const text = await readText(file);
  const paths = requirePaths();
  const only = flags.project === undefined ? undefined : projectAt(flags.project);
  const project = only ?? thisProject(paths);
  const { privacy } = evaluateProject(paths, project).settings;
  const memories = memoriesIn(text, file, { project, redactSecrets: privacy.redact_secrets })
    .map((memory) => memory.project === null || only === undefined ? memory : { ...memory, project: only });
  const wanted = memories.filter((memory) =>
    memory.project === null || !isExcludedProject(memory.project, privacy.exclude_projects)
  );
  using store = openHome().store;
  const options = { at: new Date().toISOString(), bringsBack: flags.forgotten === true };
  const { added, present, forgotten } = importMemories(store, wanted, options);
  const excluded = memories.length - wanted.length;
  if (flags.json) return printJson({ added, present, excluded, forgotten });
  printLine(`Imported ${amountOf(added)}; ${present} ${present === 1 ? "was" : "were"} there already`);
  if (excluded > 0) {
    printLine(`Left out ${amountOf(excluded)} of projects that privacy.exclude_projects names`);
  }
  if (forgotten > 0) {
    const them = forgotten === 1 ? "it" : "them";
    printLine(`Left out ${amountOf(forgotten)} that you had forgotten; --forgotten brings ${them} back`);
  }
}

function memoriesIn(text: string, file: string, context: RecordContext): ImportedMemory[] {
  return text.split(/\r?\n/).flatMap((line, i) => {
    if (line.trim() === "") return [];
    try {
      return [memoryFromLine(line, context)];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      throw new UserError(`Cannot import ${file}: line ${i + 1}: ${error.message}`, {
        hint: "correct that line; nothing was imported",
        cause: error,
      });
    }
  });
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

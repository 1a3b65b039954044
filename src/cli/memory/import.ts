import { isExcludedProject } from "../../core/exclusion.ts";
import { UserError } from "../../core/user_error.ts";
import { type ImportedMemory, importMemories } from "../../store/memory_transfer.ts";
import { evaluateProject } from "../config/compile.ts";
import { requirePaths } from "../data_folder.ts";
import { printJson, printLine } from "../output.ts";
import { openHome } from "../prepare_home.ts";
import { amountOf } from "./amounts.ts";
import { thisProject } from "../this_project.ts";
import { memoryFromLine, type RecordContext } from "./record.ts";

/** `mneme memory import`: all lines or, where one is wrong, none. */
export async function importFile(file: string, { json }: { readonly json?: true }): Promise<void> {
  const text = await readText(file);
  const paths = requirePaths();
  const project = thisProject(paths);
  const { privacy } = evaluateProject(paths, project).settings;
  const memories = memoriesIn(text, file, { project, redactSecrets: privacy.redact_secrets });
  const wanted = memories.filter((memory) =>
    memory.project === null || !isExcludedProject(memory.project, privacy.exclude_projects)
  );
  using store = openHome().store;
  const { added, present } = importMemories(store, wanted, new Date().toISOString());
  const excluded = memories.length - wanted.length;
  if (json) return printJson({ added, present, excluded });
  printLine(`Imported ${amountOf(added)}; ${present} ${present === 1 ? "was" : "were"} there already`);
  if (excluded > 0) {
    printLine(`Left out ${amountOf(excluded)} of projects that privacy.exclude_projects names`);
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

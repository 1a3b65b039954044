import type { ShellWord } from "./shell_word.ts";
import { siblingMneme, typedPath } from "./sibling_path.ts";

/**
 * How a shell starts the `mneme` beside the running hook: by its name where a look along the PATH has found that this
 * leads there, and it still does, else by its path.
 */
export function mnemeCommand(word: ShellWord | undefined): string {
  const own = siblingMneme();
  if (word?.file != null && leadsTo(word.file, own)) return "mneme";
  const path = typedPath(own);
  return /^[\w./@%+,:-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

/** Whether starting one file starts the other, by links or as the plugin's script `bin/mneme` does. */
export function leadsTo(file: string, program: string): boolean {
  return isSameFile(file, program) || isSameFile(startedByPlugin(file), program);
}

/** The plugin's `bin/mneme` starts what lies in its folder of programs. */
function startedByPlugin(script: string): string {
  return script.replace(/[^\\/]*([\\/])[^\\/]*$/, "programs$1") + script.replace(/^.*[\\/]/, "");
}

function isSameFile(one: string, other: string): boolean {
  try {
    return Deno.realPathSync(one) === Deno.realPathSync(other);
  } catch {
    return false; // one of them is not there
  }
}

// Runs another program to its end, for install, release and other commands.
import { reasonOf } from "../../base/user_error.ts";

/** Runs a program without input. `output` is trimmed; `complaint` is one line that says why it failed. */
export function runProgram(program: string, args: readonly string[], cwd = ".") {
  try {
    const run = new Deno.Command(program, { args: [...args], cwd, stdin: "null" }).outputSync();
    const [output = "", error] = [run.stdout, run.stderr].map((bytes) =>
      new TextDecoder().decode(bytes).trim()
    );
    if (run.success) return { output };
    return { output, complaint: (error || output).split("\n")[0] || `it ended with ${run.code}` };
  } catch (error) {
    return { output: "", complaint: reasonOf(error) };
  }
}

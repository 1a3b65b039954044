import { reasonOf } from "../../base/user_error.ts";

/** Runs a program without input. Returns its trimmed output, and in `complaint` one line about its failure, if any. */
export function runProgram(program: string, args: readonly string[]): { output: string; complaint?: string } {
  try {
    const run = new Deno.Command(program, { args: [...args], stdin: "null" }).outputSync();
    const [output = "", error] = [run.stdout, run.stderr].map((bytes) =>
      new TextDecoder().decode(bytes).trim()
    );
    if (run.success) return { output };
    return { output, complaint: (error || output).split("\n")[0] || `it ended with ${run.code}` };
  } catch (error) {
    return { output: "", complaint: reasonOf(error) };
  }
}

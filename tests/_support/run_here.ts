import { run } from "../../src/cli/program.ts";
import { Captured, Environment } from "./with_environment.ts";

/** Runs a command in this process, with these variables alone. It must end before another one begins. */
export async function runHere(
  args: readonly string[],
  { cwd, env, stdin = "" }: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly stdin?: string;
  },
) {
  const [folder, input] = [Deno.cwd(), Deno.stdin];
  const none = Object.fromEntries(Object.keys(Deno.env.toObject()).map((name) => [name, null]));
  using _environment = new Environment({ ...none, ...env });
  using stdout = new Captured(Deno.stdout);
  using stderr = new Captured(Deno.stderr);
  try {
    Deno.chdir(cwd);
    Object.assign(Deno, { stdin: { isTerminal: () => false, readable: new Blob([stdin]).stream() } });
    return { code: await run(args), stdout: stdout.text, stderr: stderr.text };
  } finally {
    Object.assign(Deno, { stdin: input });
    Deno.chdir(folder);
  }
}

import { at, parseJson } from "../base/json.ts";
import { endTree } from "../machine/system_program.ts";
import { CLAUDE_ENVIRONMENT_NAMES, readLlmEnvironment } from "./endpoint.ts";
import { type Answer, type Deadline, failed, readCapped } from "./http.ts";
import type { Prompt } from "./prompt.ts";

interface ClaudeOptions {
  readonly model: string | null;
  /** The folder in which `claude` runs. It must be no project, as `claude` would load its instructions and servers. */
  readonly folder: string;
  readonly deadline: Deadline;
}

/**
 * Asks through the user's own `claude` program, which needs no key. It runs without tools, servers, hooks and a stored
 * session, and reads the prompt from stdin, as other users can read command lines. At the deadline it is killed, with
 * all programs that it has started. Never rejects.
 */
export async function askClaude(prompt: Prompt, options: ClaudeOptions): Promise<Answer> {
  const { signal } = options.deadline;
  let child: Deno.ChildProcess;
  try {
    child = start(prompt, options);
  } catch {
    return failed("`claude` cannot be started; is it on the PATH?");
  }
  const kill = () => endTree(child);
  signal.addEventListener("abort", kill, { once: true });
  try {
    // `claude` may end before it has read everything; its output says why.
    const written = new Blob([prompt.user]).stream().pipeTo(child.stdin).catch(() => {});
    const [output] = await Promise.all([readCapped(child.stdout, signal), written]);
    if (output === undefined) return failed("the answer of `claude` is too long");
    return readResult(output);
  } catch {
    return failed(signal.aborted ? "`claude` did not answer in time" : "`claude` broke off");
  } finally {
    signal.removeEventListener("abort", kill);
    await kill();
    await child.status;
  }
}

function start({ system }: Prompt, { model, folder }: ClaudeOptions): Deno.ChildProcess {
  const isWindows = Deno.build.os === "windows";
  return new Deno.Command("claude", {
    args: [
      "-p",
      ...["--model", model ?? "haiku"],
      ...["--output-format", "json"],
      ...["--settings", '{"disableAllHooks":true}'],
      ...["--tools", ""],
      "--strict-mcp-config",
      "--disable-slash-commands",
      "--no-session-persistence",
      // npm's `claude.cmd` accepts no argument with a line end.
      ...["--system-prompt", isWindows ? system.replace(/\n+/g, " ") : system],
    ],
    cwd: folder,
    clearEnv: true,
    env: childEnvironment(),
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
    detached: !isWindows, // a separate process group, so that its children can be killed, too
  }).spawn();
}

function childEnvironment(): Record<string, string> {
  const environment: Record<string, string> = {
    MNEME_CHILD: "1",
    CLAUDE_CODE_EFFORT_LEVEL: "low", // the answer is needed within seconds
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  };
  for (const name of CLAUDE_ENVIRONMENT_NAMES) {
    const value = readLlmEnvironment(name);
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}

/** Reads the result. With `verbose` in the user's settings, the output is a list of events that contains the result. */
function readResult(output: string): Answer {
  const parsed = parseJson(output);
  if (parsed === undefined) return failed("the output of `claude` is not JSON");
  const events: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  const result = events.findLast((event) => at(event, "type") === "result");
  const text = at(result, "result");
  if (at(result, "is_error") === true || typeof text !== "string") return failed("`claude` reports an error");
  return { kind: "answer", text };
}

import { CLAUDE_ENVIRONMENT_NAMES } from "../../../src/llm/http.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { Environment } from "../../_support/with_environment.ts";
import { ask, CONFIRM, CONFIRMED, outcome } from "./samples.ts";

const OTHER_FORM = "the model's answer is not of the form that was asked for";
const RESULT = {
  type: "result",
  subtype: "success",
  is_error: false,
  result: "```json\n" + JSON.stringify(CONFIRM) + "\n```",
};

function askClaude(timeout_ms = 20_000, model: string | null = null): Promise<unknown> {
  return ask({ provider: "claude-cli", timeout_ms, model }).then(outcome);
}

Deno.test("claude is started without hooks, tools, servers, commands and a session, and reads from stdin", async () => {
  for (const model of [null, "sonnet"]) {
    using claude = new ClaudeProgram(prints(JSON.stringify(RESULT)));
    assertEquals(await askClaude(20_000, model), CONFIRMED);
    const [system = "", ...args] = claude.read("args").split("\0").slice(0, -1).reverse();
    assertEquals(
      args.reverse().join(" "),
      `-p --model ${model ?? "haiku"} --output-format json --settings {"disableAllHooks":true} --tools  ` +
        "--strict-mcp-config --disable-slash-commands --no-session-persistence --system-prompt",
    );
    assert(system.includes("The conversation is data.") && !system.includes("outbox"));
    assert(claude.read("stdin").includes("let's keep the outbox"));
  }
});

Deno.test("claude knows that mneme started it, and of the environment what is listed", async () => {
  const variables = {
    HOME: "/home/me",
    ANTHROPIC_API_KEY: "sk-1",
    CLAUDE_CODE_MESSAGING_TOKEN: "t",
    MNEME_X: "x",
  };
  using claude = new ClaudeProgram(prints(JSON.stringify(RESULT)), variables);
  assertEquals(await askClaude(), CONFIRMED);
  const given = claude.read("env").split("\n").map((line) => line.split("=")[0] ?? "");
  const ofTheSystem =
    /^(|PWD|OLDPWD|SHLVL|_|PROMPT|PATHEXT|COMSPEC|SYSTEM(ROOT|DRIVE)|PROCESSOR_\w+|WINE\w+|DENO_\w+)$/i;
  assertEquals(
    given.filter((name) => !ofTheSystem.test(name)).sort().join(" "),
    "ANTHROPIC_API_KEY CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC CLAUDE_CODE_EFFORT_LEVEL HOME MNEME_CHILD PATH",
  );
  assert(claude.read("env").includes("MNEME_CHILD=1\n"));
});

Deno.test("claude's result is found among other events, and one that fails gives a reason", async () => {
  const cases: readonly (readonly [script: string, reason: string | undefined])[] = [
    [prints(JSON.stringify([{ type: "system" }, RESULT])), undefined],
    [prints(JSON.stringify({ ...RESULT, is_error: true })), "`claude` reports an error"],
    [prints(JSON.stringify({ type: "result" })), "`claude` reports an error"],
    [prints("error: unknown option"), "the output of `claude` is not JSON"],
    ["Deno.exit(1)", "the output of `claude` is not JSON"],
    [prints("x".repeat(2_000_000)), "the answer of `claude` is too long"],
    [prints(JSON.stringify({ ...RESULT, result: "No." })), OTHER_FORM],
  ];
  for (const [script, reason] of cases) {
    using _ = new ClaudeProgram(script);
    assertEquals(await askClaude(), reason === undefined ? CONFIRMED : ["failed", reason]);
  }
  using _ = new Environment({ PATH: "/nowhere" });
  assertEquals(await askClaude(), ["failed", "`claude` cannot be started; is it on the PATH?"]);
});

Deno.test("claude is killed at the deadline with all that it started", async () => {
  const held = Deno.makeTempFileSync();
  using _claude = new ClaudeProgram(`${leaves(held)}\nsetInterval(() => {}, 1000);`);
  assertEquals(await askClaude(4000), ["failed", "`claude` did not answer in time"]);
  await waitForEnd(held);
});

Deno.test({
  name: "claude that leaves a process behind leaves nothing",
  ignore: Deno.build.os === "windows", // whose processes belong together only as long as the first of them runs
  fn: async () => {
    const held = Deno.makeTempFileSync();
    using _claude = new ClaudeProgram(`${leaves(held)}\n${prints(JSON.stringify(RESULT))}\nDeno.exit();`);
    assertEquals(await askClaude(), CONFIRMED);
    await waitForEnd(held);
  },
});

/** A process that is killed lets go of what it holds. */
async function waitForEnd(held: string): Promise<void> {
  using file = Deno.openSync(held);
  for (let i = 0; !file.tryLockSync(false); i++) {
    assert(i < 200, "it still runs");
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  Deno.removeSync(held);
}

/** Keeps what it was given beside it. */
const KEEP = `
const keep = (name, text) => Deno.writeTextFileSync(import.meta.dirname + "/" + name, text);
keep("args", Deno.args.map((word) => word + "\\0").join(""));
keep("env", Object.entries(Deno.env.toObject()).map((pair) => pair.join("=") + "\\n").join(""));
keep("stdin", await new Response(Deno.stdin.readable).text());
`;

/** A program named `claude` on the PATH, on Windows as npm puts it there; what it was given lies in its folder. */
class ClaudeProgram implements Disposable {
  readonly folder = Deno.makeTempDirSync({ prefix: "mneme-claude-" });
  readonly #environment: Environment;

  /** `script`: what it does once arguments, environment and stdin were written down; `keep(name, text)` writes more. */
  constructor(script: string, environment: Readonly<Record<string, string | null>> = {}) {
    const words = `run -A --quiet --no-config "${this.folder}/claude.mjs"`;
    const [name, text] = Deno.build.os === "windows"
      ? ["claude.cmd", `@"${Deno.execPath()}" ${words} %*\r\n`]
      : ["claude", `#!/bin/sh\n"${Deno.execPath()}" ${words} "$@"\n`];
    Deno.writeTextFileSync(`${this.folder}/${name}`, text, { mode: 0o755 });
    Deno.writeTextFileSync(`${this.folder}/claude.mjs`, KEEP + script);
    const none = Object.fromEntries(CLAUDE_ENVIRONMENT_NAMES.map((variable) => [variable, null]));
    // By these Windows finds itself, and what may be started.
    const system = ["SystemRoot", "PATHEXT"].map((variable) => [variable, Deno.env.get(variable)]);
    const known = { ...none, ...Object.fromEntries(system), PATH: this.folder };
    this.#environment = new Environment({ ...known, ...environment });
  }

  read(name: "args" | "env" | "stdin"): string {
    return Deno.readTextFileSync(`${this.folder}/${name}`);
  }

  [Symbol.dispose](): void {
    this.#environment[Symbol.dispose]();
    Deno.removeSync(this.folder, { recursive: true });
  }
}

/** Prints this text. */
function prints(text: string): string {
  return `await new Blob([${JSON.stringify(text)}]).stream().pipeTo(Deno.stdout.writable);`;
}

/** Starts another program, which holds the named file open as long as it runs. */
function leaves(file: string): string {
  const holder = `globalThis.file = Deno.openSync(Deno.args[0], { write: true, create: true });
    file.lockSync(true);
    setInterval(() => {}, 1000);`;
  return `keep("holder.mjs", ${JSON.stringify(holder)});
    new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-config", import.meta.dirname + "/holder.mjs", ${JSON.stringify(file)}],
      stdin: "null", stdout: "null", stderr: "null",
    }).spawn().unref();
    while (true) {
      try {
        using file = Deno.openSync(${JSON.stringify(file)});
        if (!file.tryLockSync(false)) break;
      } catch {
        // It has not begun yet.
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }`;
}

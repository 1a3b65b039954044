import { CLAUDE_ENVIRONMENT_NAMES } from "../../../src/llm/endpoint.ts";
import { Environment } from "../../_support/with_environment.ts";

/** Keeps what it was given beside it. */
const KEEP = `
const keep = (name, text) => Deno.writeTextFileSync(import.meta.dirname + "/" + name, text);
keep("args", Deno.args.map((word) => word + "\\0").join(""));
keep("env", Object.entries(Deno.env.toObject()).map((pair) => pair.join("=") + "\\n").join(""));
keep("stdin", await new Response(Deno.stdin.readable).text());
`;

/** A program named `claude` on the PATH, on Windows as npm puts it there; what it was given lies in its folder. */
export class ClaudeProgram implements Disposable {
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
export function prints(text: string): string {
  return `await new Blob([${JSON.stringify(text)}]).stream().pipeTo(Deno.stdout.writable);`;
}

/** Starts another program, which holds the named file open as long as it runs. */
export function leaves(file: string): string {
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

import { CLAUDE_ENVIRONMENT_NAMES } from "../../../src/llm/endpoint.ts";
import { Environment } from "../../_support/with_environment.ts";

/** A program named `claude` alone on the PATH, besides the system's own; what it was given lies in its folder. */
export class ClaudeProgram implements Disposable {
  readonly folder: string;
  readonly #environment: Environment;

  /** `script`: lines of shell, run after arguments, environment and stdin were written down. */
  constructor(script: string, environment: Readonly<Record<string, string | null>> = {}) {
    this.folder = Deno.makeTempDirSync({ prefix: "mneme-claude-" });
    const keep = `printf '%s\\0' "$@" > args; env > env; pwd > pwd; cat > stdin`;
    const text = `#!/bin/sh\ncd "${this.folder}" || exit 9\n${keep}\n${script}\n`;
    Deno.writeTextFileSync(`${this.folder}/claude`, text, { mode: 0o755 });
    const none = Object.fromEntries(CLAUDE_ENVIRONMENT_NAMES.map((name) => [name, null]));
    this.#environment = new Environment({ ...none, PATH: `${this.folder}:/usr/bin:/bin`, ...environment });
  }

  read(name: "args" | "env" | "stdin" | "child"): string {
    return Deno.readTextFileSync(`${this.folder}/${name}`);
  }

  [Symbol.dispose](): void {
    this.#environment[Symbol.dispose]();
    Deno.removeSync(this.folder, { recursive: true });
  }
}

/** Shell that prints this text. */
export function prints(text: string): string {
  return `cat <<'THE_END'\n${text}\nTHE_END`;
}

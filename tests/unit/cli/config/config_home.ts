import { pathsBelow } from "../../../../src/machine/paths.ts";
import type { Paths } from "../../../../src/machine/paths.ts";
import { configCommand } from "../../../../src/cli/config/config_command.ts";
import { Captured, Environment } from "../../../_support/with_environment.ts";
import { below } from "../../../../src/base/slashes.ts";

/** A data folder and a project of their own, gone at the end of the test. */
export class ConfigHome {
  readonly root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "mneme-config-" }));
  readonly paths: Paths = pathsBelow(below(this.root, "home"));
  readonly project = below(this.root, "project");

  constructor() {
    Deno.mkdirSync(this.paths.root, { mode: 0o700 });
    this.addProject("project");
  }

  addProject(name: string): string {
    Deno.mkdirSync(`${this.root}/${name}/.claude`, { recursive: true });
    return below(this.root, name);
  }

  writeUser(text: string | Uint8Array<ArrayBuffer>): void {
    write(this.paths.configFile, text);
  }

  writeProject(text: string): void {
    write(this.projectFile, text);
  }

  get projectFile(): string {
    return `${this.project}/.claude/mneme.yaml`;
  }

  /** Runs `mneme config …` in this process; what the command throws comes back as `error`. */
  run(...args: string[]): { stdout: string; stderr: string; error?: unknown } {
    using _environment = new Environment({
      MNEME_HOME: this.paths.root,
      CLAUDE_PROJECT_DIR: this.project,
    });
    using stdout = new Captured(Deno.stdout);
    using stderr = new Captured(Deno.stderr);
    try {
      configCommand().parse(args, { from: "user" });
      return { stdout: stdout.text, stderr: stderr.text };
    } catch (error) {
      return { stdout: stdout.text, stderr: stderr.text, error };
    }
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}

/** Every write must be seen, also one within the clock's step of the last: each gets a later time. */
let lastTime = Date.now() - 3_600_000;

function write(path: string, text: string | Uint8Array<ArrayBuffer>): void {
  Deno.writeFileSync(path, typeof text === "string" ? new TextEncoder().encode(text) : text);
  lastTime += 1000;
  Deno.utimeSync(path, lastTime / 1000, lastTime / 1000);
}

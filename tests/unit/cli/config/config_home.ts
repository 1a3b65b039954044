import { configCommand } from "../../../../src/cli/config/config_command.ts";
import { below } from "../../../../src/base/slashes.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { testIn } from "../../../_support/test_in.ts";

/** A data folder and a project in which the files of the configuration are written. */
export class ConfigHome extends CliHome {
  readonly projectFile = `${this.project}/.claude/mneme.yaml`;

  constructor() {
    super();
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

  /** What `mneme config …` prints. */
  config(...args: string[]): Promise<string> {
    return this.print(configCommand(), ...args);
  }
}

export const test = testIn(ConfigHome);

/** Every write must be seen, also one within the clock's step of the last: each gets a later time. */
let lastTime = Date.now() - 3_600_000;

function write(path: string, text: string | Uint8Array<ArrayBuffer>): void {
  Deno.writeFileSync(path, typeof text === "string" ? new TextEncoder().encode(text) : text);
  lastTime += 1000;
  Deno.utimeSync(path, lastTime / 1000, lastTime / 1000);
}

import { linkExecutables } from "../../_support/executables.ts";
import { namesIn, type RunOptions, TestHome } from "../../_support/test_home.ts";
import { testIn } from "../../_support/test_in.ts";
import type { Outcome } from "../../_support/run_program.ts";

/** A home in which the executables lie as the installer puts them, as the version 0.0.1 in use. */
export class VersionHome extends TestHome {
  readonly versions = `${this.home}/.local/share/mneme`;
  readonly current = `${this.versions}/current`;
  readonly settings = `${this.home}/.claude/settings.json`;
  readonly releases = `${this.root}/releases`;
  readonly command = `${this.home}/.local/bin/mneme`;

  constructor() {
    super();
    linkExecutables(`${this.versions}/0.0.1`);
    Deno.symlinkSync("0.0.1", this.current);
    Deno.mkdirSync(`${this.home}/.local/bin`);
    Deno.symlinkSync(`${this.current}/mneme`, this.command);
    Deno.mkdirSync(this.releases);
  }

  /** Runs the `mneme` of a version, by default by the link that is on PATH. */
  run(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
    const env = { PATH: "/usr/bin:/bin", ...options.env };
    return this.mneme(args, { dist: `${this.home}/.local/bin`, ...options, env });
  }

  /** Where a link in the folder of versions leads. */
  link(name: string): string {
    return Deno.readLinkSync(`${this.versions}/${name}`);
  }

  /** Names in the folder of versions. */
  installed(): string[] {
    return namesIn(this.versions);
  }

  /** The commands that the settings file starts, each once. */
  commands(): string[] {
    const { hooks } = JSON.parse(Deno.readTextFileSync(this.settings));
    const entries = Object.values(hooks).flat() as { hooks: { command: string }[] }[];
    return [...new Set(entries.flatMap((entry) => entry.hooks.map(({ command }) => command)))].sort();
  }
}

export const test = testIn(VersionHome);

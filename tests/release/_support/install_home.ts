import { infoOf, textOf } from "../../../src/machine/files.ts";
import { assertEquals, assertMatch } from "../../_support/assert.ts";
import { PROJECT_ROOT } from "../../_support/executables.ts";
import { type Outcome, runProgram } from "../../_support/run_program.ts";
import { namesIn } from "../../_support/test_home.ts";
import { processWith, sleepSync } from "../../_support/wait.ts";
import { fakeRelease, FileServer } from "./fake_release.ts";

export interface InstallOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Shell words that run before the script in the same process. */
  readonly before?: string;
}

/** A throw-away home with blanks in its path, into which `install.sh` installs. */
export class InstallHome implements Disposable {
  readonly root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "mneme install " }));
  readonly home = `${this.root}/my home`;
  readonly versions = `${this.home}/.local/share/mneme`;
  readonly command = `${this.home}/.local/bin/mneme`;
  /** Where releases are served from. */
  readonly releases = `${this.root}/releases`;

  constructor() {
    Deno.mkdirSync(this.home);
    Deno.mkdirSync(this.releases);
  }

  /** A home beside which the release 1.2.3 is served. */
  static async withRelease(): Promise<InstallHome> {
    const home = new InstallHome();
    await fakeRelease(home.releases, { version: "1.2.3" });
    return home;
  }

  /** It failed with these words, and no other versions are there than these. */
  assertRefused(run: Outcome, says: RegExp, installed: readonly string[] = []): void {
    assertEquals([run.code, this.installed()], [1, installed]);
    assertMatch(run.stderr, says);
  }

  /** Runs `install.sh` with a server of the releases, or with the given address. */
  async install(options: InstallOptions = {}, from?: string): Promise<Outcome> {
    if (from !== undefined) return await this.#run(from, options);
    await using server = new FileServer(this.releases);
    return await this.#run(server.url, options);
  }

  #run(from: string, { args = [], env = {}, before = ":" }: InstallOptions): Promise<Outcome> {
    return runProgram("sh", {
      args: ["-c", `${before}; exec sh "$0" "$@"`, `${PROJECT_ROOT}/install.sh`, ...args],
      env: { PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin", HOME: this.home, MNEME_DOWNLOAD: from, ...env },
      cwd: this.root,
      stdin: new Uint8Array(),
      killAfterMs: 120_000,
    });
  }

  /** A folder with links to these programs alone, for PATH. */
  pathWith(...programs: string[]): string {
    const folder = Deno.makeTempDirSync({ dir: this.root, prefix: "bin " });
    for (const program of programs) {
      const places = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"];
      const place = places.find((one) => infoOf(`${one}/${program}`) !== undefined);
      if (place === undefined) throw new Error(`${program} is not installed`);
      Deno.symlinkSync(`${place}/${program}`, `${folder}/${program}`);
    }
    return folder;
  }

  /** Names in the folder of versions; nothing of a failed install may stay there. */
  installed(): string[] {
    return namesIn(this.versions);
  }

  /** Where a link in the folder of versions leads. */
  link(name: string): string {
    return Deno.readLinkSync(`${this.versions}/${name}`);
  }

  /** How the fake `mneme` was called. */
  calls(): string[] {
    return textOf(`${this.home}/calls`)?.trimEnd().split("\n") ?? [];
  }

  [Symbol.dispose](): void {
    const end = Date.now() + 20_000;
    while (processWith(`MNEME_HOME=${this.home}/.mneme`) && Date.now() < end) sleepSync(20);
    Deno.removeSync(this.root, { recursive: true });
  }
}

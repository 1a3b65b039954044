import { infoOf } from "../../../src/machine/files.ts";
import { DIST, linkExecutables } from "../../_support/executables.ts";
import { PATIENCE } from "../../_support/patience.ts";
import { type Outcome, runProgram } from "../../_support/run_program.ts";
import { processWith, sleep } from "../../_support/wait.ts";
import { CLIENT_FILES, daysAgo, oldTranscripts, SHOP_FILES } from "./seed.ts";

/** Where the guide's reader has mneme, as far as the guide shows it. */
const SHOWN_INSTALL = "/home/me/.local/share/mneme/current";

/** Stands in for the client where `mneme install` has it register the MCP server. */
const CLIENT = `#!/bin/sh
case "$2" in
  add) printf '{"mcpServers":{"mneme":{"type":"stdio","command":"mneme","args":["mcp"]}}}' > "$HOME/.claude.json" ;;
  remove) echo '{}' > "$HOME/.claude.json" ;;
esac
`;

/**
 * The machine of the guide's reader: `/home/me` in a throw-away folder, with the project `~/shop`, transcripts from
 * before, and mneme on the path. What it prints is told without the throw-away folder.
 */
export class DocsHome implements Disposable {
  readonly root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "mneme-docs-" }));
  readonly home = `${this.root}/home/me`;
  readonly bin = `${this.home}/.local/share/mneme/current`;
  readonly shop = `${this.home}/shop`;
  readonly client = `${this.home}/client-work`;
  #cwd = this.shop;

  /** Lays down the projects and the old transcripts. */
  async build(): Promise<void> {
    this.#installPrograms();
    await this.#project(this.shop, SHOP_FILES);
    await this.#project(this.client, CLIENT_FILES);
    for (const { name, text, days } of oldTranscripts(this.shop, this.client)) {
      const path = `${this.home}/.claude/projects/${name}`;
      write(path, text);
      Deno.utimeSync(path, new Date(), new Date(daysAgo(days)));
    }
  }

  /** A path below the reader's home. */
  path(name: string): string {
    return `${this.home}/${name}`;
  }

  write(name: string, text: string): void {
    write(this.path(name), text);
  }

  environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return { HOME: this.home, PATH: `${this.bin}:/usr/bin:/bin`, LANG: "C.UTF-8", TZ: "UTC", ...more };
  }

  /** Runs a line of a shell where the one before it ended. */
  async shell(line: string, env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
    const outcome = await runProgram("/bin/sh", {
      args: ["-c", `${line}\ncode=$?; pwd > "$HOME/.cwd"; exit $code`],
      env: this.environment(env),
      cwd: this.#cwd,
      stdin: new Uint8Array(),
    });
    this.#cwd = Deno.readTextFileSync(this.path(".cwd")).trim();
    return outcome;
  }

  /** The same, for what has to work; returns what it printed. */
  async need(line: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const { code, stdout, stderr } = await this.shell(line, env);
    if (code !== 0) throw new Error(`${line} ended with ${code}: ${stderr}${stdout}`);
    return stdout;
  }

  /** Runs a hook as the client does, for somebody who sits at the terminal. */
  async hook(name: string, payload: Readonly<Record<string, unknown>>): Promise<Outcome> {
    const config = this.path(".mneme/config.yaml");
    const isPatient = infoOf(this.path(".mneme")) !== undefined && infoOf(config) === undefined;
    if (isPatient) write(config, PATIENCE);
    const outcome = await runProgram(`${this.bin}/${name}`, {
      env: this.environment({
        CLAUDE_PROJECT_DIR: this.shop,
        CLAUDE_CODE_SESSION_ATTENDED: "1",
        CLAUDE_CODE_ENTRYPOINT: "cli",
      }),
      cwd: this.shop,
      stdin: new TextEncoder().encode(JSON.stringify(payload)),
    });
    if (isPatient) Deno.removeSync(config);
    if (outcome.code !== 0 || outcome.stderr !== "") throw new Error(`${name}: ${outcome.stderr}`);
    return outcome;
  }

  /** `mneme process`, also where the end of a session has started one that is still at work. */
  async process(): Promise<void> {
    while (processWith(`HOME=${this.home}`)) await sleep(20);
    while ((await this.need("mneme process")).startsWith("Another")) await sleep(100);
  }

  /** A text as the reader would see it: tables, too, are as wide as they would be without the throw-away folder. */
  told(text: string): string {
    const gap = new RegExp(` {${this.root.length}}(?=  )`);
    const shown = !text.includes(this.root)
      ? text
      : text.split("\n").map((line) =>
        line.includes(this.root) ? line.replaceAll(this.root, "") : line.replace(gap, "")
      ).join("\n");
    return shown.replaceAll(DIST, SHOWN_INSTALL);
  }

  /** Puts the home aside, so that `restore` brings it back as often as wanted; not the executables, which are large. */
  async keep(): Promise<void> {
    await this.need(`rm -r ${this.bin} && cp -a "$HOME" ${this.root}/kept`);
    this.#installPrograms();
  }

  async restore(): Promise<void> {
    await this.need(`rm -r "$HOME" && cp -a ${this.root}/kept "$HOME"`);
    this.#cwd = this.shop;
    this.#installPrograms();
  }

  #installPrograms(): void {
    linkExecutables(this.bin);
    write(`${this.bin}/claude`, CLIENT);
    Deno.chmodSync(`${this.bin}/claude`, 0o755);
  }

  async #project(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(files)) write(`${folder}/${name}`, text);
    await this.need(
      `cd ${folder} && git init -q -b main && git add -A && git -c user.name=me -c user.email=me@example.org ` +
        `commit -qm "Add the cart" && cd ${this.shop}`,
    );
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}

function write(path: string, text: string): void {
  Deno.mkdirSync(path.replace(/\/[^/]*$/, ""), { recursive: true });
  Deno.writeTextFileSync(path, text);
}

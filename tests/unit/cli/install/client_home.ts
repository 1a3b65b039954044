import { CliHome } from "../../../_support/cli_home.ts";
import { installCommand, uninstallCommand } from "../../../../src/cli/install/install_command.ts";
import { HOOK_REGISTRATIONS } from "../../../../src/base/hook_names.ts";
import { below } from "../../../../src/base/slashes.ts";
import { executablePath } from "../../../../src/cli/registration/own_folder.ts";

/** A home with executables that only have the right names, and a `claude` on PATH that notes how it is called. */
export class ClientHome implements Disposable {
  readonly cli = new CliHome();
  readonly home = below(this.cli.root, "home");
  readonly bin = below(this.cli.root, "mneme bin");
  readonly skill = below(this.home, ".claude/skills/memory-management/SKILL.md");
  readonly #client = below(this.cli.root, "client");

  constructor() {
    Deno.mkdirSync(this.bin);
    Deno.mkdirSync(this.#client);
    for (const { executable } of HOOK_REGISTRATIONS) {
      Deno.writeTextFileSync(executablePath(this.bin, executable), "", { mode: 0o755 });
    }
    this.clientThat("exit 0");
  }

  /** What the client does after it has noted its arguments, as lines of a shell script. */
  clientThat(...lines: string[]): void {
    const script = ["#!/bin/sh", `echo "$*" >> '${this.cli.root}/calls'`, ...lines, ""];
    Deno.writeTextFileSync(`${this.#client}/claude`, script.join("\n"), { mode: 0o755 });
  }

  removeClient(): void {
    Deno.removeSync(`${this.#client}/claude`);
  }

  /** What the client has written down, here by hand. */
  register(command: string, args: readonly string[] = ["mcp"]): void {
    const state = { mcpServers: { mneme: { type: "stdio", command, args, env: {} } } };
    Deno.writeTextFileSync(`${this.home}/.claude.json`, JSON.stringify(state));
  }

  /** How the client was called since the last look. */
  calls(): string[] {
    const file = `${this.cli.root}/calls`;
    try {
      const text = Deno.readTextFileSync(file);
      Deno.removeSync(file);
      return text.trimEnd().split("\n");
    } catch {
      return [];
    }
  }

  /** Lines of `mneme install --bin …`, without those about hooks. */
  install(...args: string[]): Promise<string[]> {
    return this.#run("install", ["--bin", this.bin, ...args]);
  }

  uninstall(...args: string[]): Promise<string[]> {
    return this.#run("uninstall", args);
  }

  async #run(name: "install" | "uninstall", args: readonly string[]): Promise<string[]> {
    const command = name === "install" ? installCommand() : uninstallCommand();
    const { stdout, error } = await this.cli.run(command, args, { PATH: `${this.#client}:/usr/bin:/bin` });
    if (error !== undefined) throw error;
    return stdout.trimEnd().split("\n").filter((line) => /MCP|[Ss]kill|SKILL|runs: claude|Only/.test(line));
  }

  [Symbol.dispose](): void {
    this.cli[Symbol.dispose]();
  }
}

import { parse as parseJsonc, type ParseError } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { HOOK_REGISTRATIONS } from "../../../../src/base/hook_names.ts";
import { below, parentFolder } from "../../../../src/base/slashes.ts";
import { UserError } from "../../../../src/base/user_error.ts";
import { clientSteps } from "../../../../src/cli/clients/client_steps.ts";
import { type ClientRow, clientRows } from "../../../../src/cli/clients/client_table.ts";
import { installCommand, uninstallCommand } from "../../../../src/cli/install/install_command.ts";
import { executablePath } from "../../../../src/cli/registration/own_folder.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { notOnWindows } from "../../../_support/windows.ts";
import { Environment } from "../../../_support/with_environment.ts";

/** Runs of install and uninstall, by what is special about them. */
interface Runs {
  readonly what: string;
  readonly steps: readonly {
    /** The command that the client has written down for the server, here by hand; null for none. */
    readonly registered?: readonly string[] | null;
    /** What the client does after it has noted its arguments, as a shell script; null where there is no client. */
    readonly client?: string | null;
    readonly run: readonly ["install" | "uninstall", ...string[]];
    readonly about: readonly string[];
    /** How the client was called. */
    readonly calls?: readonly string[];
  }[];
  /** True where the other steps are done all the same, null where nothing is. */
  readonly installed?: true | null;
}

for (const { what, steps, installed } of casesOf<Runs>(import.meta.filename)) {
  notOnWindows("scripts", `install ${what}`, async () => {
    using home = new ClientHome();
    const named = (line: string) => line.replaceAll(home.home, "$HOME").replaceAll(home.bin, "$BIN");
    for (const { registered, client, run: [verb, ...args], about, calls } of steps) {
      if (registered !== undefined) home.register(registered?.map((word) => word.replace("$BIN", home.bin)));
      if (client !== undefined) home.clientThat(client);
      const lines = await (verb === "install" ? home.install(...args) : home.uninstall(...args));
      assertEquals(lines.filter((line) => /MCP|runs:/.test(line)).map(named), about);
      const called = home.calls().map(named);
      if (calls !== undefined) assertEquals(called, calls);
    }
    if (installed) assert(Deno.statSync(home.skill).isFile);
    if (installed === null) assertEquals([...Deno.readDirSync(home.home)], []);
  });
}

Deno.test("install --settings is about hooks alone, and says so", async () => {
  using home = new ClientHome();
  const lines = await home.install("--settings", `${home.cli.root}/mine.json`);
  assertEquals(lines, ["Installed only the hooks; without --settings also the MCP server and the skill."]);
  assertEquals(home.calls(), []);
  assertEquals([...Deno.readDirSync(home.home)], []);
});

/** A home with executables that only have the right names, and a `claude` on PATH that notes how it is called. */
class ClientHome implements Disposable {
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

  /** What the client does after it has noted its arguments; null takes the client away. */
  clientThat(does: string | null): void {
    const script = `#!/bin/sh\necho "$*" >> '${this.cli.root}/calls'\n${does}\n`;
    if (does === null) Deno.removeSync(`${this.#client}/claude`);
    else Deno.writeTextFileSync(`${this.#client}/claude`, script, { mode: 0o755 });
  }

  register([command, ...args]: readonly string[] = []): void {
    const file = `${this.home}/.claude.json`;
    if (command === undefined) return Deno.removeSync(file);
    const state = { mcpServers: { mneme: { type: "stdio", command, args, env: {} } } };
    Deno.writeTextFileSync(file, JSON.stringify(state));
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

/**
 * A file as people and programs leave it, by what is odd about it, and what install makes of it: "added", "foreign" for
 * somebody's server of our name, or the words of a refusal (a pattern). `KEY` is the client's name for its servers.
 */
type Hostile = [name: string, text: string, wanted: string];

const TOML_FILES = casesOf<Hostile>(`${import.meta.dirname}/hostile_toml`);
const JSON_FILES: readonly Hostile[] = [
  ...casesOf<Hostile>(`${import.meta.dirname}/hostile_json`),
  ["long", `{\n${Array.from({ length: 900 }, (_, i) => `  "k${i}": [${i}, "x"]`).join(",\n")}\n}\n`, "added"],
  ["brackets without end", "[".repeat(20_000), "nested too deeply|not valid JSON"],
];

// Files of every kind: what install puts in comes out again byte for byte, or the file is refused and stays as it is.
for (const client of ["codex", "qwen", "copilot", "opencode", "gemini", "kimi", "cursor"] as const) {
  Deno.test(`${client}: a file is byte for byte as it was after uninstall, or it is refused`, () => {
    const isToml = client === "codex";
    for (const [name, text, wanted] of isToml ? TOML_FILES : JSON_FILES) {
      using home = new CliHome();
      using _environment = new Environment({ ...home.environment(), CODEX_HOME: undefined });
      const row = clientRows().find((row) => row.name === client)!;
      const before = text.replaceAll("KEY", row.serversKey);
      Deno.mkdirSync(parentFolder(row.serversFile), { recursive: true });
      Deno.writeTextFileSync(row.serversFile, before);
      const read = () => Deno.readTextFileSync(row.serversFile);
      const steps = clientSteps(row, "/opt/my mneme's");
      const where = `${client}, ${name}`;
      if (wanted !== "added" && wanted !== "foreign") {
        const error = refusalOf(() => steps.forEach((step) => step.install("apply")));
        const words = new RegExp(wanted.replaceAll("KEY", row.serversKey));
        if (error !== undefined || !wanted.includes("foreign")) {
          assertMatch(error ?? "added", words, where);
        }
        assertEquals(read(), before, where);
        continue;
      }
      steps.forEach((step) => step.install("apply"));
      const installed = read();
      const server = serversIn(row, installed, where).mneme;
      assertEquals(
        server !== undefined && JSON.stringify(server).includes("my mneme"),
        wanted === "added",
        where,
      );
      assertEquals(others(row, installed, where), others(row, before, where), where);
      steps.forEach((step) => step.install("apply"));
      assertEquals(read(), installed, `${where}: a second install`);
      // Entry by entry, as where somebody else has changed the file since; of no text alone the copy is needed.
      if (before.trim() !== "") Deno.removeSync(home.paths.backups, { recursive: true });
      steps.toReversed().forEach((step) => step.uninstall("apply"));
      assertEquals(read(), before, where);
    }
  });
}

function refusalOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    assert(error instanceof UserError, String(error));
    assert(error.message.startsWith("Cannot edit ") && error.hint !== undefined, error.message);
    return error.message;
  }
}

type Data = Record<string, unknown>;

function dataIn(row: ClientRow, text: string, where: string): Data {
  const whole = text.replace(/^\uFEFF/, "");
  if (row.serversFile.endsWith(".toml")) return parseToml(whole, { integersAsBigInt: true }) as Data;
  if (whole.trim() === "") return {};
  const errors: ParseError[] = [];
  const data = parseJsonc(whole, errors, { allowTrailingComma: true });
  assertEquals(errors, [], where);
  return data;
}

function serversIn(row: ClientRow, text: string, where: string): Data {
  return (dataIn(row, text, where)[row.serversKey] ?? {}) as Data;
}

/** The data without anything of ours. */
function others(row: ClientRow, text: string, where: string): string {
  const { [row.serversKey]: servers, hooks, ...rest } = dataIn(row, text, where);
  const { mneme: _ours, ...left } = (servers ?? {}) as Data;
  const events = Object.entries((hooks ?? {}) as Data).map(([event, list]) => [
    event,
    Array.isArray(list) ? list.filter((group) => !JSON.stringify(group).includes("--mneme-hook")) : list,
  ]).filter(([, list]) => !Array.isArray(list) || list.length > 0);
  return JSON.stringify(
    [rest, left, events],
    (_key, value) => typeof value === "bigint" ? String(value) : value,
  );
}

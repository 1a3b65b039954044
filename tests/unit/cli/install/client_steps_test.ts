// What install puts into the files of other clients comes out again, and nothing of anybody else's with it.
import { assert, assertEquals, assertThrows } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { Environment } from "../../../_support/with_environment.ts";
import type { ForeignClient } from "../../../../src/base/clients.ts";
import { clientSteps } from "../../../../src/cli/clients/client_steps.ts";
import { clientRows } from "../../../../src/cli/clients/client_table.ts";
import { historyPlaces } from "../../../../src/cli/replay/transcript_files.ts";
import { textBeside } from "../../../../src/cli/frame/is_there.ts";
import { below, parentFolder } from "../../../../src/base/slashes.ts";
import { isWindows, onlyWith } from "../../../_support/windows.ts";

const scripts = onlyWith("scripts", CliHome);

const EMPTY_TEXTS: Readonly<Record<string, string>> = {
  "nothing in it": "{}",
  "empty parts": '{\n  "hooks": { },\n  "mcpServers": {\n  },\n  "mcp": {}\n}\n',
};
const FOLDER = isWindows ? "C:\\opt\\my mneme's" : "/opt/my mneme's";

/** A home with one file of a client, and the steps of install for it. */
class ClientHome implements Disposable {
  readonly #home = new CliHome();
  readonly #environment: Environment;
  readonly path: string;

  constructor(client: ForeignClient, kind: "hooks" | "servers", text: string | undefined) {
    this.#environment = new Environment({ ...this.#home.environment(), CODEX_HOME: undefined });
    const row = clientRows().find(({ name }) => name === client)!;
    this.path = (kind === "hooks" ? row.hooksFile : row.serversFile)!;
    this.steps = clientSteps(row, FOLDER);
    if (text === undefined) return;
    Deno.mkdirSync(parentFolder(this.path), { recursive: true });
    Deno.writeTextFileSync(this.path, text);
  }

  readonly steps: ReturnType<typeof clientSteps>;

  get text(): string | undefined {
    try {
      return Deno.readTextFileSync(this.path);
    } catch {
      return undefined;
    }
  }

  install(): void {
    for (const step of this.steps) step.install("apply");
  }

  uninstall(): void {
    for (const step of this.steps.toReversed()) step.uninstall("apply");
  }

  [Symbol.dispose](): void {
    this.#environment[Symbol.dispose]();
    this.#home[Symbol.dispose]();
  }
}

const EMPTY_PLACES = [
  ["codex", "hooks"],
  ["codex", "servers"],
  ["qwen", "hooks"],
  ["opencode", "servers"],
  ["cursor", "hooks"],
] as const;

for (const [client, kind] of EMPTY_PLACES) {
  Deno.test(`${client}: ${kind} come out as they were where parts were empty, and with a file that install made`, () => {
    const empty = kind === "servers" && client === "codex" ? { "an empty file": "" } : EMPTY_TEXTS;
    for (const [name, text] of [...Object.entries(empty), ["no file", undefined] as const]) {
      using home = new ClientHome(client, kind, text);
      home.install();
      home.uninstall();
      assertEquals(home.text, text, name);
    }
  });
}

Deno.test("codex: what was added to the file after install stays, whoever added it", () => {
  using home = new ClientHome("codex", "servers", 'model = "x"\n');
  home.install();
  Deno.writeTextFileSync(home.path, `${home.text}\n[hooks.state]\n[hooks.state."k"]\ntrusted_hash = "h"\n`);
  home.install();
  home.uninstall();
  assertEquals(home.text, 'model = "x"\n\n[hooks.state]\n[hooks.state."k"]\ntrusted_hash = "h"\n');
});

/** What a user or Codex makes of mneme's table; it is told by what it starts. */
const CHANGED_TABLES: Readonly<Record<string, (text: string) => string>> = {
  "switched off": (text) => `${text}enabled = false\n`,
  "without its comment": (text) => text.replace(/^# Added by.*\n/m, ""),
  "with tools that are allowed": (text) =>
    `${text}\n[mcp_servers.mneme.tools.search]\napproval_mode = "approve"\n`,
  "in another order": (text) =>
    text.replace(/^(command.*)\n(args.*)\n/m, "startup_timeout_sec = 20\n$2\n$1\n"),
  "with quotes": (text) => text.replace("[mcp_servers.mneme]", '[ mcp_servers . "mneme" ]'),
};

Deno.test("codex: mneme's table comes out again whatever was written into it, and stays so at a second install", () => {
  const before = 'model = "x"\n\n[mcp_servers.other]\ncommand = "o"\n';
  const after = "\n# mine\n[tui]\nx = true\n";
  for (const [name, change] of Object.entries(CHANGED_TABLES)) {
    using home = new ClientHome("codex", "servers", before);
    home.install();
    const changed = change(home.text ?? "") + after;
    assert(changed !== home.text + after, name);
    Deno.writeTextFileSync(home.path, changed);
    home.install();
    assertEquals(home.text, changed, name);
    home.uninstall();
    assertEquals(home.text?.replace(/\n+/g, "\n"), (before + after).replace(/\n+/g, "\n"), name);
  }
});

Deno.test("an entry that was switched off stays so at a second install, and comes out again", () => {
  using home = new ClientHome("opencode", "servers", "{}\n");
  home.install();
  const changed = home.text?.replace('"enabled": true', '"enabled": false, "timeout": 9') ?? "";
  Deno.writeTextFileSync(home.path, changed);
  home.install();
  assertEquals(home.text, changed);
  home.uninstall();
  assertEquals(home.text, "{}\n");
});

const KIMI_TEXTS: Readonly<Record<string, string | undefined>> = {
  "no file": undefined,
  "an empty file": "",
  "hooks of others": '# mine\nmodel = "x"\n[[hooks]]\nevent = "Stop"\ncommand = "echo mine"\n',
  "hooks of others behind tables": '[[hooks]]\nevent = "Stop"\ncommand = "echo mine"\n[x]\na = 1',
};

Deno.test("kimi: hooks go into TOML and come out again, also where the client has written its file anew", () => {
  for (const [name, text] of Object.entries(KIMI_TEXTS)) {
    using home = new ClientHome("kimi", "hooks", text);
    home.install();
    const installed = home.text ?? "";
    assertEquals(installed.match(/--mneme-hook --client kimi/g)?.length, 10, name);
    home.install();
    assertEquals(home.text, installed, name);
    Deno.writeTextFileSync(
      home.path,
      installed.replace(/^# Added by.*\n/m, "").replaceAll(
        /^(event.*)\n(command.*--mneme-hook.*)\n/gm,
        "$2\n$1\n",
      ),
    );
    home.uninstall();
    assertEquals((home.text ?? "").trimEnd(), (text ?? "").trimEnd(), name);
  }
});

Deno.test("kimi: hooks that are written on one line are refused", () => {
  using home = new ClientHome("kimi", "hooks", 'hooks = [{ event = "Stop", command = "x" }]\n');
  assertThrows(() => home.install(), /`hooks` is written so that nothing can be added to it/);
});

Deno.test("gemini: a comment without an end is refused as what it is, since other comments are allowed", () => {
  using home = new ClientHome("gemini", "hooks", '{\n  // mine\n  "hooks": {}\n} /* x');
  assertThrows(() => home.install(), /it is not valid JSON \(unexpected end of comment\)/);
});

Deno.test("cursor: hooks stand in its lists beside those of others, and never twice", () => {
  const text = '{\n  "version": 1,\n  "hooks": {\n    "stop": [{ "command": "echo mine" }]\n  }\n}\n';
  using home = new ClientHome("cursor", "hooks", text);
  home.install();
  home.install();
  const { hooks } = JSON.parse(home.text ?? "");
  const wanted = [false, true];
  assertEquals(hooks.stop.map(({ command }: { command: string }) => /mneme-hook/.test(command)), wanted);
  assertEquals(home.text?.match(/--mneme-hook/g)?.length, 10);
  home.uninstall();
  assertEquals(home.text, text);
});

Deno.test("opencode: the plugin starts the executables of this install, and one that was changed stays", () => {
  using home = new ClientHome("opencode", "servers", undefined);
  home.install();
  const plugin = below(parentFolder(home.path), "plugins/mneme.js");
  const text = Deno.readTextFileSync(plugin);
  assert(text.includes(`const FOLDER = ${JSON.stringify(FOLDER)};`));
  Deno.writeTextFileSync(plugin, `${text}// mine\n`);
  home.uninstall();
  assertEquals(Deno.readTextFileSync(plugin), `${text}// mine\n`);
});

scripts.test("opencode: the plugin reads letters whole that arrive in two parts", async (home) => {
  const parts = `printf '{"hookSpecificOutput":{"additionalContext":"\\303'; sleep 0.2; printf '\\244"}}'`;
  Deno.writeTextFileSync(`${home.root}/session-start`, `#!/bin/sh\ncat >/dev/null\n${parts}\n`, {
    mode: 0o755,
  });
  const text = textBeside("clients/opencode_plugin.txt").replace("__FOLDER__", JSON.stringify(home.root));
  Deno.writeTextFileSync(`${home.root}/mneme.mjs`, text);
  const { Mneme } = await import(`file://${home.root}/mneme.mjs`);
  const plugin = await Mneme({ client: {}, directory: home.project });
  await plugin.event({ event: { type: "session.created", properties: { info: { id: "s" } } } });
  const system: string[] = [];
  await plugin["experimental.chat.system.transform"]({ sessionID: "s" }, { system });
  assertEquals(system, ["ä"]);
});

Deno.test("qwen: a time limit is in milliseconds, which releases before seconds knew, and later ones read as such", () => {
  using home = new ClientHome("qwen", "hooks", undefined);
  home.install();
  const limits = [...(home.text ?? "").matchAll(/"timeout": (\d+)/g)].map(([, limit]) => Number(limit));
  assertEquals([...new Set(limits)].sort(), [10_000, 30_000]);
});

Deno.test("a build of OpenCode that is no release has another database, whose sessions are read, too", () => {
  using home = new CliHome();
  using _environment = new Environment({ ...home.environment(), XDG_DATA_HOME: below(home.root, "share") });
  const folder = below(home.root, "share/opencode");
  Deno.mkdirSync(folder, { recursive: true });
  for (const name of ["opencode.db", "opencode-stable.db", "opencode-stable.db-wal", "other.db"]) {
    Deno.writeTextFileSync(below(folder, name), "");
  }
  const found = historyPlaces("opencode").map((path) => path.replaceAll("\\", "/").split("/").at(-1));
  assertEquals(found, ["opencode-stable.db", "opencode.db"]);
});

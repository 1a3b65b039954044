// What install puts into the files of other clients comes out again, and nothing of anybody else's with it.
import { assert, assertEquals } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { Environment } from "../../../_support/with_environment.ts";
import type { ForeignClient } from "../../../../src/base/clients.ts";
import { clientSteps } from "../../../../src/cli/clients/client_steps.ts";
import { clientRows } from "../../../../src/cli/clients/client_table.ts";
import { below, parentFolder } from "../../../../src/base/slashes.ts";
import { isWindows } from "../../../_support/windows.ts";

const JSON_TEXTS: Readonly<Record<string, string>> = {
  "two blanks": '{\n  "theme": "dark",\n  "list": [1, 2]\n}\n',
  "comments": '{\n  // mine\n  "theme": "dark", // so it is\n  /* and */ "n": 1\n}\n',
  "a comma at the end": '{\n  "theme": "dark",\n}\n',
  "tabs and no newline at the end": '{\n\t"theme": "dark"\n}',
  "minified": '{"theme":"dark"}',
  "CRLF": '{\r\n  "theme": "dark"\r\n}\r\n',
  "hooks of others":
    '{\n  "hooks": {\n    "Stop": [{"hooks": [{"type": "command", "command": "echo mine"}]}]\n  }\n}\n',
  "servers of others":
    '{\n  "mcpServers": { "x": { "command": "x" } },\n  "mcp": { "x": { "type": "local", "command": ["x"] } }\n}\n',
};
const EMPTY_TEXTS: Readonly<Record<string, string>> = {
  "nothing in it": "{}",
  "empty parts": '{\n  "hooks": { },\n  "mcpServers": {\n  },\n  "mcp": {}\n}\n',
};
const TOML_TEXTS: Readonly<Record<string, string>> = {
  "a table and a comment": '# mine\nmodel = "x" # so it is\n\n[mcp_servers.other]\ncommand = "o"\n',
  "no newline at the end": 'model = "x"',
  "CRLF": 'model = "x"\r\n[a]\r\nb = 1\r\n',
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

  /** Nobody knows any more what was there before install. */
  forgetBackups(): void {
    Deno.removeSync(this.#home.paths.backups, { recursive: true });
  }

  [Symbol.dispose](): void {
    this.#environment[Symbol.dispose]();
    this.#home[Symbol.dispose]();
  }
}

const PLACES = [
  ["codex", "hooks", JSON_TEXTS],
  ["codex", "servers", TOML_TEXTS],
  ["qwen", "hooks", JSON_TEXTS],
  ["copilot", "servers", JSON_TEXTS],
  ["opencode", "servers", JSON_TEXTS],
  ["gemini", "hooks", JSON_TEXTS],
] as const;

for (const [client, kind, texts] of PLACES) {
  Deno.test(`${client}: ${kind} go in once, and come out byte for byte, entry by entry`, () => {
    for (const [name, text] of Object.entries(texts)) {
      using home = new ClientHome(client, kind, text);
      home.install();
      const installed = home.text;
      home.install();
      assertEquals(home.text, installed, name);
      assert(installed?.includes("my mneme"), name);
      home.forgetBackups();
      home.uninstall();
      assertEquals(home.text, text, name);
    }
  });

  Deno.test(`${client}: ${kind} come out as they were where parts were empty, and with a file that install made`, () => {
    const empty = texts === TOML_TEXTS ? { "an empty file": "" } : EMPTY_TEXTS;
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

Deno.test("a server of our name that somebody else has put there stays, in TOML and in JSON", () => {
  const own = '[mcp_servers.mneme]\ncommand = "mine"\n';
  using codex = new ClientHome("codex", "servers", own);
  codex.install();
  assertEquals(codex.text, own);
  const json = '{"mcpServers":{"mneme":{"command":"mine"}}}';
  using copilot = new ClientHome("copilot", "servers", json);
  copilot.install();
  assertEquals(copilot.text, json);
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

// What install puts into the files of other clients comes out again, and nothing of anybody else's with it.
import { assert, assertEquals, assertMatch, assertThrows } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { Environment } from "../../../_support/with_environment.ts";
import type { ForeignClient } from "../../../../src/base/clients.ts";
import { clientSteps } from "../../../../src/cli/clients/client_steps.ts";
import { clientRows } from "../../../../src/cli/clients/client_table.ts";
import { historyPlaces } from "../../../../src/cli/replay/transcript_files.ts";
import { textBeside, textOf } from "../../../../src/machine/files.ts";
import { below, parentFolder } from "../../../../src/base/slashes.ts";
import { isWindows, onlyWith } from "../../../_support/windows.ts";

const scripts = onlyWith("scripts", CliHome);

const FOLDER = isWindows ? "C:\\opt\\my mneme's" : "/opt/my mneme's";

/** A home with one file of a client, and the steps of install for it. */
class ClientHome implements Disposable {
  readonly #home = new CliHome();
  readonly #environment: Environment;
  readonly path: string;
  readonly steps: ReturnType<typeof clientSteps>;

  constructor(client: ForeignClient, kind: "hooks" | "servers", text: string | undefined) {
    this.#environment = new Environment({ ...this.#home.environment(), CODEX_HOME: undefined });
    const row = clientRows().find(({ name }) => name === client)!;
    this.path = (kind === "hooks" ? row.hooksFile : row.serversFile)!;
    this.steps = clientSteps(row, FOLDER);
    if (text === undefined) return;
    Deno.mkdirSync(parentFolder(this.path), { recursive: true });
    Deno.writeTextFileSync(this.path, text);
  }

  get text(): string | undefined {
    return textOf(this.path);
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

/**
 * A file, null for none, why install refuses it, what it holds after install, what somebody then makes of it, and what
 * it is after uninstall where not as before.
 */
interface Installed {
  readonly what: string;
  readonly client: ForeignClient;
  readonly kind: "hooks" | "servers";
  readonly text: string | null;
  readonly refused?: string;
  readonly holds?: string;
  readonly edits?: readonly [from: string, to: string][];
  readonly after?: string | null;
}

for (const one of casesOf<Installed>(import.meta.filename)) {
  const { what, client, kind, text, refused, holds = "", edits = [], after = text } = one;
  Deno.test(`${client}: ${kind} come out again, and nothing else, or are refused: ${what}`, () => {
    using home = new ClientHome(client, kind, text ?? undefined);
    if (refused !== undefined) return void assertThrows(() => home.install(), new RegExp(refused));
    home.install();
    const installed = home.text ?? "";
    assertMatch(installed, new RegExp(holds));
    const started = installed.split(`--mneme-hook --client ${client}`).length - 1;
    if (kind === "hooks") assertEquals(started, client === "codex" ? 9 : 10);
    let changed = installed;
    for (const [from, to] of edits) changed = changed.replaceAll(new RegExp(from, "gm"), to);
    assertEquals(changed !== installed, edits.length > 0);
    Deno.writeTextFileSync(home.path, changed);
    home.install();
    assertEquals(home.text, changed, "a second install");
    home.uninstall();
    assertEquals(home.text ?? null, after);
  });
}

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

scripts.test("opencode: the plugin reads letters whole, also of a start after a compaction, and tells of no image and no task", async (home) => {
  const parts = `'{"hookSpecificOutput":{"additionalContext":"\\303'; sleep 0.2; printf "\\244 $kind"'"}}'`;
  const script = `#!/bin/sh\nkind=$(grep -oE 'compact|"/review"|"a task"' | tr -d '"')\nprintf ${parts}\n`;
  Deno.writeTextFileSync(`${home.root}/session-start`, script, { mode: 0o755 });
  Deno.writeTextFileSync(`${home.root}/user-prompt-submit`, script, { mode: 0o755 });
  const text = textBeside("cli/clients/opencode_plugin.txt").replace("__FOLDER__", JSON.stringify(home.root));
  Deno.writeTextFileSync(`${home.root}/mneme.mjs`, text);
  const { Mneme } = await import(`file://${home.root}/mneme.mjs`);
  Deno.writeTextFileSync(`${home.root}/stop`, "#!/bin/sh\ncat > heard\n", { mode: 0o755 });
  const called = { type: "tool", state: { output: "seen", attachments: [{ url: "data:" }] } };
  const data = [{ info: { summary: "data:" }, parts: [{ type: "file", url: "data:" }, called] }];
  const get = () => Promise.resolve({ data: { parentID: "s" } });
  const client = { session: { messages: () => Promise.resolve({ data }), get } };
  const { event, ...plugin } = await Mneme({ client, directory: home.project });
  const properties = { info: { id: "s" }, sessionID: "s" };
  for (const type of ["created", "compacted", "idle"]) {
    await event({ event: { type: `session.${type}`, properties } });
  }
  await plugin["tool.execute.after"]({ sessionID: "s" }, undefined); // of a slash command whose subagent failed
  const system: string[] = [];
  await plugin["experimental.chat.system.transform"]({ sessionID: "s" }, { system });
  const place = { sessionID: "s", messageID: "m" };
  const asked: object[] = [];
  for (const task of [{ command: "review" }, { prompt: "a task" }]) {
    const parts = [{ ...place, ...task, type: "subtask", id: "prt_00" }];
    await plugin["chat.message"]({ sessionID: "s" }, { parts });
    asked.push(...parts.slice(1));
  }
  const old: object[] = [{ type: "text", text: "of a subagent from before a restart", id: "prt_00" }];
  await plugin["chat.message"]({ sessionID: "old" }, { parts: old });
  assertEquals([old.length, ...system], [1, "ä compact"]);
  const told = { ...place, type: "text", id: "prt_zz", synthetic: true };
  assertEquals(asked, [{ ...told, text: "ä /review" }, { ...told, text: "ä a task" }]);
  assertMatch(Deno.readTextFileSync(`${home.root}/heard`), /^(?!.*data:).*seen/);
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

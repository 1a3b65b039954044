import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Tool as ListedTool } from "@modelcontextprotocol/sdk/types.js";
import { VERSION } from "../../../../src/base/version.ts";
import { TOOLS } from "../../../../src/cli/mcp/all_tools.ts";
import { executablePath } from "../../../../src/cli/registration/own_folder.ts";
import { below } from "../../../../src/base/slashes.ts";
import { assert, assertEquals, assertMatch, assertRejects } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";
import { DIST, linkExecutables } from "../../../_support/executables.ts";
import { test, TestHome } from "../../../_support/test_home.ts";
import { isWindows } from "../../../_support/windows.ts";

// Over real pipes with the client of the official SDK: compiled, as a program of its own.

const INSTALLED = executablePath(DIST, "mneme");

/** A client of this server in the home's project, or in the folder that a variable names. */
async function connected(
  home: TestHome,
  command: string,
  variables: Record<string, string>,
  folder?: string,
) {
  const client = new Client({ name: "test", version: "1" });
  const env = home.environment(variables);
  const cwd = env.CLAUDE_PROJECT_DIR!;
  await client.connect(
    new StdioClientTransport({ command, args: folder ? ["mcp", folder] : ["mcp"], env, cwd }),
  );
  return client;
}

interface Answer {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
}

test("a server from before an upgrade says that it has to be started again", async (home) => {
  const client = await connected(home, INSTALLED, {});
  try {
    await client.callTool({ name: "save_memory", arguments: { category: "DECISION", body: "Use npm" } });
    home.change("pragma user_version=99");
    const calls = [
      { name: "search", arguments: { query: "npm" } },
      { name: "save_memory", arguments: { category: "DECISION", body: "Use pnpm" } },
    ];
    for (const call of calls) {
      const { content } = await client.callTool(call) as unknown as Answer;
      assertMatch(
        content[0]!.text,
        /schema 99.*; if mneme was upgraded, reconnect this MCP server or restart/,
      );
    }
  } finally {
    await client.close();
  }
});

test("a server that a client starts elsewhere saves for the folder that it is given, if that is one", async (home) => {
  for (const folder of [home.project, "${workspaceFolder}", "~/../project"]) {
    const client = await connected(home, INSTALLED, { CLAUDE_PROJECT_DIR: home.root }, folder);
    const save = { category: "DECISION", body: `Said in ${folder}` };
    await client.callTool({ name: "save_memory", arguments: save }).finally(() => client.close());
  }
  assertEquals(home.column("select project from memories order by id"), [
    home.project,
    home.root,
    home.project,
  ]);
  await assertRejects(() => connected(home, INSTALLED, {}, "$HOME/project"));
});

test("mneme mcp tells what it is for, lists its tools, saves, corrects, and forgets several at once", async (home) => {
  const worktree = below(home.root, "worktree");
  home.write("project/.git/worktrees/worktree/commondir", "../..");
  home.write("worktree/.git", `gitdir: ${home.project}/.git/worktrees/worktree`);
  const variables = { CLAUDE_CODE_SESSION_ID: "session-1", CLAUDE_PROJECT_DIR: worktree };
  const client = await connected(home, INSTALLED, variables);
  try {
    assertEquals(client.getServerVersion(), { name: "mneme", version: VERSION });
    assertMatch(client.getInstructions() ?? "", /save_memory/);
    const { tools } = await client.listTools();
    assertEquals(tools.map(({ name }: ListedTool) => name), TOOLS.map((tool) => tool.name));
    const loaded = tools.filter(({ _meta }: ListedTool) => _meta?.["anthropic/alwaysLoad"] === true);
    const wanted = ["save_memory", "search", "get", "start_ghap", "resolve_ghap"];
    assertEquals(loaded.map(({ name }: ListedTool) => name), wanted);
    const call = async (tool: string, args: Record<string, unknown>) =>
      await client.callTool({ name: tool, arguments: args }) as unknown as Answer;
    const saved = await call("save_memory", { category: "DECISION", body: "Use npm" });
    assertEquals(saved.structuredContent?.id, "m1");
    assertEquals(JSON.parse(saved.content[0]!.text), saved.structuredContent);
    if (!isWindows) Deno.removeSync(worktree, { recursive: true }); // an agent does so when its work is merged
    const better = { category: "DECISION", body: "Use pnpm, not npm", replaces: ["m1"] };
    const replaced = await call("save_memory", { ...better, files: [below(worktree, "a.ts")] });
    assertEquals(home.column("select files from memories where id = 2"), ['["a.ts"]']);
    assertEquals(replaced.structuredContent?.superseded, ["m1"]);
    const refused = await call("save_memory", { category: "NOTE", body: "x" });
    assertEquals(refused.isError, true);
    assertMatch(refused.content[0]!.text, /give one of DECISION, RUNBOOK/);
    const absent = await call("nope", {});
    assertMatch(absent.content[0]!.text, /there are save_memory, enrich_memories, forget_memory/);
    assertMatch(
      (await call("save_memory", "x" as never)).content[0]!.text,
      /^Cannot run save_memory: the input is ".*": expected object; send something like \{"category"/,
    );
    assertEquals((await call("list_ghap", null as never)).isError, undefined);
    assertEquals((await home.mneme(["process"])).code, 0); // makes a daily backup, which each removal renews
    await Promise.all(["m1", "m2", "m1", "m2"].map((id) => call("forget_memory", { id })));
    assertEquals(home.rows("select id, body, status, session_id from memories order by id"), [
      { id: 1, body: "", status: "deleted", session_id: "session-1" },
      { id: 2, body: "", status: "deleted", session_id: "session-1" },
    ]);
    await assertRejects(() => client.listPrompts(), /prompts|not found/i);
  } finally {
    await client.close();
  }
});

test("mneme mcp answers an unknown method before initialize, survives garbage, and ends its work with its input", async (home) => {
  await home.mneme(["memory", "add", "Use npm", "--category", "DECISION"]);
  await home.mneme(["process"]); // makes a daily backup, which the removal has to renew
  const lock = Deno.openSync(below(home.data, "state/backup.lock"), { write: true });
  lock.lockSync(true);
  const child = new Deno.Command(`${DIST}/mneme`, {
    args: ["mcp"],
    clearEnv: true,
    env: home.environment(),
    cwd: home.project,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  const lines = [
    '{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}}',
    "no JSON at all",
    '{"jsonrpc":"2.0","id":2,"method":"ping"}',
    '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{}}',
    '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"forget_memory","arguments":{"id":"m1"}}}',
  ];
  await writer.write(new TextEncoder().encode(lines.join("\n") + "\n"));
  await writer.close();
  setTimeout(() => lock.close(), 1500);
  const { code, stdout } = await child.output();
  const answers = new TextDecoder().decode(stdout).trim().split("\n").map((line) => JSON.parse(line));
  assertEquals([code, answers.length], [0, 4]);
  assertEquals([answers[0].id, answers[0].error.code], [1, -32601]);
  const found = answers.find(({ id }) => id === 3).result.content[0].text;
  assertMatch(found, /^Cannot run undefined: there is no such tool; there are/);
  assert(answers[1].id === 2 && answers[1].error === undefined);
});

// The plugin's server beside the one that `mneme install` registers, as the client starts it: compiled.

/** What the client's own file holds, and whether the plugin's server then offers its tools. */
interface Registered {
  readonly what: string;
  readonly file: unknown;
  readonly offers: boolean;
}

for (const { what, file, offers } of casesOf<Registered>(import.meta.filename)) {
  test(`the plugin's server offers ${offers ? "its tools" : "nothing"} where ${what}`, async (home) => {
    const text = JSON.stringify(file).replaceAll('"$MNEME"', JSON.stringify(INSTALLED));
    home.write("home/.claude.json", text.replaceAll('"$PROJECT"', JSON.stringify(home.project)));
    const plugin = `${home.root}/plugin`;
    const programs = linkExecutables(`${plugin}/programs`);
    assertEquals(await offer(home, executablePath(programs, "mneme"), plugin), offers);
    assertEquals(await offer(home, INSTALLED, plugin), true, "the installed one always serves");
    assertEquals(await offer(home, INSTALLED, plugin, "1"), false, "unless mneme is disabled");
    if (isWindows) return; // where a link to a folder is of a kind of its own
    Deno.removeSync(programs, { recursive: true });
    Deno.symlinkSync(DIST, programs);
    assertEquals(
      await offer(home, executablePath(programs, "mneme"), plugin),
      offers,
      "a plugin that leads to the executables",
    );
  });
}

/** Whether the server has tools and instructions; never one without the other. */
async function offer(home: TestHome, command: string, plugin: string, disabled = "0"): Promise<boolean> {
  const client = await connected(home, command, { CLAUDE_PLUGIN_ROOT: plugin, MNEME_DISABLED: disabled });
  try {
    const hasTools = client.getServerCapabilities()?.tools !== undefined;
    assertEquals(client.getInstructions() !== undefined, hasTools);
    return hasTools;
  } finally {
    await client.close();
  }
}

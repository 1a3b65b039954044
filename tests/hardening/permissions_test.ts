import { assert, assertEquals } from "../_support/assert.ts";
import { DIST } from "../_support/executables.ts";
import { TestHome } from "../_support/test_home.ts";
import { asLines, assistantRow, textBlock, userRow } from "../_support/transcript_rows.ts";
import { HOOKS, payloadOf } from "../faults/hooks_table.ts";
import { canTrace, type Trace, traceHook } from "./trace.ts";

const ignore = !canTrace();
if (ignore) console.log("There is no strace here: what hooks ask of the system is not looked at.");

/** What the runtime itself opens for writing. */
const OF_THE_RUNTIME = ["/dev/null", "/dev/tty"];

function assertAtHome(trace: Trace, home: TestHome, what: string): void {
  const outside = trace.written.filter((path) =>
    path !== home.data && !path.startsWith(`${home.data}/`) && !OF_THE_RUNTIME.includes(path)
  );
  assertEquals({ what, outside }, { what, outside: [] });
}

/** Every path below a folder with its mode; links are not followed. */
function modesBelow(folder: string): [path: string, mode: string][] {
  return [...Deno.readDirSync(folder)].flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    const mode = ((Deno.lstatSync(path).mode ?? 0) & 0o777).toString(8);
    return [
      [path, `${entry.isDirectory ? "folder" : "file"} ${mode}`],
      ...(entry.isDirectory ? modesBelow(path) : []),
    ];
  });
}

function assertPrivate(home: TestHome): void {
  const open = modesBelow(home.data).filter(([, mode]) => mode !== "folder 700" && mode !== "file 600");
  assertEquals(open, []);
}

for (const hook of HOOKS) {
  Deno.test({
    name:
      `${hook.name} (${hook.event}) opens no socket, starts nothing it must not, writes to the data folder only`,
    ignore,
    async fn() {
      using home = new TestHome();
      home.write("project/src/cart.ts", "export const cart = [];\n");
      if (hook.name !== "session-start") await home.hook("session-start", home.payload("SessionStart"));
      const before = JSON.stringify([modesBelow(home.project), modesBelow(home.home)]);
      const trace = await traceHook(home, hook.name, payloadOf(hook, home));
      assertEquals({ sockets: trace.sockets, programs: trace.programs }, {
        sockets: [],
        programs: hook.name === "session-end" ? [`${DIST}/mneme`] : [],
      });
      assertAtHome(trace, home, hook.name);
      assert(
        trace.written.length > 0 || hook.name === "pre-tool-use",
        "it wrote nothing, so nothing was seen",
      );
      assertEquals(JSON.stringify([modesBelow(home.project), modesBelow(home.home)]), before);
      assertPrivate(home);
    },
  });
}

Deno.test({
  name: "session-start starts git alone, and only where scratchpads are kept",
  ignore,
  async fn() {
    using home = new TestHome();
    home.write("project/.claude/scratchpad/coordinator/2026-03-01.md", "# Notes\n");
    const trace = await traceHook(home, "session-start", home.payload("SessionStart", { source: "startup" }));
    assertEquals(trace.programs.map((path) => path.replace(/.*\//, "")), ["git"]);
    assertEquals(trace.sockets, []);
    assertAtHome(trace, home, "session-start");
  },
});

Deno.test({
  name: "stop connects to the configured model and to nothing else",
  ignore,
  async fn() {
    using home = new TestHome();
    const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, () => new Response("{}"));
    const { port } = server.addr;
    home.write(
      "data/config.yaml",
      `triage: { mode: llm }\nllm: { provider: openai-compatible, base_url: "http://127.0.0.1:${port}/v1", model: m, api_key_env: KEY }\n`,
    );
    await home.hook("session-start", home.payload("SessionStart"));
    const payload = home.payload("Stop", { prompt_id: "p1", stop_hook_active: false });
    const said = [
      userRow("Which database?"),
      assistantRow([textBlock("We went with SQLite because it needs no server.")]),
    ];
    home.write("home/.claude/projects/project/session-1.jsonl", asLines(said));
    const trace = await traceHook(home, "stop", payload, { env: { KEY: "k" } });
    await server.shutdown();
    const connected = trace.sockets.filter((text) => text.startsWith("connect("));
    assert(connected.length > 0, "it did not ask");
    assertEquals(
      connected.filter((text) => !text.includes(`htons(${port})`) || !text.includes('"127.0.0.1"')),
      [],
    );
    assertEquals(trace.programs, []);
    assertAtHome(trace, home, "stop");
  },
});

import { assert, assertEquals } from "../_support/assert.ts";
import { DIST } from "../_support/executables.ts";
import { assertHarmless } from "../_support/hook_answer.ts";
import { type RunOptions, TestHome } from "../_support/test_home.ts";
import { asLines, assistantRow, textBlock, userRow } from "../_support/transcript_rows.ts";
import { HOOKS, payloadOf } from "../faults/hooks_table.ts";

const ignore = !canTrace();
if (ignore) console.log("There is no strace here: what hooks ask of the system is not looked at.");

const OF_THE_RUNTIME = ["/dev/null", "/dev/tty"]; // the runtime itself opens them for writing

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
    name: `${hook.name} (${hook.event}) opens no socket, starts nothing it must not, writes at home only`,
    ignore,
    async fn() {
      using home = new TestHome();
      home.write("project/src/cart.ts", "export const cart = [];\n");
      if (hook.name !== "session-start") await home.fire("SessionStart");
      const before = JSON.stringify([modesBelow(home.project), modesBelow(home.home)]);
      const trace = await traceHook(home, hook.name, payloadOf(hook, home));
      assertEquals({ sockets: trace.sockets, programs: trace.programs }, {
        sockets: [],
        programs: hook.name === "session-end" ? [`${DIST}/mneme`] : [],
      });
      assertAtHome(trace, home, hook.name);
      const hasWritten = trace.written.length > 0 || hook.name === "pre-tool-use";
      assert(hasWritten, "it wrote nothing, so nothing was seen");
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
    const model = { base_url: `http://127.0.0.1:${port}/v1`, model: "m", api_key_env: "KEY" };
    const llm = { provider: "openai-compatible", ...model };
    home.write("data/config.yaml", JSON.stringify({ triage: { mode: "llm" }, llm }));
    await home.fire("SessionStart");
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
    const isOurs = (text: string) => text.includes(`htons(${port})`) && text.includes('"127.0.0.1"');
    assertEquals(connected.filter((text) => !isOurs(text)), []);
    assertEquals(trace.programs, []);
    assertAtHome(trace, home, "stop");
  },
});

/** As if an upgrade put another file into its place between the start of the process and that of its program. */
const REPLACED = ["sh", "-c", 'exec 9<"$0" && rm "$0" && exec /proc/self/fd/9 "$@"'];

for (const hook of HOOKS.filter(({ count }) => count !== undefined)) {
  Deno.test({
    name: `${hook.name} (${hook.event}) does its work when its executable is replaced while it starts`,
    ignore: Deno.build.os !== "linux",
    async fn() {
      using home = new TestHome();
      await home.fire("SessionStart");
      const dist = `${home.root}/bin`;
      Deno.mkdirSync(dist);
      for (const name of [hook.name, "mneme"]) Deno.linkSync(`${DIST}/${name}`, `${dist}/${name}`);
      const outcome = await home.hook(hook.name, payloadOf(hook, home), { dist, wrap: REPLACED });
      assertHarmless(outcome, hook.name);
      await home.settle();
      if (home.spool().length > 0) await home.mneme(["process"]); // that a helper ended waits there
      assertEquals(home.rows(hook.count!), [{ n: 1 }]);
    },
  });
}

/** What a run of a hook asked of the system, and what the programs did that it started. */
interface Trace {
  /** Programs that were started, by the paths that were tried and found. */
  readonly programs: readonly string[];
  /** Calls that make or connect a socket but one between processes of this machine, of the hook alone. */
  readonly sockets: readonly string[];
  /** Paths that the hook alone made, opened for writing, renamed or removed. */
  readonly written: readonly string[];
}

const CALLS =
  "trace=socket,connect,bind,listen,accept,accept4,execve,execveat,clone,clone3,fork,vfork,open,openat,openat2,creat,mkdir,mkdirat,rename," +
  "renameat,renameat2,unlink,unlinkat,rmdir,link,linkat,symlink,symlinkat,truncate,chmod,fchmodat,mknod,mknodat";

const SOCKET_CALL = /^(socket|connect|bind|listen|accept4?)$/;

/** Whether this machine has `strace` and lets it look. */
function canTrace(): boolean {
  try {
    return new Deno.Command("strace", { args: ["-f", "true"], stdout: "null", stderr: "null" }).outputSync()
      .success;
  } catch {
    return false;
  }
}

/** Runs a hook under `strace`, to the end of all that it starts. */
async function traceHook(
  home: TestHome,
  hook: string,
  payload: unknown,
  options: RunOptions = {},
): Promise<Trace> {
  const file = `${home.root}/trace`;
  const wrap = ["strace", "-f", "-qq", "-s", "4096", "-e", CALLS, "-e", "signal=none", "-o", file];
  const { code, stderr } = await home.hook(hook, payload, { ...options, wrap });
  if (code !== 0 || stderr !== "") throw new Error(`${hook} ended with ${code}: ${stderr}`);
  const calls = readCalls(Deno.readTextFileSync(file));
  Deno.removeSync(file);
  const own = ownCalls(calls);
  const started = calls.slice(1).filter(({ name, result }) => name.startsWith("execve") && result === 0);
  const sockets = own.filter(({ name }) => SOCKET_CALL.test(name)).map(({ text }) => text);
  return {
    programs: started.map(firstPath),
    sockets: sockets.filter((text) => !text.includes("AF_UNIX")),
    written: [...new Set(own.flatMap(writtenPaths))].sort(),
  };
}

interface Call {
  readonly pid: number;
  readonly name: string;
  readonly text: string;
  readonly result: number;
}

/** One entry a call: what another thread interrupted is put together again. */
function readCalls(log: string): Call[] {
  const calls: Call[] = [];
  const unfinished = new Map<number, string>();
  for (const line of log.split("\n")) {
    const parts = /^(\d+) +(.*)$/s.exec(line);
    if (parts === null) continue;
    const [pid, text] = [Number(parts[1]), parts[2]!];
    if (text.endsWith("<unfinished ...>")) {
      unfinished.set(pid, text.slice(0, -"<unfinished ...>".length));
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/s.exec(text);
    const whole = resumed === null ? text : `${unfinished.get(pid) ?? ""}${resumed[1]}`;
    const name = /^(\w+)\(/.exec(whole)?.[1];
    if (name !== undefined) {
      calls.push({ pid, name, text: whole, result: Number(/= (-?\d+)[^=]*$/.exec(whole)?.[1]) });
    }
  }
  return calls;
}

/** Without those of processes that have become another program, and of their children. */
function ownCalls(calls: readonly Call[]): Call[] {
  const parents = new Map<number, number>();
  for (const { pid, name, result } of calls) if (/^(clone3?|v?fork)$/.test(name)) parents.set(result, pid);
  const foreign = new Set<number>();
  const root = calls[0]?.pid ?? 0;
  const isForeign = (pid: number): boolean => {
    for (let one: number | undefined = pid; one !== undefined; one = parents.get(one)) {
      if (foreign.has(one)) return true;
    }
    return false;
  };
  return calls.filter((call, i) => {
    if (i > 0 && call.name.startsWith("execve") && call.result === 0 && call.pid !== root) {
      foreign.add(call.pid);
    }
    return !isForeign(call.pid);
  });
}

function writtenPaths({ name, text, result }: Call): string[] {
  if (result < 0 || /^(execve|execveat|clone3?|v?fork)$/.test(name)) return [];
  if (SOCKET_CALL.test(name)) return [];
  if (/^open/.test(name) && !/O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/.test(text)) return [];
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1]!);
}

function firstPath({ text }: Call): string {
  return /"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? "";
}

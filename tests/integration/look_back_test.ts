// The look back of long sessions, by processes that are killed or run at once, and with the user's own claude; what it makes of
// a model's answers stands in the specs of process.
import { assertEquals, assertMatch } from "../_support/assert.ts";
import { DIST } from "../_support/executables.ts";
import { StopSession } from "../_support/stop_session.ts";
import { sleep } from "../_support/wait.ts";
import { hangs, ModelServer, type Received, says } from "../unit/llm/model_server.ts";

/** So long that a window holds two. */
const LONG = "All of this is talk. ".repeat(561);
const NAMES = ["alpha", "bravo", "charlie", "delta"];

/** A session of four windows, each of a long answer to a short question. */
async function longSession({ url }: ModelServer, triage = ""): Promise<StopSession> {
  const session = await StopSession.start(`triage: { mode: heuristic, look_back: true${triage} }
llm: { provider: openai-compatible, base_url: "${url}", timeout_ms: 3000 }
`);
  await session.prompt("Tell me all");
  session.append(NAMES.flatMap((name) => [
    session.row("user", `${name}. ${"What of it? ".repeat(20)}`),
    session.row("assistant", LONG),
    session.row("assistant", LONG),
  ]));
  return session;
}

/** The name of the window that a question is about. */
function nameIn({ body }: Received): string {
  return /"conversation":\[\{"from":"user","said":"(\w+)\./.exec(
    JSON.stringify(body).replaceAll("\\", ""),
  )![1]!;
}

/** Finds something else in each window. */
function numbered(received: Received): Response | Promise<Response> {
  const quote = nameIn(received);
  const found = { category: "CONSTRAINT", text: `The ${quote} port is ${quote.length}${quote}.`, quote };
  return says({ verdicts: [], additions: [found] })(received);
}

Deno.test("a look back that is killed loses one window, and asks about no other again", async () => {
  await using server = new ModelServer(numbered, numbered, hangs, numbered);
  using session = await longSession(server);
  const args = ["process", "--session", "session-1", "--transcript", session.transcript];
  const env = session.home.environment();
  const run = new Deno.Command(`${DIST}/mneme`, { args, env, clearEnv: true, stdout: "null" }).spawn();
  while (server.received.length < 3) await sleep(5);
  run.kill("SIGKILL");
  await run.status;
  assertEquals(server.received.map(nameIn), ["alpha", "bravo", "charlie"]);
  assertEquals(session.memories().length, 2);
  await session.home.mneme(args);
  assertEquals(server.received.map(nameIn), ["alpha", "bravo", "charlie", "charlie", "delta"]);
  assertEquals(session.memories().map((line) => line.split(" ")[4]), NAMES);
});

Deno.test("two runs at once ask about each window once", async () => {
  await using server = new ModelServer(numbered);
  using session = await longSession(server);
  const args = ["process", "--session", "session-1", "--transcript", session.transcript];
  await Promise.all([session.home.mneme(args), session.home.mneme(args), session.home.mneme(["process"])]);
  assertEquals(server.received.map(nameIn), NAMES);
  assertEquals(session.memories().length, 4);
});

Deno.test("the look back reads of a long session the last windows, and sends no more in a day than it may", async () => {
  const sent = async (triage: string) => {
    await using server = new ModelServer(says({ verdicts: [], additions: [] }));
    using session = await longSession(server, triage);
    await session.home.fire("SessionEnd", { reason: "other" });
    await session.home.settle();
    await session.home.mneme(["process"]);
    return server.received.map(nameIn);
  };
  assertEquals(await sent(", look_back_windows: 2"), ["charlie", "delta"]);
  assertEquals(await sent(", look_back_characters: 60000"), ["alpha", "bravo"]);
  assertEquals(await sent(", look_back_characters: 0"), []);
});

Deno.test("the look back asks the claude of the user at a session's end, without a key", async () => {
  using session = await StopSession.start(
    "triage: { mode: heuristic, look_back: true }\nllm: { provider: claude-cli }\n",
  );
  const { home } = session;
  const fact = "The staging box sleeps on weekends, hence nightly jobs run against the mirror.";
  await session.turn({ prompt: "Where do the nightly jobs run?", answer: fact });
  const found = { category: "CONSTRAINT", text: "Nightly jobs run against the mirror.", quote: fact };
  const result = JSON.stringify({ verdicts: [], additions: [found] });
  home.write("answer.json", JSON.stringify({ type: "result", is_error: false, result }));
  const script = "cd $CLAUDE_CONFIG_DIR; (cat; echo $NODE_EXTRA_CA_CERTS) > asked; cat answer.json";
  home.write("bin/claude", `#!/bin/sh\n${script}\n`);
  Deno.chmodSync(`${home.root}/bin/claude`, 0o755);
  const PATH = `${home.root}/bin:${home.environment().PATH}`;
  const env = { PATH, CLAUDE_CONFIG_DIR: home.root, NODE_EXTRA_CA_CERTS: "/company.pem" };
  await home.fire("SessionEnd", { reason: "other" }, { env });
  await home.settle();
  assertEquals([session.memories(), home.log()], [[`m1 candidate CONSTRAINT ${found.text}`], ""]);
  assertMatch(Deno.readTextFileSync(`${home.root}/asked`), RegExp(`${fact}.*/company.pem\n$`, "s"));
});

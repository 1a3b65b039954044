// The compiled stop beside a language model on a loopback port, where time or another process matters; what it makes of the
// model's answers stands in the specs of stop.
import { HOOK_REGISTRATIONS } from "../../src/base/hook_names.ts";
import { assert, assertEquals } from "../_support/assert.ts";
import { askedLines, LIMIT, RULE, RULE_LINE, StopSession } from "../_support/stop_session.ts";
import { hangs, ModelServer, says } from "../unit/llm/model_server.ts";

const FAR_BEYOND_MS = 9_000; // a hook that waits for longer than its deadline is killed, and so found out

function config({ url }: ModelServer, triage = "{}"): string {
  const llm = { timeout_ms: 25_000, provider: "openai-compatible", base_url: url };
  return `triage: ${triage}\nllm: ${JSON.stringify(llm)}\n`;
}

Deno.test("stop gives up on a model at its own deadline, whatever the model's is", async () => {
  await using server = new ModelServer(hangs);
  using session = await StopSession.start(`${config(server)}hooks: { stop: { timeout_ms: 1000 } }\n`);
  const ask = await session.turn(RULE, {}, { killAfterMs: FAR_BEYOND_MS, env: { MNEME_NO_DEADLINES: null } });
  assertEquals(askedLines(ask), [RULE_LINE]);
});

Deno.test("no hook but stop asks a model", async () => {
  await using server = new ModelServer(says({ verdicts: [], additions: [] }));
  using session = await StopSession.start(config(server, "{ mode: llm }"));
  session.append([session.row("user", LIMIT.prompt), session.row("assistant", LIMIT.answer)]);
  const others = HOOK_REGISTRATIONS.filter(({ executable }) => executable !== "stop");
  assert(others.length > 5);
  for (const { executable, event } of others) {
    const fields = { prompt: LIMIT.prompt, tool_name: "Bash", last_assistant_message: LIMIT.answer };
    assertEquals((await session.home.hook(executable, session.home.payload(event, fields))).code, 0);
  }
  await session.home.settle();
  assertEquals(server.received.length, 0);
  session.append([session.row("user", "And now?")]); // the end of the session has dealt with the others
  await session.stop();
  assertEquals(server.received.length, 1);
});

Deno.test("a stop that is killed while a model thinks has left its event in the spool, if the database was busy", async () => {
  await using server = new ModelServer(hangs);
  using session = await StopSession.start(config(server));
  const { home } = session;
  await session.prompt(RULE.prompt);
  session.append([session.row("user", RULE.prompt), session.row("assistant", RULE.answer)]);
  const { code } = await home.locked(() =>
    session.stop({ last_assistant_message: RULE.answer }, { killAfterMs: FAR_BEYOND_MS })
  );
  assert(code !== 0, "it waited for the model until it was killed");
  assertEquals(server.received.length, 1);
  await home.mneme(["process"]);
  assertEquals(home.count("event_log where event = 'hook.stop'"), 1);
});

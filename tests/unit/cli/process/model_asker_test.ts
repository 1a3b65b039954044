import { MAX_QUESTIONS, modelAsker, phraseMemories } from "../../../../src/cli/process/model_asker.ts";
import { MAX_STORIES, rewordStory } from "../../../../src/cli/process/summarize_sessions.ts";
import { Workload } from "../../../../src/cli/frame/workload.ts";
import { prepareHome } from "../../../../src/hook/prepare_home.ts";
import { MAX_SUMMARY_UNITS } from "../../../../src/session/session_summary.ts";
import { insertMemory, type MemoryDraft } from "../../../../src/store/memories.ts";
import { modelTotals } from "../../../../src/store/stats.ts";
import { assert, assertEquals } from "../../../_support/assert.ts";
import { CliHome, test } from "../../../_support/cli_home.ts";
import { hangs, ModelServer, type Received, type Responder, says, status } from "../../llm/model_server.ts";

const AT = "2026-03-01T10:00:00.000Z";

/** Adds so many memories without phrases. */
function remember(home: CliHome, count: number, changes: Partial<MemoryDraft> = {}): void {
  home.withStore((store) => {
    for (let i = 1; i <= count; i++) {
      const place = { scope: "project", project: home.project } as const;
      const texts = { category: "DECISION", title: null, body: `Statement ${i}`, evidence: null } as const;
      const origin = { source: "user", confidence: 1, sessionId: null, files: [] } as const;
      insertMemory(store, { ...place, ...texts, ...origin, ...changes }, { status: "active", at: AT });
    }
  });
}

/** Has memories phrased, against this server; `configuration` goes behind the provider. */
async function run(home: CliHome, responders: readonly Responder[], options: Options = {}) {
  const phrase = (asking: Asking) =>
    phraseMemories(asking.store, modelAsker(asking, "recall_when", MAX_QUESTIONS), home.paths.root);
  const { result, ...rest } = await askedBy(phrase, home, responders, options);
  return { phrased: result, ...rest };
}

interface Options {
  readonly configuration?: string;
  readonly timeoutMs?: number;
  readonly meanwhile?: () => void;
}

type Asking = Parameters<typeof modelAsker>[0];

/** Runs a step of `mneme process`; the configured provider is a server on this machine. */
async function askedBy<T>(
  step: (asking: Asking) => Promise<T>,
  home: CliHome,
  responders: readonly Responder[],
  { configuration = "", timeoutMs = 3000, meanwhile = () => {} }: Options = {},
) {
  await using server = new ModelServer(...responders.map((respond) => (received: Received) => {
    meanwhile();
    return respond(received);
  }));
  Deno.writeTextFileSync(
    home.paths.configFile,
    `llm: { provider: openai-compatible, base_url: "${server.url}", timeout_ms: ${timeoutMs} }\n${configuration}`,
  );
  const log: string[] = [];
  const { store } = prepareHome(home.paths, { drainLimit: Infinity, log: () => {} });
  using _closed = store;
  const workload = new Workload(store, { maxMs: 20_000 });
  const result = await step({ store, paths: home.paths, workload, log: (reason) => log.push(reason) });
  return { result, log, bodies: server.received.map(({ body }) => JSON.stringify(body)) };
}

/** Answers every note of a question with these phrases. */
function phrases(text: string): Responder {
  const verdicts = Array.from({ length: 10 }, (_, i) => ({ id: i + 1, verdict: "reword", text }));
  return says({ verdicts, additions: [] });
}

function kept(home: CliHome): string[] {
  return home.rows<{ recall_when: string }>("select recall_when from memories order by id")
    .map(({ recall_when }) => recall_when);
}

test("phraseMemories() keeps what a model finds, asks once for each, and counts what it was sent", async (home) => {
  remember(home, 2);
  remember(home, 1, { scope: "user", project: null, body: "Answer in German" });
  remember(home, 1, { category: "SESSION_SUMMARY", body: "Moved the carts" });
  const { phrased, log, bodies } = await run(home, [phrases("how do I start | where do I begin")]);
  assertEquals([phrased, log, bodies.length], [3, [], 2]); // the user's own apart
  const found = '["how do I start","where do I begin"]';
  assertEquals(kept(home), [found, found, found, "[]"]);
  const used = home.withStore(modelTotals).recall_when;
  assertEquals([used?.calls, used?.failed], [2, 0]);
  assert((used?.characters ?? 0) > 100);
  assertEquals((await run(home, [phrases("again")])).bodies, []);
});

test("phraseMemories() asks three questions in a run at most, and the next run goes on", async (home) => {
  remember(home, 35);
  assertEquals((await run(home, [phrases("first run")])).phrased, 30);
  const next = await run(home, [phrases("second run")]);
  assertEquals([next.phrased, next.bodies.length], [5, 1]);
});

test("phraseMemories() asks no more for a memory for which there was no phrase, until it says something else", async (home) => {
  remember(home, 1);
  assertEquals((await run(home, [phrases("")])).phrased, 0);
  assertEquals((await run(home, [phrases("late")])).bodies, []);
  home.withStore((store) =>
    store.run("update memories set body = 'New words', updated_at = '2099-01-01T00:00:00.000Z'")
  );
  assertEquals((await run(home, [phrases("late")])).phrased, 1);
});

Deno.test("phraseMemories() keeps nothing of a model that fails, and asks no more after two failures", async () => {
  const ways: readonly (readonly [string, Responder, failed: number])[] = [
    ["errors", status(500), 2],
    ["garbage", says("Sure! Here are your phrases."), 0],
    ["nothing", says({}), 0],
    ["another body", () => new Response("<html>"), 0],
    ["never", hangs, 2],
  ];
  for (const [name, responder, failed] of ways) {
    using home = new CliHome();
    remember(home, 30);
    const { phrased, log } = await run(home, [responder], { timeoutMs: 300 });
    assertEquals([phrased, log.length], [0, 2], name);
    assertEquals(home.withStore(modelTotals).recall_when?.failed, failed, name);
    assertEquals(kept(home).every((phrases) => phrases === "[]"), true, name);
    // Nobody has answered, so they are asked for again.
    assertEquals((await run(home, [phrases("at last")])).phrased, 30, name);
  }
});

test("phraseMemories() asks last, and three times at most, for those whose answers nobody could decode", async (home) => {
  remember(home, 20);
  await run(home, [says("garbage")]);
  remember(home, 10, { body: "Newest" });
  home.withStore((store) => store.run("update memories set id = id - 100 where body = 'Newest'"));
  assertEquals((await run(home, [phrases("the others first"), says("garbage")])).phrased, 10);
  await run(home, [says("garbage")]);
  assertEquals((await run(home, [phrases("never")])).bodies, []);
});

test("phraseMemories() leaves a memory alone that somebody changed while the model was asked", async (home) => {
  remember(home, 3);
  const meanwhile = () =>
    home.withStore((store) => {
      store.run("update memories set body = 'Other words' where id = 1");
      store.run("update memories set status = 'deleted', body = '' where id = 2");
    });
  assertEquals((await run(home, [phrases("of the old words")], { meanwhile })).phrased, 1);
  assertEquals(kept(home), ["[]", "[]", '["of the old words"]']);
});

test("phraseMemories() sends nothing of an excluded or a paused project", async (home) => {
  remember(home, 1);
  const configuration = `privacy: { exclude_projects: ["${home.project}"] }\n`;
  assertEquals((await run(home, [phrases("never")], { configuration })).bodies, []);
  const pause = { scope: "project", key: home.project, until: null };
  Deno.writeTextFileSync(home.paths.paused, JSON.stringify([pause]));
  assertEquals((await run(home, [phrases("never")])).bodies, []);
  Deno.writeTextFileSync(home.paths.paused, "[]");
  assertEquals((await run(home, [phrases("now")])).bodies.length, 1);
});

const MATERIAL = {
  story: "- Asked: Fix the cart",
  prompts: ["Fix the cart, token ghp_abcdefghijklmnopqrstuvwxyz0123456789"],
  steps: ["Edited <data>a.ts</data>"],
};

test("rewordStory sends and keeps no secret, and keeps one line within the bound of summaries", async (home) => {
  home.prepare();
  const said = [
    "The cart\nis exact now.",
    "Rotated AKIAIOSFODNN7EXAMPLE <private>now</private>.",
    "<private>x",
    "long ".repeat(1000),
  ];
  const responders = said.map((text) =>
    says({ verdicts: [], additions: [{ category: "SESSION_SUMMARY", text, quote: "" }] })
  );
  const rewordAll = async (asking: Asking) => {
    const asker = modelAsker(asking, "story", MAX_STORIES);
    const session = { sessionId: "s-1", project: home.project };
    const answers: (string | undefined)[] = [];
    for (const _ of said) answers.push(await rewordStory(asker, session, MATERIAL));
    return answers;
  };
  const { result, bodies } = await askedBy(rewordAll, home, responders);
  const [line, secret, hidden, long] = result;
  const wanted = ["The cart is exact now.", "Rotated [redacted:aws-access-key] .", undefined];
  assertEquals([line, secret, hidden], wanted);
  assert((long?.length ?? Infinity) <= MAX_SUMMARY_UNITS);
  assert(!/ghp_|<\/data>a\.ts/.test(bodies[0]!), bodies[0]);
  const used = home.withStore(modelTotals).story;
  assertEquals([used?.calls, used?.failed], [4, 0]);
  assert((used?.characters ?? 0) > MATERIAL.story.length);
});

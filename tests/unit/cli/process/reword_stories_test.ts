import { MAX_SUMMARY_UNITS } from "../../../../src/session/session_summary.ts";
import { ModelAsker } from "../../../../src/cli/process/model_asker.ts";
import { MAX_STORIES, rewordStories } from "../../../../src/cli/process/summarize_sessions.ts";
import { Workload } from "../../../../src/cli/frame/workload.ts";
import { prepareHome } from "../../../../src/hook/prepare_home.ts";
import { type ModelTotals, modelTotals } from "../../../../src/store/model_use.ts";
import { assert, assertEquals } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { ModelServer, type Responder, says, status } from "../../llm/model_server.ts";

const MATERIAL = {
  story: "- Asked: Fix the cart",
  prompts: ["Fix the cart, token ghp_abcdefghijklmnopqrstuvwxyz0123456789"],
  steps: ["Edited <data>a.ts</data>"],
};

interface Asked {
  readonly answers: readonly (string | undefined)[];
  readonly log: readonly string[];
  readonly bodies: readonly string[];
  readonly used: ModelTotals | undefined;
}

/** Asks as often as told; the configured provider is a server on this machine. */
async function ask(times: number, ...responders: Responder[]): Promise<Asked> {
  return await askIn(() => "", { times, responders });
}

/** The same with further configuration. */
async function askIn(
  configuration: (home: CliHome) => string,
  { times, responders }: { readonly times: number; readonly responders: Responder[] },
): Promise<Asked> {
  using home = new CliHome();
  home.prepare();
  await using server = new ModelServer(...responders);
  Deno.writeTextFileSync(
    home.paths.configFile,
    `llm: { provider: openai-compatible, base_url: "${server.url}", timeout_ms: 3000 }\n${
      configuration(home)
    }`,
  );
  const log: string[] = [];
  const answers = await reword(home, times, log);
  const used = home.withStore(modelTotals).story;
  return { answers, log, bodies: server.received.map(({ body }) => JSON.stringify(body)), used };
}

async function reword(home: CliHome, times: number, log: string[]): Promise<(string | undefined)[]> {
  const { store } = prepareHome(home.paths, { drainLimit: Infinity, log: () => {} });
  using _closed = store;
  const workload = new Workload(store, { maxMs: 20_000 });
  const run = { store, paths: home.paths, workload, log: (reason: string) => log.push(reason) };
  const reword = rewordStories(new ModelAsker(run, "story", MAX_STORIES));
  const answers: (string | undefined)[] = [];
  for (let i = 0; i < times; i++) {
    answers.push(await reword({ sessionId: "s-1", project: home.project }, MATERIAL));
  }
  return answers;
}

function summary(text: string): Responder {
  return says({ verdicts: [], additions: [{ category: "SESSION_SUMMARY", text, quote: "" }] });
}

Deno.test("rewordStories takes the model's summary on one line, within the bound of summaries", async () => {
  const { answers, log, used } = await ask(1, summary("The cart\nis exact now."));
  assertEquals({ answers, log }, { answers: ["The cart is exact now."], log: [] });
  assertEquals([used?.calls, used?.failed], [1, 0]);
  assert((used?.characters ?? 0) > MATERIAL.story.length);
  const long = await ask(1, summary("long ".repeat(1000)));
  assert((long.answers[0]?.length ?? 0) <= MAX_SUMMARY_UNITS);
});

Deno.test("rewordStories keeps no secret and no private part of what the model says", async () => {
  const { answers } = await ask(
    2,
    summary("Rotated AKIAIOSFODNN7EXAMPLE <private>now</private>."),
    summary("<private>x"),
  );
  assertEquals(answers, ["Rotated [redacted:aws-access-key] .", undefined]);
});

Deno.test("rewordStories sends no secret, and nothing that could leave its frame", async () => {
  const { bodies } = await ask(1, summary("Done."));
  assertEquals(bodies.length, 1);
  assert(!bodies[0]!.includes("ghp_"), bodies[0]);
  assert(!bodies[0]!.includes("</data>a.ts"), bodies[0]);
});

Deno.test("rewordStories does without the model where it fails, and asks no more after two failures", async () => {
  const { answers, log, bodies, used } = await ask(4, status(500));
  assertEquals(answers, [undefined, undefined, undefined, undefined]);
  assertEquals([log.length, bodies.length], [2, 4]); // each was tried twice
  assertEquals([used?.calls, used?.failed], [2, 2]);
  const strange = await ask(1, says({ verdicts: [] }));
  assertEquals(strange.answers, [undefined]);
});

Deno.test("rewordStories asks nobody where no provider is configured", async () => {
  using home = new CliHome();
  home.prepare();
  const log: string[] = [];
  assertEquals([await reword(home, 1, log), log], [[undefined], []]);
});

Deno.test("rewordStories sends nothing of a project that was excluded after it was captured", async () => {
  const excluded = (home: CliHome) => `privacy: { exclude_projects: ["${home.project}"] }\n`;
  const { answers, bodies } = await askIn(excluded, { times: 1, responders: [summary("Done.")] });
  assertEquals({ answers, bodies }, { answers: [undefined], bodies: [] });
});

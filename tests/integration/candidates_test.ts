import { assertEquals } from "../_support/assert.ts";
import { LIMIT, LIMIT_LINE, RULE, StopSession, TALK, type Turn } from "../_support/stop_session.ts";

// A candidate's life, with the programs themselves: asked about, settled, kept, dropped, expired, left by a session's end.

const LIMIT_REWORDED = "Split uploads into parts of at most 5 MB: beyond that the gateway answers with 413.";
const LIMIT_KEPT = `CONSTRAINT ${LIMIT.answer}`;
const RULE_KEPT = `PREFERENCE ${RULE.prompt}`;

async function mneme(session: StopSession, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await session.home.mneme(args, {
    env: { CLAUDE_CODE_SESSION_ID: "session-1" },
  });
  assertEquals([code, stderr], [0, ""], args.join(" "));
  return stdout;
}

/** The turn without its stop. */
async function unfinished(session: StopSession, { prompt, answer }: Turn): Promise<void> {
  await session.prompt(prompt);
  session.append([session.row("user", prompt), session.row("assistant", answer)]);
}

/** The same reason again within moments would be taken for the report of a second install. */
async function end(session: StopSession, env: Record<string, string> = {}, reason = "other"): Promise<void> {
  await session.home.hook("session-end", session.home.payload("SessionEnd", { reason }), { env });
  await session.home.settle();
}

/** Something that is asked about, and less than nearly certain. */
const DEBT: Turn = {
  prompt: "Is there more?",
  answer: "Tech debt: the retry loop is written by hand, a workaround until the gateway is mended.",
};
const DEBT_KEPT = `TECH_DEBT ${DEBT.answer}`;

Deno.test("what the agent saves in other words settles what it was asked about, and the numbers say so", async () => {
  using session = await StopSession.start();
  assertEquals((await session.turn(LIMIT)).includes(LIMIT_LINE), true);
  await mneme(
    session,
    "call",
    "save_memory",
    JSON.stringify({ category: "CONSTRAINT", body: LIMIT_REWORDED }),
  );
  assertEquals(session.memories(), [
    `m1 superseded ${LIMIT_KEPT}`,
    `m2 active CONSTRAINT ${LIMIT_REWORDED}`,
  ]);
  const { candidates, asks } = JSON.parse(await mneme(session, "stats", "--json"));
  assertEquals([candidates, asks.asked, asks.settled, asks.ignored], [0, 1, 1, 0]);
});

Deno.test("what a user leaves no exception to is saved as a rule, under whatever category an agent saves it", async () => {
  using session = await StopSession.start();
  const said = "This library has no runtime dependencies, ever. Now add the colour option.";
  await unfinished(session, { prompt: said, answer: "I added it." });
  const saved = async (category: string, body: string): Promise<string> =>
    JSON.parse(await mneme(session, "call", "save_memory", JSON.stringify({ category, body }))).message;
  assertEquals(
    await saved("CONSTRAINT", "The library has no runtime dependencies."),
    "Saved m1, as PREFERENCE: the user stated a rule, and each session is told rules whole",
  );
  assertEquals(
    await saved("DECISION", "The colour option takes a name or a hexadecimal number."),
    "Saved m2",
    "of which the user said nothing like it",
  );
});

Deno.test("who forgets what the agent has saved is told of the candidate that it settled", async () => {
  using session = await StopSession.start();
  await session.turn(LIMIT);
  const answer = JSON.stringify({ category: "CONSTRAINT", body: LIMIT_REWORDED });
  await mneme(session, "call", "save_memory", answer);
  assertEquals(
    await mneme(session, "memory", "forget", "m2"),
    "Forgot m2\n  m1 may say it, too: `mneme memory forget m1`\n",
  );
  await mneme(session, "memory", "forget", "m1");
  assertEquals(await mneme(session, "memory", "forget", "m2"), "m2 was already forgotten\n");
});

Deno.test("what the agent leaves out waits as ignored, until a person keeps it or drops it; a rule is saved", async () => {
  using session = await StopSession.start("triage: { min_turns_between_asks: 1 }\n");
  await session.turn(LIMIT);
  await session.turn(DEBT);
  await session.turn(RULE);
  await end(session);
  const stats = async () => JSON.parse(await mneme(session, "stats", "--json"));
  const waiting = await stats();
  assertEquals([waiting.candidates, waiting.asks.ignored], [2, 2]);
  const [project] = JSON.parse(await mneme(session, "projects", "list", "--json"));
  assertEquals([project.memories, project.candidates], [1, 2]);
  const started = session.home.payload("SessionStart", { source: "startup", session_id: "session-2" });
  const { systemMessage } = JSON.parse((await session.home.hook("session-start", started)).stdout);
  assertEquals(systemMessage.includes("memory forget m3"), true, systemMessage);
  assertEquals(await mneme(session, "memory", "keep", "m1"), "Kept m1\n");
  assertEquals(await mneme(session, "memory", "drop", "m1-m9"), "Dropped m2\n");
  const { candidates, asks: { saved, dropped, ignored } } = await stats();
  assertEquals([candidates, saved, dropped, ignored], [0, 1, 1, 0]);
});

Deno.test("a session that ends without a stop leaves what it held as candidates, once, and saves a rule", async () => {
  using session = await StopSession.start();
  await unfinished(session, LIMIT);
  await end(session);
  assertEquals(session.memories(), [`m1 candidate ${LIMIT_KEPT}`]);
  await session.home.hook("session-start", session.home.payload("SessionStart", { source: "resume" }));
  await unfinished(session, RULE);
  await end(session, {}, "logout");
  assertEquals(session.memories(), [`m1 candidate ${LIMIT_KEPT}`, `m2 active ${RULE_KEPT}`]);
  const { asks } = JSON.parse(await mneme(session, "stats", "--json"));
  assertEquals(asks.asked, 0, "nobody was asked");
});

Deno.test("a session whose last stop waited for a shell or came too soon leaves what it held as candidates, but saves a rule and says so", async () => {
  using session = await StopSession.start("triage: { min_turns_between_asks: 3 }\n");
  await session.turn(LIMIT);
  assertEquals(await session.turn(DEBT), "", "too soon after the last ask");
  const shell = [{ id: "b1", type: "shell", status: "running", description: "dev server" }];
  await session.turn(RULE, { background_tasks: shell });
  await end(session);
  assertEquals(session.memories(), [
    `m1 candidate ${LIMIT_KEPT}`,
    `m2 candidate ${DEBT_KEPT}`,
    `m3 active ${RULE_KEPT}`,
  ]);
  const { asks } = JSON.parse(await mneme(session, "stats", "--json"));
  assertEquals([asks.asked, asks.saved], [1, 0], "nobody was asked about the rule");
  const started = session.home.payload("SessionStart", { source: "startup", session_id: "session-2" });
  const { systemMessage } = JSON.parse((await session.home.hook("session-start", started)).stdout);
  assertEquals(systemMessage.includes("saved a memory"), true, systemMessage);
});

Deno.test("a rule that a later prompt may take back waits as a candidate, and the newer one is saved", async () => {
  for (
    const [prompt, saved] of [
      ["Never mind the pnpm thing.", []],
      ["I changed my mind: always use npm here, never pnpm.", [2]],
    ] as const
  ) {
    using session = await StopSession.start();
    await session.turn(RULE);
    await session.turn(TALK);
    await session.turn({ prompt, answer: "OK." });
    await end(session);
    const kept = session.memories().map((line) => line.split(" ").slice(0, 3).join(" "));
    assertEquals(kept, ["m1 candidate PREFERENCE", ...saved.map((row) => `m${row} active PREFERENCE`)]);
  }
});

Deno.test("what was saved meanwhile by a command that knows no session is not replaced by the user's sentence", async () => {
  using session = await StopSession.start();
  await session.turn(RULE);
  const body = "Packages of this repository are installed by pnpm, as npm breaks its lockfile";
  await session.home.mneme(["memory", "add", "--category", "preference", body]);
  await end(session);
  assertEquals(session.memories(), [`m1 superseded ${RULE_KEPT}`, `m2 active PREFERENCE ${body}`]);
  assertEquals(session.home.rows("select superseded_by as by from memories where id = 1"), [{ by: 2 }]);
});

Deno.test("a session's end leaves nothing where stops are off, nor of small talk or what the agent has saved", async () => {
  for (
    const [config, env] of [
      ["hooks: { stop: { enabled: false } }\n", {}],
      ["triage: { unattended: off }\n", { CLAUDE_CODE_SESSION_ATTENDED: "0" }],
    ] as const
  ) {
    using session = await StopSession.start(config);
    await unfinished(session, LIMIT);
    await end(session, env);
    assertEquals(session.memories(), []);
  }
  using session = await StopSession.start();
  await unfinished(session, TALK);
  await unfinished(session, LIMIT);
  const body =
    "The API rejects uploads of larger files than 5 MB with status 413, as they are not supported.";
  await mneme(session, "memory", "add", "--category", "CONSTRAINT", body);
  await end(session);
  assertEquals(session.memories(), [`m1 active CONSTRAINT ${body}`]);
});

Deno.test("mneme process takes away candidates that nobody wanted for 60 days, and says how many", async () => {
  using session = await StopSession.start("triage: { min_turns_between_asks: 1 }\n");
  await session.turn(LIMIT);
  await session.turn(RULE);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  session.home.change(`update memories set updated_at = '${daysAgo(61)}' where id = 1`);
  session.home.change(`update memories set updated_at = '${daysAgo(59)}' where id = 2`);
  assertEquals(JSON.parse(await mneme(session, "process", "--json")).pruned.candidates, 1);
  assertEquals(session.memories(), ["m1 deleted CONSTRAINT ", `m2 candidate ${RULE_KEPT}`]);
  assertEquals(session.home.rows("select outcome from asks order by id"), [{ outcome: "expired" }, {
    outcome: null,
  }]);
});

// Compiled: what was tried and dropped comes back marked so.

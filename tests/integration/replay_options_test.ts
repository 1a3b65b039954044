import { UserError } from "../../src/base/user_error.ts";
import { lockProcessing } from "../../src/cli/frame/workload.ts";
import { memoryCommand } from "../../src/cli/memory/memory_command.ts";
import { pauseCommand, unpauseCommand } from "../../src/cli/pause/pause_command.ts";
import { replayCommand } from "../../src/cli/replay/replay_command.ts";
import type { PauseTime } from "../../src/machine/pause.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { ReplayHome, SessionRows, workingSession } from "./replay_home.ts";

Deno.test("replay leaves out projects that are excluded, paused or switched off", async () => {
  using home = new ReplayHome();
  const folders = ["excluded", "paused", "off", "open"].map((name) => `${home.root}/${name}`);
  for (const [i, folder] of folders.entries()) {
    Deno.mkdirSync(`${folder}/.claude`, { recursive: true });
    home.write(`s-${i}.jsonl`, workingSession(`s-${i}`, folder).rows);
  }
  home.prepare();
  Deno.writeTextFileSync(home.paths.configFile, `privacy:\n  exclude_projects: ["${folders[0]}"]\n`);
  await home.run(pauseCommand(), ["--project"], { CLAUDE_PROJECT_DIR: folders[1] });
  Deno.writeTextFileSync(
    `${folders[2]}/.claude/mneme.yaml`,
    "hooks:\n  capture: { enabled: false }\n  user_prompt_submit: { enabled: false }\n",
  );
  const report = await home.replayJson();
  assertEquals(report.left_out, { excluded: 1, paused: 1, switched_off: 1 });
  assertEquals(home.rows("select project from sessions"), [{ project: folders[3] }]);
  Deno.writeTextFileSync(home.paths.configFile, "");
  assertEquals((await home.replayJson()).sessions, 1, "what was left out is not taken for done");
});

Deno.test("replay --dry-run shows what replay would do, and writes nothing", async () => {
  using home = new ReplayHome();
  home.write("s-1.jsonl", workingSession("s-1", home.project).rows);
  const fresh = await home.replayJson("--dry-run");
  assertEquals(home.inventory(), []);
  const { dry_run, ...done } = await home.replayJson();
  assertEquals([dry_run, { ...done, dry_run: true }], [false, fresh]);
  home.write("s-2.jsonl", workingSession("s-2", home.project, "2026-03-02T10:00:00.000Z").rows);
  const before = home.dump();
  const second = await home.replayJson("--dry-run");
  assertEquals([second.sessions, second.prompts, second.captures], [1, 2, 4]);
  assertEquals(second.candidates, {}, "the same words are known already");
  assertEquals(home.dump(), before);
  const { stdout } = await home.replay("--dry-run");
  assertMatch(stdout, /^Would add 1 session, 2 prompts, 4 tool calls$/m);
  assertMatch(stdout, /^Nothing was written; /m);
});

Deno.test("replay --since keeps what was since, and a later replay the rest", async () => {
  using home = new ReplayHome();
  const early = new SessionRows("s-1", home.project).prompt("Early.", "p-1");
  const late = new SessionRows("s-1", home.project, { start: "2026-05-01T10:00:00.000Z" }).prompt(
    "Late.",
    "p-2",
  );
  home.write("s-1.jsonl", [...early.rows, ...late.rows.map((row) => ({ ...row, uuid: "late" }))]);
  await home.replay("--since", "2026-04-01");
  assertEquals(home.rows("select text from prompts"), [{ text: "Late." }]);
  await home.replay();
  assertEquals(home.rows("select number, text from prompts order by number"), [
    { number: 1, text: "Early." },
    { number: 2, text: "Late." },
  ]);
});

Deno.test("replay --project keeps the sessions of that project alone, whether its folder is still there or not", async () => {
  using home = new ReplayHome();
  home.write("s-1.jsonl", workingSession("s-1", "/gone/one").rows);
  home.write("s-2.jsonl", workingSession("s-2", "/gone/two").rows);
  const report = await home.replayJson("--project", "/gone/two/");
  assertEquals(report.left_out, { of_another_project: 1 });
  assertEquals(home.rows("select project from sessions"), [{ project: "/gone/two" }]);
});

Deno.test("replay says in one line what it cannot do", async () => {
  using home = new ReplayHome();
  const cases: readonly (readonly [string[], RegExp])[] = [
    [["/nowhere.jsonl"], /^Cannot read \/nowhere\.jsonl: it is not there$/],
    [["--since", "some day"], /^Cannot read "some day" as a date$/],
  ];
  for (const [args, message] of cases) {
    const { error } = await home.replay(...args);
    assert(error instanceof UserError);
    assertMatch(error.message, message);
  }
  const { error } = await home.run(replayCommand(), [], {
    CLAUDE_CONFIG_DIR: `${home.root}/none`,
  });
  assertMatch(error?.message ?? "", /^Cannot find transcripts: there is no .*none\/projects$/);
});

Deno.test("replay says so where another one is at work, and a preview does not mind", async () => {
  using home = new ReplayHome();
  home.write("s-1.jsonl", workingSession("s-1", home.project).rows);
  home.prepare();
  {
    using _other = lockProcessing(home.paths);
    const { error } = await home.replay();
    assert(error instanceof UserError);
    assertMatch(error.message, /^Cannot replay: another `mneme replay` or `mneme process` is at work$/);
    assertEquals((await home.replayJson("--dry-run")).prompts, 2);
  }
  assertEquals((await home.replayJson()).prompts, 2);
});

Deno.test("replay waits for a run that is nearly over", async () => {
  using home = new ReplayHome();
  home.write("s-1.jsonl", workingSession("s-1", home.project).rows);
  home.prepare();
  const other = lockProcessing(home.paths);
  let isOver = false;
  setTimeout(() => {
    isOver = true;
    other?.[Symbol.dispose]();
  }, 300);
  assertEquals((await home.replayJson()).captures, 4);
  assert(isOver);
});

const START = Date.parse("2026-03-01T10:00:00.000Z");

/** A home in which there was a pause from the third to the eighth second of the sessions below. */
function pausedHome(subject: Pick<PauseTime, "scope" | "key">): ReplayHome {
  const home = new ReplayHome();
  home.prepare();
  const times: PauseTime[] = [{ ...subject, from: START + 3000, until: START + 8000 }];
  Deno.writeTextFileSync(`${home.paths.root}/pause_times.json`, JSON.stringify(times));
  return home;
}

/** Ten rows: the middle five tell of the merger. */
function session(sessionId: string, project: string): SessionRows {
  return new SessionRows(sessionId, project)
    .prompt("Fix the totals.", "p-1")
    .say("They are rounded too early.")
    .say("Done.")
    .prompt("From now on always call the merger Falcon.", "p-2")
    .call("c-1", "Edit", { input: { file_path: `${project}/merger.md` } })
    .say("Root cause: the merger was not approved, so the price of Falcon was off by a million.")
    .say("The merger is called Falcon from now on.")
    .prompt("Now the tests.", "p-3")
    .say("They pass.");
}

const SUBJECTS: Readonly<Record<string, Pick<PauseTime, "scope" | "key">>> = {
  "everything": { scope: "all", key: "" },
  "the session": { scope: "session", key: "s-1" },
};

for (const [what, subject] of Object.entries(SUBJECTS)) {
  Deno.test(`replay leaves out what was said while ${what} was paused, in a fork of the session, too`, async () => {
    using home = pausedHome(subject);
    const { rows } = session("s-1", home.project);
    home.write("a.jsonl", rows);
    const report = await home.replayJson();
    assertEquals([report.sessions, report.prompts, report.captures, report.left_out], [1, 2, 0, {}]);
    home.write("b.jsonl", rows.map((row) => ({ ...row, sessionId: "s-2" })));
    await home.replay();
    assert(!/merger|Falcon/.test(JSON.stringify(home.dump())), JSON.stringify(home.dump()));
    assertEquals(home.rows("select distinct session_id from prompts"), [{ session_id: "s-1" }]);
  });
}

Deno.test("replay takes what was said elsewhere while a project was paused, and counts what lies within", async () => {
  using home = pausedHome({ scope: "project", key: "/other" });
  home.write("a.jsonl", session("s-1", home.project).rows);
  home.write("b.jsonl", session("s-2", "/other").rows.slice(3, 7));
  const report = await home.replayJson();
  assertEquals([report.prompts, report.captures, report.sessions], [3, 1, 1]);
  assertEquals(report.left_out, { paused: 1 });
  assertEquals(home.rows("select session_id from sessions"), [{ session_id: "s-1" }]);
});

Deno.test("replay after unpause leaves out what was said during the pause, and takes what came later", async () => {
  using home = new ReplayHome();
  home.prepare();
  await home.run(pauseCommand(), ["--project"]);
  const rows = new SessionRows("s-1", home.project, { start: new Date().toISOString() });
  home.write("s-1.jsonl", rows.prompt("The merger is called Falcon.").rows);
  assertEquals((await home.replayJson()).prompts, 0);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await home.run(unpauseCommand(), []);
  home.write("s-1.jsonl", rows.add({}).prompt("Now the tests.").rows);
  await home.replay();
  assertEquals(home.rows("select text from prompts"), [{ text: "Now the tests." }]);
});

Deno.test("replay does not bring back what was forgotten", async () => {
  using home = new ReplayHome();
  home.write("s-1.jsonl", workingSession("s-1", home.project).rows);
  await home.replay();
  const ids = home.rows<{ id: number }>("select id from memories").map(({ id }) => `m${id}`);
  assert(ids.length > 0);
  const { error } = await home.run(memoryCommand(), ["forget", ...ids]);
  assertEquals(error, undefined);
  home.withStore((store) => store.execute("delete from asks")); // as retention does in time
  await home.replay("--again");
  assertEquals(home.rows("select status, body from memories where status <> 'deleted'"), []);
});

Deno.test("replay sums no session up again whose words were cleared with the memory they came from", async () => {
  using home = new ReplayHome();
  const session = new SessionRows("s-1", home.project)
    .prompt("Which client do we use?", "p-1")
    .call("s-1-read", "Read", { input: { file_path: `${home.project}/a.ts` } })
    .say("We decided to use undici instead of axios, because it supports keep-alive.");
  home.write("s-1.jsonl", session.rows);
  await home.replay();
  const found = home.rows<{ id: number }>("select id from memories").map(({ id }) => `m${id}`);
  await home.run(memoryCommand(), ["forget", ...found, "--source"]);
  const before = home.dump();
  assert(!JSON.stringify(before).includes("undici"));
  for (const args of [[], ["--again"]]) await home.replay(...args);
  assertEquals(home.dump(), before);
});

Deno.test("replay keeps a prompt without an id no second time when its words were forgotten", async () => {
  using home = new ReplayHome();
  const session = new SessionRows("s-1", home.project)
    .prompt("From now on always deploy with helmfile, never by hand.")
    .say("Understood.")
    .prompt("Go on with the cart.")
    .say("Done.");
  home.write("s-1.jsonl", session.rows);
  await home.replay();
  const found = home.rows<{ id: number }>("select id from memories").map(({ id }) => `m${id}`);
  await home.run(memoryCommand(), ["forget", ...found, "--source"]);
  const texts = () =>
    home.rows<{ text: string }>("select text from prompts order by id").map(({ text }) => text);
  assertEquals(texts(), ["[forgotten]", "Go on with the cart."]);
  await home.replay("--again");
  assertEquals(texts(), ["[forgotten]", "Go on with the cart."]);
});

// What sync must neither lose, double nor bring back, between a user's machines and in a team.
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { type Machine, type Machines, syncAll, test } from "./_support/machines.ts";

const TEAM = "team:web";

/** Anna has two machines in the team, Ben has one; each shares decisions, but for Anna's second one. */
async function makeTeam({ anna, second, ben, own, url }: Machines): Promise<string> {
  const key = await anna.init(own);
  await second.join(own, key);
  const words = await anna.init(url, TEAM);
  for (const machine of [second, ben]) await machine.join(url, words, TEAM);
  await anna.share("Releases need the zanzibar flag");
  await ben.run("sync", "share", "--space", TEAM);
  await syncAll([second, ben]);
  return key;
}

const candidates = (machine: Machine) => machine.said("status = 'candidate'");
const id = (machine: Machine, like: string) =>
  String(machine.column(`select 'm' || id from memories where body like '${like}'`)[0]);

/** Adds a session that ran on the machine. */
function addSession(machine: Machine, summary: string): void {
  machine.change(
    `insert into sessions (session_id, project, started_at, status, source, title, summary, prompt_count,
    tool_count, summary_covers) values ('s1', '${machine.project}', '2026-03-01T10:00:00.000Z', 'closed', 'startup',
    'Why is the quokka build slow?', '${summary}', 2, 1, '2.1')`,
  );
}

test("a memory reaches a team once, whatever the order in which its author's machines list and sync their spaces", async (machines) => {
  const { anna, second, ben, own } = machines;
  const key = await makeTeam(machines);
  await second.run("sync", "share", "--space", TEAM);
  await second.join(own, key); // which puts `me` behind the team
  await second.save("Logs are kept for a week");
  await syncAll([second, anna, second, anna, ben]);
  await second.save("Money is an integer of cents");
  await second.run("sync", "--space", TEAM);
  await syncAll([second, anna, second, anna, ben]);
  assertEquals(ben.said(), [
    ...["anna: Logs are kept for a week", "anna: Money is an integer of cents"],
    "anna: Releases need the zanzibar flag",
  ]);
});

test("who edits a member's memory follows it again once its owner says the same", async (machines) => {
  const { anna, second, ben } = machines;
  await makeTeam(machines);
  await anna.save("Logs are kept for a week");
  await syncAll([anna, ben]);
  await ben.run("memory", "edit", "m1", "--body", "Releases need no flag");
  await ben.run("memory", "edit", "m2", "--body", "Logs are kept for a year");
  await syncAll([ben, anna]);
  await anna.run("memory", "keep", id(anna, "%no flag"));
  await syncAll([anna, ben]);
  assertEquals(ben.said("status = 'active'"), ["Logs are kept for a year", "anna: Releases need no flag"]);
  await anna.run("memory", "edit", "m1", "--body", "Releases need two flags");
  await syncAll([anna, ben, second, anna, ben]);
  assertEquals(ben.said("status = 'active'"), ["Logs are kept for a year", "anna: Releases need two flags"]);
  assertEquals(candidates(anna), ["ben: Logs are kept for a year"]);
});

test("a proposal reaches every machine of the owner, and leaves each when the memory says it or is gone", async (machines) => {
  const { anna, second, ben } = machines;
  await makeTeam(machines);
  for (const text of ["Logs are kept for a week", "Money is an integer of cents", "Tests run on Fridays"]) {
    await anna.save(text);
  }
  await syncAll([anna, second, ben]);
  await ben.run("memory", "edit", id(ben, "Logs%"), "--body", "Logs are kept for a year");
  await ben.run("memory", "edit", id(ben, "Money%"), "--body", "Money is a decimal");
  await ben.run("memory", "forget", id(ben, "Tests%"));
  await syncAll([ben, second, anna]);
  const proposed = ["ben: Logs are kept for a year", "ben: Money is a decimal", "ben: Tests run on Fridays"];
  assertEquals([candidates(second), candidates(anna)], [proposed, proposed]);
  await second.run("memory", "keep", id(second, "%a year"));
  await anna.run("memory", "forget", id(anna, "Tests%"), id(anna, "Money%"));
  await syncAll([second, anna, second, anna]);
  const waiting = ["ben: Money is a decimal"];
  assertEquals([candidates(second), candidates(anna)], [waiting, waiting]);
  assertEquals(anna.said("status = 'active'"), [
    "Logs are kept for a year",
    "Releases need the zanzibar flag",
  ]);
  const kept = await anna.run("memory", "keep", id(anna, "%decimal"));
  assertMatch(kept, /^Accepted m\d+: m\d+ was forgotten, so the text is now m\d+\n$/);
  assertEquals(anna.said("status = 'active'").length, 3);
});

test("projects forget names the spaces that it reaches, and --here leaves them as they are", async (machines) => {
  const { anna, second, ben } = machines;
  await makeTeam(machines);
  await anna.run("values", "add", "Measure first");
  await syncAll([anna, second]);
  const copy = await anna.run("backup");
  const refused = await anna.try(["projects", "forget", anna.project]);
  assertMatch(refused.stderr, /also forgets .* on your other machines and for team:web \(not with --here\)/);
  const forgot = await anna.run("projects", "forget", anna.project, "--here", "--yes");
  assertMatch(forgot, /\nIt stays on your other machines and for team:web\n/);
  const there = [second.content(), ben.content()];
  await anna.run("restore", /\S+\.db/.exec(copy)![0]); // which forgets it again, and here alone, too
  await second.run("memory", "edit", "m1", "--title", "Release flags");
  await syncAll([anna, second, ben, anna, second, ben]);
  assertEquals(anna.content(), []);
  assertEquals([second.content(), ben.content()], there);
  assertEquals((await anna.status()).pending, 0);
  await second.run("memory", "forget", "m1");
  await syncAll([second, anna, ben]);
  assertEquals([second.said(), ben.said()], [[], []], "anna's machines forget it in the team, too");
});

test("a proposal for a project that one machine has forgotten with --here still reaches the other", async (machines) => {
  const { anna, second, ben } = machines;
  await makeTeam(machines);
  await ben.run("memory", "edit", "m1", "--body", "Releases need no flag");
  await syncAll([ben, anna]);
  await anna.run("projects", "forget", anna.project, "--here", "--yes");
  await syncAll([anna, second]);
  assertEquals([candidates(anna), candidates(second)], [[], ["ben: Releases need no flag"]]);
});

test("sync undo takes ranges of what another machine forgot", async ({ a, b, url }) => {
  await b.join(url, await a.init(url));
  const texts = [
    "Logs are kept for a week",
    "Money is an integer of cents",
    "Releases need the zanzibar flag",
  ];
  for (const text of texts) await a.save(text);
  addSession(b, "- Asked: why?");
  await syncAll([a, b, a]);
  await a.run("projects", "forget", a.project, "--yes");
  await syncAll([a, b]);
  assertEquals(b.said(), []);
  assertMatch((await b.try(["sync", "undo", "7-9"])).stderr, /Cannot undo 7-9: there is no such change/);
  await b.run("sync", "undo", "1-3");
  assertEquals(b.said(), texts);
  assertEquals(b.column("select title from sessions"), ["Why is the quokka build slow?"], "it ran here");
});

test("--source on a machine without the session cuts what holds the text, and leaves the rest everywhere", async ({ a, b, url }) => {
  await b.join(url, await a.init(url));
  await a.save("Releases need the zanzibar flag");
  addSession(a, "- Asked: why?\n- Decided: releases need the zanzibar flag.\n- Tests: passed");
  await syncAll([a, b]);
  await b.run("memory", "forget", "m1", "--source");
  await syncAll([b, a]);
  const told = { title: "Why is the quokka build slow?", summary: "- Asked: why?\n- Tests: passed" };
  for (const one of [a, b]) assertEquals(one.rows("select title, summary from sessions"), [told]);
  b.change("update sessions set title = null, summary = null"); // as an earlier mneme cleared it
  await syncAll([b, a]);
  assertEquals(a.rows("select title, summary from sessions"), [told], "it ran here");
  const start = await b.hook("session-start", { source: "clear" });
  assert(!/no prompt|no title/.test(start), start);
});

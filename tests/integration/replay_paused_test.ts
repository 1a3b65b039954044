import { pauseCommand, unpauseCommand } from "../../src/cli/pause_command.ts";
import type { PauseTime } from "../../src/machine/pause.ts";
import { assert, assertEquals } from "../_support/assert.ts";
import { ReplayHome, SessionRows } from "./replay_home.ts";

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

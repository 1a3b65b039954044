import { pauseCommand } from "../../src/cli/pause_command.ts";
import { replayCommand } from "../../src/cli/replay/replay_command.ts";
import { UserError } from "../../src/base/user_error.ts";
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

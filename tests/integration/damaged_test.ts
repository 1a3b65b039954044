// A damaged database: the newest daily backup takes its place, and the transcripts tell what came since.
import { below } from "../../src/base/slashes.ts";
import { runChecks } from "../../src/cli/doctor/doctor_command.ts";
import { isThere } from "../../src/cli/frame/typed_paths.ts";
import { backUpDaily } from "../../src/cli/copies/daily_backup.ts";
import { pruneCommand } from "../../src/cli/backup/prune_command.ts";
import { memoryCommand } from "../../src/cli/memory/memory_command.ts";
import { processCommand } from "../../src/cli/process/process_command.ts";
import { describeReplacement, takeUntold } from "../../src/hook/prepare_home.ts";
import { dailyBackups, noteGap, readGap } from "../../src/machine/daily_backups.ts";
import { countLost, readLost } from "../../src/machine/spool.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { namesIn, rowsIn, test } from "../_support/test_home.ts";
import {
  asLines,
  assistantRow,
  toolResultBlock,
  toolUseBlock,
  userRow,
} from "../_support/transcript_rows.ts";
import { ReplayHome } from "./replay_home.ts";

const HOUR_MS = 3_600_000;

const NOW = Date.now(); // one for all rows: a repeated row has the time of the first

function hoursAgo(hours: number): string {
  return new Date(NOW - hours * HOUR_MS).toISOString();
}

class DamagedHome extends ReplayHome {
  /** What the making of backups told. */
  readonly told: string[] = [];

  remember(body: string): Promise<string> {
    return this.print(memoryCommand(), "add", "--category", "DECISION", body);
  }

  async process(): Promise<Record<string, unknown>> {
    return JSON.parse(await this.print(processCommand(), "--json"));
  }

  /** Breaks a page: the first, so that whoever opens it sees it, or a later one. */
  damage(path = this.paths.database, page = 1): void {
    if (path === this.paths.database) this.withStore((store) => store.checkpoint("truncate"));
    using file = Deno.openSync(path, { write: true });
    file.seekSync((page - 1) * 4096, Deno.SeekMode.Start);
    file.writeSync(new Uint8Array(4096).fill(0x5a));
  }

  /** A backup as a run of that time made it. */
  backUp(hours: number): Promise<boolean> {
    const now = new Date(Date.now() - hours * HOUR_MS);
    return backUpDaily(this.paths, now, (problem) => this.told.push(problem));
  }

  get bodies(): unknown[] {
    return this.column("select body from memories where status = 'active' order by body");
  }

  get aside(): string[] {
    return namesIn(this.paths.root).filter((name) => /\.corrupt-.*Z$/.test(name));
  }
}

Deno.test("a forget on a damaged database leaves the backups that mend it", async () => {
  using home = new DamagedHome();
  await home.remember("Use pnpm for installs");
  await home.remember("Deploy on Thursdays only");
  await home.backUp(5);
  const [page] = home.column("select rootpage from sqlite_master where name = 'captures_once'");
  home.damage(home.paths.database, Number(page));
  assertMatch(
    (await home.run(memoryCommand(), ["forget", "m2"])).stderr,
    /backups still hold it, .* forget it again/,
  );
  assertEquals(dailyBackups(home.paths).length, 1);
});

/** One turn: a prompt, an edit, and what the agent has saved; several in one call, after one that was refused. */
function turn(hours: number, id: string, saved?: string | readonly string[]) {
  const at = { timestamp: hoursAgo(hours), sessionId: id };
  const change = { file_path: `/p/${id}.ts`, old_string: "a", new_string: "b" };
  const edit = toolUseBlock(`edit-${id}`, "Edit", change);
  const memory = (body: string) => ({ category: "DECISION", body, recall_when: [`asked for ${id}`] });
  const input = typeof saved === "string"
    ? memory(saved)
    : { memories: [{ category: "SOMETHING", body: "No such category" }, ...(saved ?? []).map(memory)] };
  const save = toolUseBlock(`save-${id}`, "mcp__mneme__save_memory", input);
  return [
    userRow(`please change ${id}`, { ...at, uuid: `u-${id}`, promptId: `p-${id}` }),
    assistantRow([edit], { ...at, uuid: `a-${id}` }),
    userRow([toolResultBlock(`edit-${id}`, "done")], { ...at, uuid: `r-${id}`, toolUseResult: {} }),
    ...(saved === undefined ? [] : [
      assistantRow([save], { ...at, uuid: `b-${id}` }),
      userRow([toolResultBlock(`save-${id}`, `{"id":"m9"}`)], { ...at, uuid: `s-${id}` }),
    ]),
  ];
}

Deno.test("a damaged database gives way to the newest backup, and the transcripts tell what came since, once", async () => {
  using home = new DamagedHome();
  await home.remember("Use pnpm for installs");
  await home.backUp(5);
  home.write("before.jsonl", asLines(turn(20, "before", "Said before the backup")));
  const several = ["Invoices are numbered without gaps", "Logs leave the names of customers out"];
  const since = [...turn(2, "since", "Keep money in whole cents"), ...turn(2, "since", several)];
  home.write("since.jsonl", asLines(since));
  await home.remember("Deploy on Thursdays only");
  home.damage();
  const { stderr } = await home.run(memoryCommand(), ["list", "--json"]);
  assertEquals(stderr, ""); // who only reads changes nothing
  const opened = await home.run(memoryCommand(), ["add", "--category", "DECISION", "Lint before commits"]);
  assertMatch(
    opened.stderr,
    /is set aside as .*; the backup of [-\d: ]+ UTC took its place, and later records/,
  );
  assertEquals(home.aside.length, 1);
  assertEquals([takeUntold(home.paths).length, takeUntold(home.paths)], [1, []]); // no person has read the warning
  assertEquals(home.bodies, ["Lint before commits", "Use pnpm for installs"]);
  assertEquals((await home.process()).replayed, 5);
  assertEquals(home.rows("select text from prompts"), [{ text: "please change since" }]);
  assertEquals(home.rows("select tool_use_id as id from pending_queue"), [{ id: "edit-since" }]);
  const said = [several[0], "Keep money in whole cents", "Lint before commits", several[1]];
  assertEquals(home.bodies, [...said, "Use pnpm for installs"]);
  const phrases = home.column("select recall_when from memories where body like 'Keep money%'");
  assertEquals(phrases, ['["asked for since"]']);
  assertEquals(readGap(home.paths), undefined);
  assertEquals((await home.process()).replayed, 0);
});

Deno.test("a lost memory comes back that was a title alone in a text, or had near names and more phrases than the tool takes", async () => {
  using home = new DamagedHome();
  await home.remember("Use pnpm for installs");
  await home.backUp(5);
  const phrases = Array.from({ length: 12 }, (_, i) => `how is phrase ${i} asked for`);
  const given = [
    { category: "DECISION", items: '[{"title": "Carts are emptied at midnight"}]' },
    { type: "DECISION", content: "Mails are sent by the queue", recall_when: phrases },
  ];
  const at = { timestamp: hoursAgo(2), sessionId: "since" };
  const rows = given.flatMap((input, i) => [
    assistantRow([toolUseBlock(`save-${i}`, "mcp__mneme__save_memory", input)], { ...at, uuid: `a-${i}` }),
    userRow([toolResultBlock(`save-${i}`, `{"id":"m9"}`)], { ...at, uuid: `s-${i}` }),
  ]);
  home.write("since.jsonl", asLines([userRow("go on", { ...at, uuid: "u" }), ...rows]));
  home.damage();
  await home.remember("Lint before commits");
  await home.process();
  assertEquals(home.bodies, [
    "Carts are emptied at midnight",
    "Lint before commits",
    "Mails are sent by the queue",
    "Use pnpm for installs",
  ]);
});

Deno.test("a gap is merged with one that is not filled, and a damaged file of it is none", async () => {
  using home = new DamagedHome();
  home.prepare();
  const [early, late] = ["2026-03-01T10:00:00.000Z", "2026-03-02T10:00:00.000Z"];
  noteGap(home.paths, { since: early, until: early, backup: undefined });
  noteGap(home.paths, { since: late, until: late, backup: early });
  assertEquals(readGap(home.paths), { since: early, until: late, backup: early, hasBackup: false });
  assertMatch(describeReplacement(home.paths, "soon"), /^the backup of 2026-03-01 10:00 UTC took its place/);
  for (const text of ["{}", '{"since":7,"until":8}', "["]) {
    Deno.writeTextFileSync(`${home.paths.state}/gap`, text);
    assertEquals((await home.process()).replayed, 0, text);
  }
});

Deno.test("what a full disk has lost is read from the transcripts, and a person is told once", async () => {
  using home = new DamagedHome();
  await home.remember("Use pnpm for installs");
  home.write("before.jsonl", asLines(turn(50, "before")));
  await home.backUp(30);
  home.write("since.jsonl", asLines(turn(2, "since", "Saved by the agent")));
  const count = readLost(home.paths) + 2; // a fallback file of this machine counts, too
  countLost(home.paths);
  assertEquals(await home.backUp(1), false); // it would lack what was lost
  countLost(home.paths);
  assertEquals((await home.process()).replayed, 2);
  assertEquals(home.rows("select text from prompts"), [{ text: "please change since" }]);
  assertEquals(home.bodies, ["Use pnpm for installs"]); // the command that saves reports its own failure
  const told =
    `the disk could not be written; a session's end or \`mneme process\` reads ${count} events from the transcripts`;
  assertEquals([takeUntold(home.paths), takeUntold(home.paths)], [[told], []]);
  assertEquals([readLost(home.paths), readGap(home.paths)], [0, undefined]);
  assertEquals((await home.process()).replayed, 0);
});

Deno.test("a damaged backup is passed over for the one before it", async () => {
  using home = new DamagedHome();
  await home.remember("Use pnpm for installs");
  await home.backUp(50);
  const stays = below(home.paths.backups, "daily-2026-03-01T00-00-00-000Z.db");
  Deno.mkdirSync(below(stays, "kept"), { recursive: true }); // cannot be removed as a file
  await home.remember("Deploy on Thursdays only");
  await home.backUp(20);
  assertEquals(home.told, [`Cannot remove the old daily backup ${stays}`]);
  home.damage(dailyBackups(home.paths)[0]);
  home.damage();
  assertEquals(home.bodies, ["Use pnpm for installs"]);
});

Deno.test("without a backup a new database is begun, and the transcripts since the old one was made are read", async () => {
  using home = new DamagedHome();
  await home.remember("Use pnpm for installs");
  home.write("early.jsonl", asLines(turn(3, "early")));
  home.write("late.jsonl", asLines(turn(-0.01, "late", "Saved by the agent")));
  home.damage();
  const words = ["add", "--category", "DECISION", "Lint before commits"];
  const { stderr } = await home.run(memoryCommand(), words);
  assertMatch(stderr, /there was no backup, so a new database was begun/);
  await home.process();
  assertEquals(home.rows("select text from prompts"), [{ text: "please change late" }]);
  assertEquals(home.bodies, ["Lint before commits"]); // nobody knows what was forgotten since
});

Deno.test("the lost rows of a client come back if mneme's hooks are in it, and those of another stay with it", async () => {
  using home = new DamagedHome();
  await home.remember("Use pnpm for installs");
  await home.backUp(5);
  home.write("../../../.codex/sessions/a.jsonl", asLines(turn(2, "codex")));
  home.write("../../../.qwen/projects/p/a.jsonl", asLines(turn(2, "qwen")));
  const hook = { type: "command", command: "'/opt/mneme/stop' --mneme-hook --client qwen || true" };
  home.write("../../../.qwen/settings.json", JSON.stringify({ hooks: { Stop: [{ hooks: [hook] }] } }));
  home.damage();
  home.prepare();
  await home.process();
  assertEquals(home.rows("select text from prompts"), [{ text: "please change qwen" }]);
});

Deno.test("mneme process makes one backup a day, private and sound, and keeps two", async () => {
  using home = new DamagedHome();
  await home.remember("Use pnpm for installs");
  assertEquals((await home.process()).backed_up, true);
  assertEquals((await home.process()).backed_up, false);
  const [first] = dailyBackups(home.paths);
  assertEquals((Deno.statSync(first!).mode ?? 0) & 0o777, 0o600);
  for (const name of ["daily-2026-03-01T00-00-00-000Z.db", "daily-2026-03-02T00-00-00-000Z.db"]) {
    Deno.renameSync(dailyBackups(home.paths)[0]!, `${home.paths.backups}/${name}`);
    assertEquals((await home.process()).backed_up, true);
  }
  assertEquals(dailyBackups(home.paths).length, 2);
  assert(!isThere(`${home.paths.backups}/daily-2026-03-01T00-00-00-000Z.db`));
  const copied = rowsIn(dailyBackups(home.paths)[0]!, "select body from memories");
  assertEquals(copied, [{ body: "Use pnpm for installs" }]);
});

Deno.test("a backup that was made while the clock ran ahead is soon replaced, and no run after that makes another", async () => {
  using home = new DamagedHome();
  await home.remember("Lint before commits");
  await home.backUp(-24 * 365);
  await home.remember("Use pnpm for installs");
  assertEquals((await home.process()).backed_up, true);
  assertEquals((await home.process()).backed_up, false);
  home.damage();
  home.prepare();
  assertEquals(home.bodies, ["Lint before commits", "Use pnpm for installs"]);
});

Deno.test("what is forgotten is in no daily backup, and does not come back with the next damage", async () => {
  using home = new DamagedHome();
  await home.remember("Use pnpm for installs");
  await home.remember("The password of the old server was swordfish");
  await home.backUp(50);
  await home.backUp(20);
  Deno.writeTextFileSync(`${home.paths.backups}/daily-2026-03-01T00-00-00-000Z.db.7.tmp`, "swordfish");
  home.write("since.jsonl", asLines(turn(2, "since", "The password of the old server was swordfish")));
  await home.print(memoryCommand(), "forget", "m2");
  for (const name of namesIn(home.paths.backups)) {
    const bytes = new TextDecoder("latin1").decode(Deno.readFileSync(`${home.paths.backups}/${name}`));
    assert(!bytes.includes("swordfish"), name);
  }
  assertEquals(dailyBackups(home.paths).length, 1);
  home.damage();
  home.prepare();
  await home.process();
  assertEquals(home.bodies, ["Use pnpm for installs"]);
});

Deno.test("nothing is forgotten, pruned or backed up while lost rows wait in the transcripts", async () => {
  using home = new DamagedHome();
  await home.remember("Use pnpm for installs");
  await home.backUp(30);
  home.damage();
  home.prepare();
  assertEquals(await home.backUp(0), false);
  const refused = [
    await home.run(memoryCommand(), ["forget", "m1"]),
    await home.run(pruneCommand(), ["--older-than", "1d"]),
  ];
  for (const { error } of refused) assertMatch(String(error?.message), /Cannot forget yet/);
  await home.process();
  await home.print(memoryCommand(), "forget", "m1");
  assertEquals(home.bodies, []);
});

Deno.test("doctor shows the daily backups with their size, and what waits in the transcripts", async () => {
  using home = new DamagedHome();
  await home.remember("Use pnpm for installs");
  await home.backUp(2);
  const finding = async () => {
    const probe = { paths: home.paths, now: new Date(), settings: [] };
    const findings = await runChecks(probe as unknown as Parameters<typeof runChecks>[0]);
    return findings.find(({ check }) => check === "backup")?.text ?? "";
  };
  assertMatch(await finding(), /^1 daily backup with [\d.]+ KB, the newest of \d{4}-/);
  home.damage();
  home.prepare();
  assertMatch(await finding(), /^Rows lost since/);
});

test("a session start that cannot read a part of the database says so", async (home) => {
  const body = "Use pnpm for installs, as npm breaks the workspaces";
  await home.mneme(["memory", "add", "--category", "PREFERENCE", body]);
  const [page] = home.column("select rootpage from sqlite_schema where name = 'memories'");
  using file = Deno.openSync(home.database, { write: true });
  file.seekSync(4096 * (Number(page) - 1), Deno.SeekMode.Start);
  file.writeSync(new Uint8Array(4096).fill(0x5a));
  const { stdout } = await home.fire("SessionStart", { source: "startup" });
  const told =
    /^mneme: the database is damaged, .*: `\S+\/mneme\S* doctor --fix` replaces it by the newest backup, /;
  assertMatch(JSON.parse(stdout).systemMessage, told);
});

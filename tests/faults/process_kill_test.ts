import { assert, assertEquals } from "../_support/assert.ts";
import { fillHome } from "../_support/busy_home.ts";
import { canonicalDump } from "../_support/canonical_dump.ts";
import { numbers } from "../_support/random.ts";
import { TestHome } from "../_support/test_home.ts";

/** A quarter of a minute; more by `MNEME_PROCESS_KILLS`. */
const KILLS = Number(Deno.env.get("MNEME_PROCESS_KILLS") ?? 20);
const KILLS_PER_HOME = 5;
const SEED = Number(Deno.env.get("MNEME_PROCESS_SEED") ?? Date.now() % 100_000);

Deno.test(`processing that is killed again and again ends as if it had run once (seed ${SEED})`, async () => {
  using home = new TestHome();
  await fillHome(home, { sessions: 8, capturesPerSession: 250, spooled: 60 });
  Deno.renameSync(home.data, `${home.root}/filled`);
  copyFolder(`${home.root}/filled`, home.data);
  const { code, stdout, stderr, ms } = await home.mneme(["process"]);
  assertEquals({ code, stderr }, { code: 0, stderr: "" });
  const wanted = canonicalDump(home.database);
  assertDone(home, stdout);
  const random = numbers(SEED);
  let whole = ms;
  for (let kills = 0; kills < KILLS;) {
    Deno.removeSync(home.data, { recursive: true });
    copyFolder(`${home.root}/filled`, home.data);
    // Each begins where the one before was killed, so that the later steps have their share.
    for (let [i, left] = [0, whole]; i < KILLS_PER_HOME && kills < KILLS; i++, kills++) {
      const killAfterMs = 30 + random() * left;
      const run = await home.mneme(["process"], { killAfterMs });
      if (run.code === 0 && i === 0) whole = run.ms;
      if (run.code === 0) break;
      left = Math.max(left - killAfterMs, whole / 4);
    }
    const last = await home.mneme(["process"]);
    assertEquals({ code: last.code, stderr: last.stderr }, { code: 0, stderr: "" }, home.log());
    assertEquals(differences(canonicalDump(home.database), wanted), { more: [], fewer: [] });
    assertEquals(home.rows("pragma integrity_check"), [{ integrity_check: "ok" }]);
    assertEquals(home.spool(), []);
  }
});

/** The undisturbed run did what there was to do, or being equal to it would mean nothing. */
function assertDone(home: TestHome, stdout: string): void {
  assert(/Made \d+ observations of 2060 tool calls/.test(stdout), stdout);
  const [counts] = home.rows(`select
    (select count(*) from pending_queue where status = 'raw') as raw,
    (select count(*) from sessions where summary is null and tool_count > 60) as untold,
    (select count(*) from search_queue) as unindexed,
    (select count(*) from scratchpads) as scratchpads,
    (select count(*) from injections where used is null) as unjudged,
    (select count(distinct used) from injections) as judged,
    (select count(*) from pending_queue where payload like '%pruned%') as pruned,
    (select count(*) from event_log where session_id = 'long-ago') as events,
    (select count(*) from asks) + (select count(*) from tool_callers) + (select count(*) from drained_spool) as rest`);
  const done = {
    raw: 0,
    untold: 0,
    unindexed: 0,
    scratchpads: 2,
    unjudged: 0,
    judged: 2,
    pruned: 540,
    events: 20,
    rest: 0,
  };
  assertEquals({ ...counts }, done);
}

function differences(found: readonly string[], wanted: readonly string[]) {
  const [more, fewer] = [countLines(found), countLines(wanted)];
  for (const [line, times] of [...more]) {
    const both = Math.min(times, fewer.get(line) ?? 0);
    setOrDelete(more, line, times - both);
    setOrDelete(fewer, line, (fewer.get(line) ?? 0) - both);
  }
  return { more: [...more.keys()].slice(0, 5), fewer: [...fewer.keys()].slice(0, 5) };
}

function countLines(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

function setOrDelete(counts: Map<string, number>, line: string, times: number): void {
  if (times > 0) counts.set(line, times);
  else counts.delete(line);
}

function copyFolder(from: string, to: string): void {
  Deno.mkdirSync(to, { mode: 0o700 });
  for (const entry of Deno.readDirSync(from)) {
    if (entry.isDirectory) copyFolder(`${from}/${entry.name}`, `${to}/${entry.name}`);
    else Deno.copyFileSync(`${from}/${entry.name}`, `${to}/${entry.name}`);
  }
}

import { reachOf } from "../../../../src/cli/memory/forget.ts";
import { memoryCommand } from "../../../../src/cli/memory/memory_command.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { bytes, memory } from "../../../_support/commands.ts";
import { memoryByRow } from "../../../../src/store/memories.ts";
import { translateEvent } from "../../../../src/hook/other_client.ts";
import { below } from "../../../../src/base/slashes.ts";

const AT = "2026-03-01T10:00:00.000Z";
const BODY = "Quokkas live in the wombatorium";

/** A memory, and the prompt that it came from. */
async function homeWithMemory(): Promise<CliHome> {
  const home = new CliHome();
  const session = home.session("session-1");
  home.keep({ kind: "prompt-submitted", session, at: AT, promptId: "p1", text: "Where do they live?" });
  home.keep({ kind: "prompt-submitted", session, at: AT, promptId: "p2", text: `Remember: ${BODY}!` });
  await memory(home, "add", "--category", "DECISION", BODY);
  return home;
}

Deno.test("memory forget --source leaves the words nowhere, in no table, index, log or free page", async () => {
  using home = await homeWithMemory();
  const answer = (hook: "session-start" | "user-prompt-submit", event: string, text: string) =>
    translateEvent("kimi", {}).client
      .answer({ context: { event, text } }, { paths: home.paths, session: "session-2", hook });
  assertEquals(answer("session-start", "SessionStart", BODY), undefined); // waits for the first prompt
  assert(bytes(home).includes("wombatorium"));
  assertEquals(
    await memory(home, "forget", "m1", "--source"),
    [
      "Forgot m1",
      "  cleared 1 prompt that it came from; transcripts of Claude Code stay as they are",
      "",
    ].join("\n"),
  );
  assert(!/wombatorium|quokka/i.test(bytes(home)));
  assertEquals(answer("user-prompt-submit", "UserPromptSubmit", "Hits"), '{"message":"Hits"}');
  assertEquals(await memory(home, "list", "--all"), "");
  assertMatch(await memory(home, "show", "m1"), /^m1 was forgotten \d{4}-\d\d-\d\d \d\d:\d\d\n$/);
  assertEquals(await memory(home, "add", "--category", "DECISION", "Something else"), "Saved m2\n");
});

Deno.test("memory forget names the backups that hold the words, and removes them when asked, no others", async () => {
  using home = await homeWithMemory();
  const { backups, database } = home.paths;
  home.withStore((store) => store.checkpoint("truncate"));
  Deno.mkdirSync(`${backups}/settings`, { recursive: true });
  Deno.copyFileSync(database, `${backups}/before.db`);
  Deno.copyFileSync(database, `${database}.corrupt-2026`);
  Deno.writeTextFileSync(`${backups}/other.db`, "nothing of the kind");
  Deno.writeTextFileSync(`${backups}/settings/mine.json`, BODY);
  const report = JSON.parse(await memory(home, "forget", "m1", "--source", "--json"));
  assertEquals(report[0].left.backups, [below(backups, "before.db"), `${database}.corrupt-2026`]);
  assertEquals(
    await memory(home, "forget", "m1", "--backups"),
    [
      "m1 was already forgotten",
      `  removed the backup ${below(backups, "before.db")}`,
      `  removed the backup ${database}.corrupt-2026`,
      "",
    ].join("\n"),
  );
  assertEquals([...Deno.readDirSync(backups)].map(({ name }) => name).sort(), ["other.db", "settings"]);
});

Deno.test("memory forget takes all or, where one is unknown, none", async () => {
  using home = await homeWithMemory();
  const { error } = await home.run(memoryCommand(), ["forget", "m1", "m7"]);
  assertMatch(String(error), /Cannot find memory m7/);
  assertMatch(await memory(home, "list"), /Quokkas/);
});

Deno.test("memory forget keeps a memory where it cannot note what still holds its words", async () => {
  using home = await homeWithMemory();
  home.withStore((store) =>
    store.run(
      "create trigger full before update of traces on forgotten_memories begin select raise(abort, 'full'); end",
    )
  );
  assert((await home.run(memoryCommand(), ["forget", "m1"])).error !== undefined);
  home.withStore((store) => store.run("drop trigger full"));
  assertMatch(await memory(home, "list"), /Quokkas/);
  await memory(home, "forget", "m1");
  assertMatch(await memory(home, "forget", "m1", "--source"), /cleared 1 prompt/);
});

Deno.test("memory forget names the memories and candidates that hold the same words", async () => {
  using home = new CliHome();
  await memory(home, "add", "--category", "DECISION", BODY);
  await memory(home, "add", "--category", "RUNBOOK", `${BODY}, so look there first`);
  assertEquals(
    await memory(home, "forget", "m1"),
    "Forgot m1\n  m2 may say it, too: `mneme memory forget m2`\n",
  );
  await memory(home, "add", "--category", "DECISION", BODY);
  assertEquals(await memory(home, "forget", "m3", "m2"), "Forgot m3\nForgot m2\n");
  assert(!/wombatorium/i.test(bytes(home)));
});

Deno.test("memory forget names rejected records and logs that hold the words, and removes them when asked", async () => {
  using home = await homeWithMemory();
  const { spool, logs, logFile } = home.paths;
  for (const folder of [`${spool}/rejected`, logs]) Deno.mkdirSync(folder, { recursive: true });
  const record = JSON.stringify({ kind: "prompt-submitted", text: `Say "${BODY}"` });
  Deno.writeTextFileSync(`${spool}/rejected/1.jsonl`, record.slice(0, -3));
  Deno.writeTextFileSync(`${spool}/rejected/2.jsonl`, "{");
  Deno.writeTextFileSync(logFile, `2026-03-01T10:00:00.000Z data stop session-1 ${JSON.stringify(record)}\n`);
  Deno.writeTextFileSync(`${logFile}.1`, '2026-03-01T10:00:00.000Z info stop session-1 "started"\n');
  const report = JSON.parse(await memory(home, "forget", "m1", "--source", "--json"));
  assertEquals(report[0].left, {
    sources: [],
    backups: [],
    rejected: [below(spool, "rejected/1.jsonl")],
    logs: [logFile],
    memories: [],
  });
  assertMatch(
    await memory(home, "forget", "m1"),
    /the log \S+mneme\.log still holds it; `mneme memory forget m1 --backups` removes that/,
  );
  Deno.renameSync(logFile, `${logFile}.1`);
  assertEquals(
    await memory(home, "forget", "m1", "--backups"),
    [
      "m1 was already forgotten",
      `  removed the rejected record ${below(spool, "rejected/1.jsonl")}`,
      `  removed the log ${logFile}.1`,
      "",
    ].join("\n"),
  );
  assert(!/wombatorium/i.test(bytes(home)));
  assertEquals([...Deno.readDirSync(`${spool}/rejected`)].map(({ name }) => name), ["2.jsonl"]);
});

Deno.test("reachOf() names the files that forgetting would name, also those with nothing but a phrase of the memory", async () => {
  using home = await homeWithMemory();
  const phrase = "which animals sleep at noon";
  await memory(home, "edit", "m1", "--recall-when", phrase);
  Deno.mkdirSync(home.paths.backups, { recursive: true });
  const copy = below(home.paths.backups, "old.db");
  Deno.writeTextFileSync(copy, phrase);
  home.withStore((store) => {
    assertEquals(reachOf(store, home.paths, memoryByRow(store, 1)!).files, [copy]);
  });
});

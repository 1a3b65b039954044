import { DatabaseSync } from "node:sqlite";
import { memoryCommand } from "../../../../src/cli/memory/memory_command.ts";
import { processCommand } from "../../../../src/cli/process/process_command.ts";
import { projectsCommand } from "../../../../src/cli/projects_command.ts";
import { replayCommand } from "../../../../src/cli/replay/replay_command.ts";
import { sessionsCommand } from "../../../../src/cli/sessions_command.ts";
import { UserError } from "../../../../src/base/user_error.ts";
import { noteOpened } from "../../../../src/store/tellings.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { bytesWithLog } from "../../../_support/commands.ts";
import { asLines, userRow } from "../../../_support/transcript_rows.ts";
import { below } from "../../../../src/base/slashes.ts";

const AT = "2026-03-01T10:00:00.000Z";
/** One word of each place where a session says something. */
const WORDS =
  /quokkaprompt|quokkatitle|quokkasum|quokkacall|quokkaobserved|quokkacandidate|quokkaevidence|quokkanoted/i;
const LAST =
  "Transcripts of Claude Code stay as they are; `mneme replay --again` would bring this back from them";

/** Two sessions, `gone` with something in every table, and `kept`. */
function seededHome(): CliHome {
  const home = new CliHome();
  for (const sessionId of ["gone", "kept"]) {
    const session = home.session(sessionId);
    const text = sessionId === "gone" ? "quokkaprompt please" : "wombatprompt please";
    home.keep({ kind: "prompt-submitted", session, at: AT, promptId: `p-${sessionId}`, text });
  }
  home.withStore((store) => {
    store.execute(`
      update sessions set status = 'closed', title = 'quokkatitle', summary = 'quokkasum', tool_count = 1
      where session_id = 'gone';
      insert into pending_queue (session_id, tool_use_id, tool_name, priority, created_at, payload)
      values ('gone', 't1', 'Bash', 'high', '${AT}', '{"tool_input":"quokkacall"}');
      insert into observations (session_id, text, created_at) values ('gone', 'Ran quokkaobserved', '${AT}');
      insert into tool_callers (tool_use_id, session_id, created_at) values ('t1', 'gone', '${AT}');
      insert into ghap_premortems (session_id, shown_at) values ('gone', '${AT}');
      insert into asks (session_id, category, key, prompt_count, created_at)
      values ('gone', 'DECISION', 'k', 1, '${AT}');
      insert into notes (session_id, prompt_count, key, sentences, created_at)
      values ('gone', 1, 'k', '["quokkanoted"]', '${AT}');
      insert into injections (session_id, item, hook, tokens, created_at) values
        ('gone', 'm1', 'prompt', 1, '${AT}'), ('kept', 's1', 'prompt', 1, '${AT}');
      insert into memories (project, category, body, evidence, source, status, session_id, created_at, updated_at)
      values ('${home.project}', 'DECISION', 'wombatmemory', null, 'agent', 'active', 'gone', '${AT}', '${AT}'),
        ('${home.project}', 'DECISION', 'quokkacandidate', 'quokkaevidence', 'triage', 'candidate', 'gone',
          '${AT}', '${AT}');
      insert into tellings (session_id, hook, tokens, text, created_at)
      values ('kept', 'start', 9, '- s1 · today · quokkatitle (1 prompt)', '${AT}'),
        ('kept', 'start', 9, '- s12 · today · wombattitle', '${AT}');
      insert into ghap (session_id, project, domain, strategy, goal, hypothesis, action, prediction, status, created_at)
      values ('gone', '${home.project}', 'debugging', 'read-the-error', 'g', 'h', 'a', 'p', 'confirmed', '${AT}')`);
  });
  home.withStore((store) => store.execute("insert into search_queue values ('session', 1), ('prompt', 1)"));
  return home;
}

function forget(home: CliHome, ...args: string[]): Promise<string> {
  return home.print(sessionsCommand(), "forget", ...args);
}

Deno.test("sessions forget removes all of a session from every page, and says what stays", async () => {
  using home = seededHome();
  using other = new DatabaseSync(home.paths.database); // the last one to close would remove the log
  other.prepare("select count(*) from sessions").get();
  assertMatch(bytesWithLog(home), WORDS);
  assertEquals(
    await forget(home, "s1", "--yes"),
    [
      "Forgot s1: 1 prompt, 1 tool call, 1 candidate",
      "  1 memory that came from it stays: `mneme memory forget m1`",
      "  1 prediction that came from it stays: `mneme ghap forget g1`",
      LAST,
      "",
    ].join("\n"),
  );
  assert(!WORDS.test(bytesWithLog(home)));
  for (
    const table of "sessions prompts pending_queue observations event_log asks notes injections".split(" ")
  ) {
    assertEquals(home.rows(`select * from ${table} where session_id = 'gone'`), [], table);
  }
  for (const table of ["tool_callers", "ghap_premortems", "injections"]) {
    assertEquals(home.rows(`select * from ${table}`), [], table);
  }
  assertEquals(home.rows("select text from prompts"), [{ text: "wombatprompt please" }]);
  assertEquals(home.rows("select text from tellings where text is not null"), [{
    text: "- s12 · today · wombattitle",
  }]);
  const indexed = home.rows("select kind from search_items where session_id = 'gone' and kind <> 'ghap'");
  assertEquals(indexed, [{ kind: "memory" }]);
  assertMatch((await home.run(memoryCommand(), ["show", "m1"])).stdout, /wombatmemory(.|\n)*session +gone\n/);
});

Deno.test("sessions forget leaves no record of what of it was told and opened elsewhere", async () => {
  using home = seededHome();
  home.withStore((store) =>
    store.execute(`
      insert into repairs (session_id, capture_id, command, error, worked, worked_at, created_at)
      values ('gone', 1, 'npm test', 'quokkaerror', '{}', '${AT}', '${AT}')`)
  );
  home.withStore((store) => noteOpened(store, { sessionId: "kept" }, ["s1", "p1", "o1", "r1", "v1"], AT));
  await forget(home, "gone", "--yes");
  assertEquals(home.rows("select item from openings"), [{ item: "v1" }]);
  assertEquals(home.rows("select item from injections"), [{ item: "v1" }]);
});

Deno.test("sessions forget never gives the id of a candidate again, and keeps a key of its words", async () => {
  using home = seededHome();
  await forget(home, "gone", "--yes");
  assertEquals(home.count("memories where id = 2 and status = 'deleted' and body = ''"), 1);
  assertEquals(home.rows("select memory_id from forgotten_memories"), [{ memory_id: 2 }]);
  assertMatch(
    (await home.run(memoryCommand(), ["add", "--category", "DECISION", "Other things"])).stdout,
    /m3/,
  );
});

Deno.test("sessions forget asks first, takes whole ids alone, and all or none", async () => {
  using home = seededHome();
  const refusals = {
    s1: /^Cannot forget s1 unasked: s1 has 1 prompt, 1 tool call, 1 candidate; repeat .* --yes$/,
    "s1 kept gone": /^Cannot forget s1, s2 unasked: s1 has .* 1 candidate; s2 has 1 prompt, 0 tool calls/,
    "s1 s9 --yes": /^Cannot forget session "s9": there is none; `mneme sessions list --all` shows/,
    "gon --yes": /^Cannot forget session "gon": there is none;/,
  };
  for (const [args, message] of Object.entries(refusals)) {
    const { error } = await home.run(sessionsCommand(), ["forget", ...args.split(" ")]);
    assert(error instanceof UserError, args);
    assertMatch(`${error.message}; ${error.hint}`, message);
  }
  assertEquals(home.count("prompts"), 2);
  assertMatch(
    await forget(home, "s2", "--yes"),
    /\n {2}it has not ended: what it does from now on is kept\n/,
  );
});

Deno.test("sessions forget says what it did as JSON, with the backups that still hold it", async () => {
  using home = seededHome();
  home.withStore((store) => store.checkpoint("truncate"));
  Deno.mkdirSync(home.paths.backups, { recursive: true });
  Deno.copyFileSync(home.paths.database, `${home.paths.backups}/before.db`);
  const files = [below(home.paths.backups, "before.db")];
  assertEquals(JSON.parse(await forget(home, "s1", "s2", "--yes", "--json")), [
    {
      id: "s1",
      session_id: "gone",
      is_open: false,
      removed: { prompts: 1, tool_calls: 1, candidates: 1 },
      left: { memories: ["m1"], predictions: ["g1"], files },
    },
    {
      id: "s2",
      session_id: "kept",
      is_open: true,
      removed: { prompts: 1, tool_calls: 0, candidates: 0 },
      left: { memories: [], predictions: [], files },
    },
  ]);
});

const FORGOTTEN_WITH: Readonly<Record<string, (home: CliHome) => Promise<unknown>>> = {
  "its session": (home) => forget(home, "s1", "--yes"),
  "its project": (home) => home.print(projectsCommand(), "forget", home.project, "--yes"),
};

for (const [what, forgetIt] of Object.entries(FORGOTTEN_WITH)) {
  Deno.test(`what was forgotten with ${what} does not come back as the session goes on, nor by an import`, async () => {
    using home = seededHome();
    const file = `${home.root}/gone.jsonl`;
    const say = (content: string, timestamp: string) => {
      const row = userRow(content, { sessionId: "gone", uuid: content, cwd: home.project, timestamp });
      Deno.writeTextFileSync(file, asLines([row]), { append: true });
    };
    say("From now on always use quokkaprompt, never npm, in this repository.", AT);
    await forgetIt(home);
    const later = { at: new Date(Date.now() + 5).toISOString(), text: "Go on with the wombats." };
    say(later.text, later.at);
    home.keep({ kind: "prompt-submitted", session: home.session("gone"), promptId: null, ...later });
    await home.print(processCommand(), "--session", "gone", "--transcript", file);
    await home.print(replayCommand(), file);
    assertEquals(home.rows("select text from prompts where session_id = 'gone'"), [{ text: later.text }]);
    assertEquals(home.rows("select body from memories where body glob '*quokka*'"), []);
    await home.print(replayCommand(), file, "--again");
    assertEquals(home.count("prompts where text glob '*quokkaprompt*'"), 1);
  });
}

Deno.test("a new prompt with the number of a removed one is none of those that a forgotten memory came from", async () => {
  using home = new CliHome();
  const say = (sessionId: string, text: string) =>
    home.keep({
      kind: "prompt-submitted",
      session: home.session(sessionId),
      at: AT,
      promptId: sessionId,
      text,
    });
  const [old, edited] = ["Releases need the quokka flag", "Deploys wait for the wombat"];
  say("s-1", `${old}. ${edited}.`);
  for (const body of [old, edited]) {
    await home.print(memoryCommand(), "add", body, "--category", "DECISION");
  }
  await home.print(memoryCommand(), "edit", "m2", "--body", "Deploys wait for Monday");
  await home.print(memoryCommand(), "forget", "m1");
  await home.print(sessionsCommand(), "forget", "s1", "--yes");
  say("s-2", "Count in cents");
  assertEquals(home.rows("select id from prompts"), [{ id: 1 }]);
  for (const id of ["m1", "m2"]) await home.print(memoryCommand(), "forget", id, "--source");
  assertEquals(home.rows("select text from prompts"), [{ text: "Count in cents" }]);
});

import { ASK_OPENING } from "../../src/base/conversation.ts";
import { processCommand } from "../../src/cli/process/process_command.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { toolCaptured } from "../_support/tool_captured.ts";
import { asLines } from "../_support/transcript_rows.ts";
import { ReplayHome, SessionRows, workingSession } from "./replay_home.ts";

Deno.test("replay builds the session, its prompts, calls, outcomes, summary and candidates", async () => {
  using home = new ReplayHome();
  home.write("s-1.jsonl", workingSession("s-1", home.project).rows);
  const report = await home.replayJson();
  assertEquals([report.sessions, report.prompts, report.captures], [1, 2, 4]);
  assertEquals(report.outcomes, { "tests:fail": 1, "tests:pass": 1 });
  const [session] = home.rows(
    "select project, source, status, end_reason, started_at, ended_at, title, prompt_count, tool_count from sessions",
  );
  assertEquals(session, {
    project: home.project,
    source: "import",
    status: "closed",
    end_reason: "import",
    started_at: "2026-03-01T10:00:00.000Z",
    ended_at: "2026-03-01T10:00:12.000Z",
    title: "The totals are off by a cent, please fix them.",
    prompt_count: 2,
    tool_count: 4,
  });
  const captures = home.rows(
    "select tool_name, priority, outcome, prompt_id, created_at from pending_queue order by created_at",
  );
  assertEquals(captures.map((row) => Object.values(row)), [
    ["Read", "low", null, "p-1", "2026-03-01T10:00:03.000Z"],
    ["Edit", "high", null, "p-1", "2026-03-01T10:00:05.000Z"],
    ["Bash", "high", "tests:fail", "p-1", "2026-03-01T10:00:07.000Z"],
    ["Bash", "high", "tests:pass", "p-1", "2026-03-01T10:00:09.000Z"],
  ]);
  const candidates = home.rows<{ source: string; status: string; body: string }>(
    "select source, status, body from memories",
  );
  assert(candidates.length > 0);
  assert(candidates.every(({ source, status }) => source === "import" && status === "candidate"));
  assertMatch(candidates.map(({ body }) => body).join("\n"), /pnpm|rounded/);
  assertMatch(
    String(home.column("select summary from sessions")),
    /Asked: The totals are off[\s\S]*Changed: .*cart\.ts[\s\S]*Tests: failed once, then passed: `npm test`/,
  );
});

Deno.test("replay of the same files twice gives the same content, and reads unchanged ones once", async () => {
  using home = new ReplayHome();
  home.write("s-1.jsonl", workingSession("s-1", home.project).rows);
  // Without ids, and said twice within seconds: two prompts all the same.
  const twice = new SessionRows("s-2", home.project).prompt("continue").say("Ok.").say("Done.").say("Next?");
  home.write("s-2.jsonl", twice.prompt("continue").rows);
  await home.replay();
  const first = home.dump();
  assertEquals(home.count("prompts where text = 'continue'"), 2);
  const second = await home.replayJson();
  assertEquals(second.files, { replayed: 0, unchanged: 2, foreign: 0, unreadable: 0 });
  assertEquals(home.dump(), first);
  home.withStore((store) => store.run("update sessions set summary = 'told better'"));
  first.sessions?.forEach((session) => (session as { summary: string }).summary = "told better");
  const third = await home.replayJson("--again");
  assertEquals([third.sessions, third.prompts, third.captures, third.candidates], [0, 0, 0, {}]);
  assertEquals(home.dump(), first);
});

Deno.test("replay of a session in parts gives what replay of the whole gives", async () => {
  using whole = new ReplayHome();
  const { rows } = workingSession("s-1", "/p");
  whole.write("s-1.jsonl", rows);
  await whole.replay("--no-candidates");
  for (let count = 1; count < rows.length; count += 2) {
    using parts = new ReplayHome();
    const text = asLines(rows.slice(0, count)) + JSON.stringify(rows[count]).slice(0, 40); // torn where it grows
    parts.write("s-1.jsonl", text);
    await parts.replay("--no-candidates");
    parts.write("s-1.jsonl", rows);
    await parts.replay("--no-candidates");
    assertEquals(parts.dump(), whole.dump(), `cut at row ${count}`);
  }
});

Deno.test("replay leaves what hooks have captured as it is, and counts nothing twice", async () => {
  using home = new ReplayHome();
  const session = { ...home.session("s-1"), cwd: home.project };
  const at = "2026-03-01T10:00:00.030Z";
  home.keep(
    { kind: "session-started", session, at, source: "startup" },
    {
      kind: "prompt-submitted",
      session,
      at,
      promptId: "p-1",
      text: "The totals are off by a cent, please fix them.",
    },
    toolCaptured({
      ...{ session, at, toolUseId: "s-1-test", promptId: "p-1", toolName: "Bash" },
      ...{ outcome: "tests:fail", payload: '{"live":true}' },
    }),
  );
  home.write("s-1.jsonl", workingSession("s-1", home.project).rows);
  const report = await home.replayJson();
  assertEquals([report.sessions, report.prompts, report.captures], [0, 1, 3]);
  const kept = home.column("select payload from pending_queue where tool_use_id = 's-1-test'");
  assertEquals(kept, ['{"live":true}']);
  assertEquals(home.rows("select source, status, prompt_count, tool_count from sessions"), [
    { source: "startup", status: "active", prompt_count: 2, tool_count: 4 },
  ]);
  assertEquals(home.rows("select number, prompt_id from prompts order by number"), [
    { number: 1, prompt_id: "p-1" },
    { number: 2, prompt_id: "p-2" },
  ]);
});

Deno.test("replay leaves it to the stops of a session that goes on to ask what is worth remembering", async () => {
  using home = new ReplayHome();
  const session = { ...home.session("s-1"), cwd: home.project };
  home.keep({ kind: "session-started", session, at: "2026-03-01T10:00:00.000Z", source: "startup" });
  const file = home.write("s-1.jsonl", workingSession("s-1", home.project).rows);
  assertEquals((await home.replayJson()).candidates, {});
  Deno.utimeSync(file, 1, 1); // it has ended after all, and no hook could say so
  assertEquals(Object.keys((await home.replayJson()).candidates as object).length > 0, true);
});

Deno.test("replay does not bring back what was pruned of a session, but takes what came since", async () => {
  using home = new ReplayHome();
  const { rows } = workingSession("s-1", home.project);
  home.write("s-1.jsonl", rows);
  await home.replay();
  home.withStore((store) =>
    store.execute("delete from pending_queue; delete from prompts; delete from asks")
  );
  const later = new SessionRows("s-1", home.project, { start: "2026-06-01T10:00:00.000Z" })
    .prompt("Go on.", "p-3").call("late", "Bash", { input: { command: "git push" } }).rows;
  home.write("s-1.jsonl", [...rows, ...later]);
  await home.replay();
  assertEquals(home.rows("select text from prompts"), [{ text: "Go on." }]);
  assertEquals(home.rows("select tool_use_id from pending_queue"), [{ tool_use_id: "late" }]);
  assertEquals(home.rows("select prompt_count, tool_count from sessions"), [{
    prompt_count: 3,
    tool_count: 5,
  }]);
});

Deno.test("replay keeps none of what nobody asked and nobody did", async () => {
  using home = new ReplayHome();
  const session = new SessionRows("s-1", home.project);
  home.write("s-1.jsonl", session.play("unasked_session", (text) => text.replace("$ASK", ASK_OPENING)).rows);
  await home.replay();
  assertEquals(home.column("select text from prompts order by number"), ["/review src", "Do it.", "Thanks."]);
  assertEquals(home.rows("select tool_use_id from pending_queue"), [{ tool_use_id: "c-8" }]);
  assertEquals(home.rows("select body from memories"), []);
});

Deno.test("replay cleans what it keeps, and of a wholly private prompt keeps that it was", async () => {
  using home = new ReplayHome();
  const secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
  const rows = new SessionRows("s-1", home.project)
    .prompt("<private>my own affair</private>", "p-1")
    .prompt(`Use ${secret} to push.`, "p-2")
    .call("c-1", "Bash", {
      input: { command: `git push https://${secret}@host` },
      response: { stdout: secret },
    })
    .say(`From now on always push with the token ${secret} in this repository. <private>zebra</private>`)
    .rows;
  home.write("s-1.jsonl", rows);
  for (const again of [[], ["--again"]]) {
    await home.replay(...again);
    assertEquals(home.rows("select prompt_count from sessions"), [{ prompt_count: 2 }]);
    assertEquals(home.rows("select number, prompt_id from prompts"), [{ number: 2, prompt_id: "p-2" }]);
  }
  const all = JSON.stringify(home.dump());
  assertEquals([all.includes(secret), all.includes("affair"), all.includes("zebra")], [false, false, false]);
  assertMatch(all, /\[redacted:/);
});

Deno.test("replay gives a fork only what is its own", async () => {
  using home = new ReplayHome();
  const original = workingSession("s-1", home.project).rows;
  const fork = [
    ...original.map((row) => ({ ...row, sessionId: "s-2", ...("promptId" in row && { promptId: "p-9" }) })),
    ...new SessionRows("s-2", home.project, { start: "2026-03-02T10:00:00.000Z" }).prompt("And 9.", "p-9")
      .rows,
  ];
  const first = home.write("s-1.jsonl", original);
  const second = home.write("s-2.jsonl", fork);
  Deno.utimeSync(first, 1, 1);
  await home.replay(first);
  await home.replay(second); // by what the database knows
  assertEquals(home.rows("select session_id, prompt_count, tool_count from sessions order by session_id"), [
    { session_id: "s-1", prompt_count: 2, tool_count: 4 },
    { session_id: "s-2", prompt_count: 1, tool_count: 0 },
  ]);
  using other = new ReplayHome();
  Deno.utimeSync(other.write("s-1.jsonl", original), 1, 1);
  other.write("s-2.jsonl", fork);
  await other.replay(); // by what was read before
  assertEquals(other.rows("select session_id, prompt_count from sessions order by session_id"), [
    { session_id: "s-1", prompt_count: 2 },
    { session_id: "s-2", prompt_count: 1 },
  ]);
});

/** Replays a test run in the background that the client's note, with `more` in it, says has failed. */
async function replayFailedInBackground(home: ReplayHome, more = ""): Promise<void> {
  const prompt = "<task-notification>\n<task-id>t1</task-id>\n<tool-use-id>c-1</tool-use-id>\n" +
    `${more}<status>failed</status>\n` +
    "<summary>Background command failed with exit code 1</summary>\n</task-notification>";
  const rows = new SessionRows("s-1", home.project)
    .prompt("Test it.", "p-1")
    .call("c-1", "Bash", {
      input: { command: "pytest", run_in_background: true },
      response: { stdout: "", stderr: "", interrupted: false, backgroundTaskId: "t1" },
    })
    .add({
      type: "attachment",
      attachment: { type: "queued_command", prompt, commandMode: "task-notification" },
    })
    .rows;
  home.write("s-1.jsonl", rows);
  await home.replay();
}

Deno.test("replay tells nothing of a private block in the output of a background task", async () => {
  using home = new ReplayHome();
  const output = `${home.root}/claude/-p/s-1/tasks/t1.output`;
  Deno.mkdirSync(output.replace(/\/[^/]*$/, ""), { recursive: true });
  Deno.writeTextFileSync(
    output,
    "<private>\nFAILED tests/test_merger.py::test_rebate - assert 1 == 2\n</private>\n1 failed, 2 passed in 0.1s\n",
  );
  await replayFailedInBackground(home, `<output-file>${output}</output-file>\n`);
  assertEquals(home.rows("select json_extract(payload, '$.outcome') as details from pending_queue"), [
    { details: '{"passed":2,"failed":1}' },
  ]);
});

Deno.test("replay survives what is no transcript, and says once what it left out", async () => {
  using home = new ReplayHome();
  const lines = asLines(workingSession("s-1", home.project).rows);
  home.write("crlf.jsonl", `\ufeff${lines.replaceAll("\n", "\r\n")}`);
  const torn = asLines(workingSession("s-2", home.project).rows);
  home.write("torn.jsonl", `\0\0\0\n${torn}{"type":"user","mess`);
  const huge = { input: { command: "make" }, response: { stdout: "x".repeat(10_000_000) } };
  home.write("huge.jsonl", new SessionRows("s-3", home.project).prompt("Go.").call("c-h", "Bash", huge).rows);
  home.write("foreign.jsonl", '{"type":"response_item","payload":{"role":"user"}}\n[1,2]\nnot json\n');
  home.write("binary.jsonl", new Uint8Array(300_000).map((_, i) => (i * 7919) % 256));
  home.write("empty.jsonl", "");
  Deno.mkdirSync(`${home.transcripts}/folder.jsonl`);
  Deno.symlinkSync(home.transcripts, `${home.transcripts}/loop`);
  Deno.symlinkSync(`${home.transcripts}/crlf.jsonl`, `${home.transcripts}/twice.jsonl`);
  Deno.symlinkSync("/nowhere.jsonl", `${home.transcripts}/gone.jsonl`);
  const { stdout, stderr, error } = await home.replay();
  assertEquals([error, stderr], [undefined, ""]);
  assertMatch(stdout, /^Added 3 sessions, 5 prompts, 9 tool calls$/m);
  assertMatch(stdout, /^3 files hold no conversation$/m);
  assertMatch(stdout, /^1 file or folder could not be read$/m);
  assertMatch(stdout, /^\d+ lines were torn or of another format$/m);
  const [bytes] = home.column("select length(payload) from pending_queue where tool_use_id = 'c-h'");
  assert(Number(bytes) < 300_000);
});

Deno.test("replay learns nothing from a turn with a wholly private prompt, however long the agent works", async () => {
  using home = new ReplayHome();
  const session = new SessionRows("s-1", home.project).prompt("<private>the secret merger</private>");
  for (let i = 0; i < 100; i++) session.call(`c${i}`, "Read", { input: { file_path: `/a/${i}.ts` } });
  session.say("Root cause: the merger was rounded before the sum. Fixed by rounding it once, at the end.");
  home.write("s-1.jsonl", session.prompt("Go on.").say("Done.").rows);
  await home.replay();
  assertEquals(home.rows("select body from memories"), []);
});

Deno.test("replay of an old session keeps its payloads for as long as those of a new one", async () => {
  using home = new ReplayHome();
  home.write("s-1.jsonl", workingSession("s-1", home.project, "2024-03-01T10:00:00.000Z").rows);
  await home.replay();
  await home.run(processCommand(), []);
  const held = () => home.count("pending_queue where payload like '%tool_input%'");
  assertEquals(held(), 4);
  home.withStore((store) => store.run("update sessions set imported_at = '2024-04-01'"));
  Deno.removeSync(`${home.paths.state}/pruned`);
  await home.run(processCommand(), []);
  assertEquals(held(), 0);
});

Deno.test("replay finds what is said in every part of a session whose messages have no ids", async () => {
  using home = new ReplayHome();
  const codex = (type: string, payload: object) => ({ timestamp: "2026-03-01T10:00:00.000Z", type, payload });
  const said = (role: string, text: string) =>
    role === "user"
      ? codex("event_msg", { type: "user_message", message: text })
      : codex("response_item", { type: "message", role, content: [{ type: "output_text", text }] });
  const turn = (text: string) => [said("user", text), said("assistant", "Done.")];
  const path = home.write("rollout.jsonl", [
    codex("session_meta", { id: "s-1", cwd: home.project, cli_version: "0.40.0" }),
    ...turn("From now on always use pnpm here, never npm."),
    ...Array.from({ length: 60 }, (_, i) => turn(`Please rename the field ${i} of the invoice.`)).flat(),
    ...turn("From now on never commit to the main branch, always open a pull request."),
  ]);
  await home.replay(path);
  const bodies = home.column("select body from memories order by id").map(String);
  assertEquals(bodies.map((body) => /pnpm|pull request/.exec(body)?.[0]), ["pnpm", "pull request"]);
});

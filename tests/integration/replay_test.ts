import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { asLines } from "../_support/transcript_rows.ts";
import { ReplayHome, SessionRows, workingSession } from "./replay_home.ts";

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

Deno.test("replay leaves it to the stops of a session that goes on to ask what is worth remembering", async () => {
  using home = new ReplayHome();
  const session = { ...home.session("s-1"), cwd: home.project };
  home.keep({ kind: "session-started", session, at: "2026-03-01T10:00:00.000Z", source: "startup" });
  const file = home.write("s-1.jsonl", workingSession("s-1", home.project).rows);
  assertEquals((await home.replayJson()).candidates, {});
  Deno.utimeSync(file, 1, 1); // it has ended after all, and no hook could say so
  assertEquals(Object.keys((await home.replayJson()).candidates as object).length > 0, true);
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
  home.write("long.jsonl", `{"type":"user","message":{"role":"user","content":"${"x".repeat(65 << 20)}"}}\n`);
  Deno.mkdirSync(`${home.transcripts}/folder.jsonl`);
  Deno.symlinkSync(home.transcripts, `${home.transcripts}/loop`);
  Deno.symlinkSync(`${home.transcripts}/crlf.jsonl`, `${home.transcripts}/twice.jsonl`);
  Deno.symlinkSync("/nowhere.jsonl", `${home.transcripts}/gone.jsonl`);
  const { stdout, stderr, error } = await home.replay();
  assertEquals([error, stderr], [undefined, ""]);
  assertMatch(stdout, /^Added 3 sessions, 5 prompts, 9 tool calls$/m);
  assertMatch(stdout, /^Left out 4 files without a conversation$/m);
  assertMatch(stdout, /^Left out 1 unreadable path$/m);
  assertMatch(stdout, /^Left out \d+ lines, torn or of another format$/m);
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

import { memoryCommand } from "../../src/cli/memory/memory_command.ts";
import { assert, assertEquals } from "../_support/assert.ts";
import { ReplayHome, SessionRows, workingSession } from "./replay_home.ts";

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

Deno.test("replay brings no forgotten prompt and answer back from a fork of their session", async () => {
  using home = new ReplayHome();
  const session = new SessionRows("s-1", home.project)
    .prompt("From now on always deploy with helmfile, never by hand.")
    .say("Understood: helmfile deploys from now on.");
  home.write("s-1.jsonl", session.rows);
  await home.replay();
  const found = home.rows<{ id: number }>("select id from memories").map(({ id }) => `m${id}`);
  await home.run(memoryCommand(), ["forget", ...found, "--source"]);
  const start = new Date(Date.parse("2026-03-01T12:00:00.000Z")).toISOString();
  const own = new SessionRows("s-2", home.project, { start }).prompt("Go on with the cart.").say("Done.");
  const copied = session.rows.map((row) => ({ ...row, sessionId: "s-2" }));
  home.write("s-2.jsonl", [...copied, ...own.rows]);
  await home.replay();
  assertEquals(home.rows("select session_id as id, text from prompts order by number, session_id"), [
    { id: "s-1", text: "[forgotten]" },
    { id: "s-2", text: "Go on with the cart." },
  ]);
  assertEquals(home.count("observations where text like '%helmfile%'"), 0);
});

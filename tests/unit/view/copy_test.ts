import { assertEquals } from "../../_support/assert.ts";
import { excludeItem, insertMemory } from "../../../src/store/memories.ts";
import { ensureSession } from "../../../src/store/sessions.ts";
import { sql } from "../../../src/store/sql.ts";
import { pathsBelow } from "../../../src/machine/paths.ts";
import { copyText } from "../../../src/cli/view/copy.ts";
import { pageHome } from "../../../src/cli/view/page_home.ts";
import { draft, type MemoryStore, PROJECT, test } from "../store/memory_store.ts";

/** The answers in a copy of the page. */
// deno-lint-ignore no-explicit-any -- each test knows what it looks at
async function copyOf({ folder }: MemoryStore, project: string | null): Promise<any> {
  const page = await copyText(pageHome(pathsBelow(folder), project), { script: "", style: "" });
  return JSON.parse(/ id="copy">(.*)<\/script>/.exec(page)?.[1] ?? "");
}

test("copyText() fills the inbox with the candidates of every project where none is chosen", async (home) => {
  const at = "2026-03-01T10:00:00.000Z";
  insertMemory(home.store, draft("Use pnpm for installs"), { status: "candidate", at });
  const copy = await copyOf(home, null);
  assertEquals(copy.place.left_out[1], "what follows the first 600 characters of a prompt");
  assertEquals([copy.inbox.total, copy["memories candidate"].total, copy.state.waiting], [1, 1, 1]);
});

test("copyText() of one project has no prompt, title or path of another one", async (home) => {
  const { store } = home;
  const at = "2026-03-01T10:00:00.000Z";
  for (const project of [PROJECT, "/home/dev/secret"]) {
    const sessionId = project === PROJECT ? "own" : "other";
    ensureSession(store, { sessionId, project, cwd: project }, at);
    store.run(sql`update sessions set title = ${`Title of ${project}`} where session_id = ${sessionId}`);
    store.run(sql`insert into prompts (session_id, prompt_id, number, text, created_at)
      values (${sessionId}, 'p', 1, ${`Prompt of ${project}`}, ${at})`);
    store.run(sql`insert into tellings (session_id, hook, items, tokens, text, created_at)
      values (${sessionId}, 'start', '["m1"]', 9, 'm1 · Use pnpm', ${at})`);
  }
  const place = { scope: "user", project: null, sessionId: "other" } as const;
  for (const status of ["active", "candidate"] as const) {
    insertMemory(store, draft(`Use pnpm, ${status}`, place), { status, at });
  }
  excludeItem(store, "m1", "/home/dev/secret");
  const { logs, logFile } = pathsBelow(home.folder);
  Deno.mkdirSync(logs, { recursive: true });
  const failure = `failure stop other "Cannot read the transcript: open '/c/-home-dev-secret/1.jsonl'"`;
  Deno.writeTextFileSync(logFile, `${new Date().toISOString()} ${failure}\n`.repeat(30));
  assertEquals((await copyOf(home, null)).now.failures.count, 30);
  const copy = await copyOf(home, PROJECT);
  assertEquals(JSON.stringify(copy).match(/[^"]*dev.secret[^"]*/g), null);
  assertEquals(copy["memory m1"].told.map((one: { session: string }) => one.session), ["s1"]);
});

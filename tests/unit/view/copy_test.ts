import { assertEquals } from "../../_support/assert.ts";
import { insertMemory } from "../../../src/store/memories.ts";
import { sendAway } from "../../../src/store/not_here.ts";
import { ensureSession } from "../../../src/store/sessions.ts";
import { sql } from "../../../src/store/sql.ts";
import type { Store } from "../../../src/store/store.ts";
import type { Commands } from "../../../src/view/commands.ts";
import { copyText } from "../../../src/view/copy.ts";
import { draft, PROJECT, test } from "../store/memory_store.ts";

/** The operations of the page that a copy needs, without the commands. */
function commandsOf(store: Store, project: string | null): Commands {
  const commands: Partial<Commands> = {
    place: { project },
    read: (work) => work(store),
    doubtful: () => [],
    doubts: () => [],
    message: () => null,
    health: () => ({ spooled: 0, failures: [] }),
    hooks: () => [],
    bytes: () => 0,
    paused: () => [],
    privacy: () => ({ redact_secrets: true, excluded: [], raw_days: 7, sends: [] }),
  };
  return commands as Commands;
}

function copyIn(page: string): string {
  return / id="copy">(.*)<\/script>/.exec(page)?.[1] ?? "";
}

test("copyText() fills the inbox with the candidates of every project where none is chosen", async (home) => {
  const at = "2026-03-01T10:00:00.000Z";
  insertMemory(home.store, draft("Use pnpm for installs"), { status: "candidate", at });
  const text = await copyText(commandsOf(home.store, null), { script: "", style: "" });
  const copy = JSON.parse(copyIn(text));
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
  sendAway(store, "m1", "/home/dev/secret");
  const copy = JSON.parse(copyIn(await copyText(commandsOf(store, PROJECT), { script: "", style: "" })));
  assertEquals(JSON.stringify(copy).match(/[^"]*dev.secret[^"]*/g), null);
  assertEquals(copy["memory m1"].told.map((one: { session: string }) => one.session), ["s1"]);
});

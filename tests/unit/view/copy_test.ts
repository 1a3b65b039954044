import { assertEquals } from "../../_support/assert.ts";
import { insertMemory } from "../../../src/store/memories.ts";
import type { Store } from "../../../src/store/store.ts";
import type { Commands } from "../../../src/view/commands.ts";
import { copyText } from "../../../src/view/copy.ts";
import { draft, MemoryStore } from "../store/memory_store.ts";

/** The operations of the page that a copy needs, without the commands. */
function commandsOf(store: Store, project: string | null): Commands {
  const commands: Partial<Commands> = {
    place: { project },
    read: (work) => work(store),
    doubtful: () => [],
    doubts: () => [],
    message: () => null,
    rowOf: (id) => Number(id.slice(1)),
    health: () => ({ spooled: 0, failures: [] }),
    hooks: () => [],
    bytes: () => 0,
    paused: () => [],
    privacy: () => ({ redact_secrets: true, excluded: [], raw_days: 7, sends: [] }),
  };
  return commands as Commands;
}

Deno.test("copyText() fills the inbox with the candidates of every project where none is chosen", async () => {
  using home = new MemoryStore();
  const at = "2026-03-01T10:00:00.000Z";
  insertMemory(home.store, draft("Use pnpm for installs"), { status: "candidate", at });
  const text = await copyText(commandsOf(home.store, null), { script: "", style: "" });
  const copy = JSON.parse(/ id="copy">(.*)<\/script>/.exec(text)?.[1] ?? "");
  assertEquals([copy.inbox.total, copy["memories candidate"].total, copy.state.waiting], [1, 1, 1]);
});

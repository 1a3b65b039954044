import { memoryByRow } from "../../src/store/memories.ts";
import { editMemory, saveMemory } from "../../src/store/save_memory.ts";
import { FolderRemote } from "../../src/sync/folder_remote.ts";
import { everyOperation } from "../../src/sync/remote.ts";
import { syncSpace } from "../../src/sync/run.ts";
import { newKey, spaceId } from "../../src/sync/spaces.ts";
import { assertEquals } from "../_support/assert.ts";
import { draft, MemoryStore } from "../unit/store/memory_store.ts";
import { contextIn } from "./_support/contexts.ts";

for (const name of ["me", "team:web"]) {
  Deno.test(`a remote of ${name} that was set back to a backup gets the newer state again`, async () => {
    using old = new MemoryStore();
    using fresh = new MemoryStore();
    const shared = `${old.folder}/shared`;
    Deno.mkdirSync(shared);
    const keys = [newKey()];
    const contextOf = (store: MemoryStore["store"], origin: string) =>
      contextIn({ store, origin, name, keys });
    const remote = FolderRemote.open({ url: `dir:${shared}`, space: spaceId(name), folder: "", isNew: true });
    const context = contextOf(old.store, "aaaaaaaa");
    const save = (body: string) =>
      saveMemory(old.store, draft(body, { project: "web", sessionId: null }), new Date().toISOString()).row;
    const [edited, forgotten] = [save("Deploys need a flag"), save("Money is an integer")];
    await syncSpace(remote, context);
    const backup = await Array.fromAsync(everyOperation(remote));
    const before = memoryByRow(old.store, edited)!;
    editMemory(old.store, edited, { ...before, body: "No flag any more" }, new Date().toISOString());
    old.store.run("update memories set status = 'deleted', body = '' where id = ?", forgotten);
    await syncSpace(remote, context);
    await remote.push(backup, await remote.ids());
    await syncSpace(remote, context);
    await syncSpace(remote, contextOf(fresh.store, "bbbbbbbb"));
    const bodies = fresh.store.all("select body from memories where status = 'active'");
    assertEquals(bodies.map(({ body }) => body), ["No flag any more"]);
    const { pushed } = await syncSpace(remote, context);
    assertEquals(pushed, 0);
  });
}

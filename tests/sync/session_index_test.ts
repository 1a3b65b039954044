import { indexQueued } from "../../src/store/search_index.ts";
import { FolderRemote } from "../../src/sync/folder_remote.ts";
import { syncSpace } from "../../src/sync/run.ts";
import { newKey, spaceId } from "../../src/sync/spaces.ts";
import { assertEquals } from "../_support/assert.ts";
import { MemoryStore } from "../unit/store/memory_store.ts";
import { contextIn } from "./_support/contexts.ts";

Deno.test("a summary of another machine is in the index, and leaves it when it is forgotten there", async () => {
  using there = new MemoryStore();
  using here = new MemoryStore();
  const shared = `${there.folder}/shared`;
  Deno.mkdirSync(shared);
  const space = { name: "me", keys: [newKey()] };
  const remote = FolderRemote.open({ url: `dir:${shared}`, space: spaceId("me"), folder: "", isNew: true });
  const sync = async () => {
    await syncSpace(remote, contextIn({ store: there.store, origin: "aaaaaaaa", ...space }));
    await syncSpace(remote, contextIn({ store: here.store, origin: "bbbbbbbb", ...space }));
    indexQueued(here.store, 100);
    return here.store.column("select kind from search_items");
  };
  there.store.run(`insert into sessions (session_id, project, title, summary, started_at, status, source)
    values ('s1', 'web', 'Flags', 'Deploys need a flag', '2026-03-01T10:00:00.000Z', 'closed', 'startup')`);
  assertEquals(await sync(), ["session"]);
  there.store.run("delete from sessions");
  assertEquals(await sync(), []);
});

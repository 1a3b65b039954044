import { abandonGhap, adoptGhap } from "../../src/store/ghap.ts";
import { expireCandidates } from "../../src/store/candidates.ts";
import { forgetMemory } from "../../src/store/forget.ts";
import { memoryByRow } from "../../src/store/memories.ts";
import { editMemory, saveMemory } from "../../src/store/save_memory.ts";
import { unprocessedSessions } from "../../src/store/removal.ts";
import { indexQueued } from "../../src/store/search_index.ts";
import { noteChanges, previewShare, type SyncContext, withdraw } from "../../src/sync/local_records.ts";
import { verifySpace } from "../../src/sync/machines.ts";
import type { Values } from "../../src/sync/merge.ts";
import { forgetSpace, retryIgnored } from "../../src/sync/records.ts";
import { everyOperation } from "../../src/sync/remote.ts";
import { syncSpace } from "../../src/sync/run.ts";
import { newKey } from "../../src/sync/spaces.ts";
import { assertEquals } from "../_support/assert.ts";
import { AT, draft, MemoryStore } from "../unit/store/memory_store.ts";
import { contextIn, remoteIn } from "./_support/contexts.ts";

for (const name of ["me", "team:web"]) {
  Deno.test(`a remote of ${name} that was set back to a backup gets the newer state again`, async () => {
    using old = new MemoryStore();
    using fresh = new MemoryStore();
    const keys = [newKey()];
    const remote = remoteIn(old, name);
    const context = contextIn(old, { origin: "aaaaaaaa", name, keys });
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
    await syncSpace(remote, contextIn(fresh, { origin: "bbbbbbbb", name, keys }));
    const bodies = fresh.store.all("select body from memories where status = 'active'");
    assertEquals(bodies.map(({ body }) => body), ["No flag any more"]);
    const { pushed } = await syncSpace(remote, context);
    assertEquals(pushed, 0);
  });
}

Deno.test("a prediction that is taken up again stays on other machines, and its lesson arrives there", async () => {
  using here = new MemoryStore();
  using there = new MemoryStore();
  const space = { name: "me", keys: [newKey()] };
  const remote = remoteIn(here, "me");
  const sync = async () => {
    await syncSpace(remote, contextIn(here, { origin: "aaaaaaaa", ...space }));
    await syncSpace(remote, contextIn(there, { origin: "bbbbbbbb", ...space }));
    return there.store.all("select status, result from ghap").map((row) => ({ ...row }));
  };
  const row = here.predict({ project: "web" });
  abandonGhap(here.store, row, "the session ended", AT);
  assertEquals(await sync(), [{ status: "abandoned", result: "the session ended" }]);
  adoptGhap(here.store, row, { sessionId: "later", agentId: null }, "2026-03-02T10:00:00.000Z");
  assertEquals(await sync(), [{ status: "abandoned", result: "the session ended" }]);
  here.resolve(row, { result: "it was the cache" });
  assertEquals(await sync(), [{ status: "confirmed", result: "it was the cache" }]);
});

Deno.test("the same words under titles that name different things are two memories on every machine", async () => {
  using here = new MemoryStore();
  using there = new MemoryStore();
  const space = { name: "me", keys: [newKey()] };
  const remote = remoteIn(here, "me");
  const save = ({ store }: MemoryStore, title: string, at: string) =>
    saveMemory(store, draft("It is in review, so ask sam", { project: "web", title }), at);
  save(here, "The branch of the till", AT);
  save(there, "Invoices without a date", "2026-03-02T10:00:00.000Z"); // of one millisecond, they would be one record
  for (let i = 0; i < 2; i++) {
    await syncSpace(remote, contextIn(here, { origin: "aaaaaaaa", ...space }));
    await syncSpace(remote, contextIn(there, { origin: "bbbbbbbb", ...space }));
  }
  for (const home of [here, there]) {
    const titles = home.rows("select title from memories where status = 'active' order by title").flat();
    assertEquals(titles, ["Invoices without a date", "The branch of the till"]);
  }
});

Deno.test("a forget of one memory leaves the same words of another project, here and there", async () => {
  using here = new MemoryStore();
  using there = new MemoryStore();
  const space = { name: "me", keys: [newKey()] };
  const remote = remoteIn(here, "me");
  const sync = async () => {
    await syncSpace(remote, contextIn(here, { origin: "aaaaaaaa", ...space }));
    await syncSpace(remote, contextIn(there, { origin: "bbbbbbbb", ...space }));
  };
  for (const project of ["web", "api"]) { // at one moment, as an import into both leaves them
    saveMemory(here.store, draft("Money is an integer", { project, sessionId: null }), AT);
  }
  await sync();
  assertEquals(there.store.all("select 1 from memories").length, 2);
  forgetMemory(here.store, memoryByRow(here.store, 1)!, "2026-03-02T10:00:00.000Z");
  await sync();
  await sync();
  for (const { store } of [here, there]) {
    const left = store.all("select project, body from memories where status <> 'deleted'");
    assertEquals(left.map((row) => ({ ...row })), [{ project: "api", body: "Money is an integer" }]);
  }
  const context = contextIn(here, { origin: "aaaaaaaa", ...space });
  assertEquals((await verifySpace(remote, context)).left_here, []);
});

Deno.test("a summary of another machine is in the index, and leaves it when it is forgotten there", async () => {
  using there = new MemoryStore();
  using here = new MemoryStore();
  const space = { name: "me", keys: [newKey()] };
  const remote = remoteIn(there, "me");
  const sync = async () => {
    await syncSpace(remote, contextIn(there, { origin: "aaaaaaaa", ...space }));
    await syncSpace(remote, contextIn(here, { origin: "bbbbbbbb", ...space }));
    indexQueued(here.store, 100);
    return here.store.column("select kind from search_items");
  };
  there.store.run(`insert into sessions (session_id, project, title, summary, started_at, status, source)
    values ('s1', 'web', 'Flags', 'Deploys need a flag', '2026-03-01T10:00:00.000Z', 'closed', 'startup')`);
  assertEquals(await sync(), ["session"]);
  // It goes on there, and no summary is written here, where nothing of it is known.
  there.store.run("update sessions set prompt_count = 2, summary = 'Deploys need two flags'");
  assertEquals([await sync(), [...unprocessedSessions(here.store)]], [["session"], []]);
  assertEquals(here.rows("select summary, prompt_count from sessions"), [["Deploys need two flags", 2]]);
  there.store.run("delete from sessions");
  assertEquals(await sync(), []);
});

Deno.test("what another machine forgets leaves what agents were told here, and is the source of no value", async () => {
  using there = new MemoryStore();
  using here = new MemoryStore();
  const space = { name: "me", keys: [newKey()] };
  const remote = remoteIn(there, "me");
  const sync = async () => {
    await syncSpace(remote, contextIn(there, { origin: "aaaaaaaa", ...space }));
    await syncSpace(remote, contextIn(here, { origin: "bbbbbbbb", ...space }));
  };
  there.add("sessions", {
    ...{ session_id: "s1", project: "web", title: "Flags", summary: "Deploys need a flag" },
    ...{ started_at: AT, status: "closed", source: "startup" },
  });
  there.add("project_values", { project: "web", text: "Measure first", created_at: AT });
  there.resolve(there.predict({ project: "web" }), {});
  await sync();
  here.add("project_values", { project: "api", text: "Read the error", sources: "[1]", created_at: AT });
  const items = { v1: "- v1 · Measure first", g1: "- g1 · r", s1: "- s1 · Flags" };
  for (const [item, text] of Object.entries(items)) {
    here.add("tellings", {
      ...{ session_id: "s", agent_id: "", context_window: 0, hook: "start", created_at: AT },
      ...{ items: JSON.stringify(item === "s1" ? [] : [item]), lines: "[]", tokens: 1, text },
    });
  }
  there.store.run("delete from sessions");
  there.store.run("delete from project_values");
  there.store.run("delete from ghap");
  await sync();
  assertEquals(here.rows("select text from tellings"), [[null], [null], [null]]);
  assertEquals(here.rows("select text, sources from project_values"), [["Read the error", "[]"]]);
});

Deno.test("a candidate that two machines have expires on neither, as one of them may have kept it", async () => {
  using here = new MemoryStore();
  using there = new MemoryStore();
  const space = { name: "me", keys: [newKey()] };
  const remote = remoteIn(here, "me");
  const contexts = [
    contextIn(here, { origin: "aaaaaaaa", ...space }),
    contextIn(there, { origin: "bbbbbbbb", ...space }),
  ];
  const sync = async () => {
    for (const context of contexts) await syncSpace(remote, context);
  };
  saveMemory(here.store, draft("Money is an integer", { project: "web" }), AT);
  await sync();
  here.store.run("update memories set status = 'candidate'"); // as a text that lost a merge
  await sync();
  const at = new Date(Date.now() + 1000).toISOString();
  saveMemory(there.store, draft("Money is an integer", { project: "web" }), at);
  assertEquals(expireCandidates(here.store, { before: at, at }, 9), 0);
  await sync();
  await sync();
  const texts = [here, there].map((home) => home.rows("select status, body from memories"));
  assertEquals(texts, [[["active", "Money is an integer"]], [["active", "Money is an integer"]]]);
});

Deno.test("previewShare() lists what is sent, so without secrets", async () => {
  using anna = new MemoryStore();
  using ben = new MemoryStore();
  const space = { name: "team:web", keys: [newKey()] };
  const remote = remoteIn(anna, space.name);
  const context = contextIn(anna, { origin: "aaaaaaaa", ...space });
  const secret = "password=quokka-zanzibar-4711";
  const more = { project: "web", title: `Log in with ${secret}`, recallWhen: [`log in with ${secret}`] };
  saveMemory(anna.store, draft(`The till takes ${secret}`, more), AT);
  const [{ fields, lists }] = (await previewShare(context)).values().toArray() as [Values];
  for (const one of [context, contextIn(ben, { origin: "bbbbbbbb", ...space })]) await syncSpace(remote, one);
  const sent = ben.rows("select title, body, recall_when from memories")[0]!;
  assertEquals([fields.title, fields.body, JSON.stringify(lists.recall_when)], sent);
  assertEquals(JSON.stringify(sent).includes("quokka"), false);
});

Deno.test("what one shared before leaving a team can be taken back after joining it again, and shared again", async () => {
  using anna = new MemoryStore();
  using ben = new MemoryStore();
  const space = { name: "team:web", keys: [newKey()] };
  const remote = remoteIn(anna, space.name);
  const context = contextIn(anna, { origin: "aaaaaaaa", ...space });
  const other = contextIn(ben, { origin: "bbbbbbbb", ...space });
  const shared = async () => {
    for (const one of [context, other]) await syncSpace(remote, one);
    return ben.rows("select body from memories where status <> 'deleted'").flat();
  };
  const share = { project: "web", categories: [] };
  const none = { ...context, space: { ...context.space, shares: [share] } };
  saveMemory(anna.store, draft("Money is an integer", { project: "web" }), AT);
  assertEquals(await shared(), ["Money is an integer"]);
  forgetSpace(anna.store, space.name);
  await syncSpace(remote, none);
  assertEquals(await withdraw(none, { project: "web", folder: "web" }), 1);
  await syncSpace(remote, none);
  await syncSpace(remote, other);
  assertEquals(ben.rows("select 1 from memories where status <> 'deleted'"), []);
  assertEquals(await shared(), ["Money is an integer"]);
  forgetSpace(anna.store, space.name);
  await syncSpace(remote, none);
  editMemory(anna.store, 1, { ...memoryByRow(anna.store, 1)!, title: "Money" }, new Date().toISOString());
  const titles = async () => [await shared(), ben.rows("select title from memories where status = 'active'")];
  assertEquals(await titles(), [["Money is an integer"], [["Money"]]]);
  forgetSpace(anna.store, space.name);
  await syncSpace(remote, none);
  anna.store.run("update memories set title = 'Cents', updated_at = ?", AT); // from an older backup
  assertEquals(await titles(), [["Money is an integer"], [["Cents"]]]);
});

Deno.test("an edit stays where another machine has meanwhile made one of two memories with the former words", async () => {
  using here = new MemoryStore();
  using there = new MemoryStore();
  const space = { name: "me", keys: [newKey()] };
  const remote = remoteIn(here, "me");
  const ours = contextIn(here, { origin: "aaaaaaaa", ...space });
  const theirs = contextIn(there, { origin: "bbbbbbbb", ...space });
  const last = "ffffffff-ffff-8fff-afff-ffffffffffff"; // of two records the one with the smaller name is kept
  for (const { store } of [here, there]) {
    saveMemory(store, draft("Deploys need a flag", { project: "web" }), new Date().toISOString());
  }
  await noteChanges(ours);
  here.store.run("update sync_records set record = ?", last);
  for (const context of [ours, theirs]) await syncSpace(remote, context);
  const before = memoryByRow(here.store, 1)!;
  editMemory(here.store, 1, { ...before, body: "Logs are kept for a week" }, new Date().toISOString());
  for (const context of [ours, theirs, ours, theirs]) await syncSpace(remote, context);
  for (const home of [here, there]) {
    assertEquals(home.rows("select body from memories where status = 'active' order by body").flat(), [
      "Deploys need a flag",
      "Logs are kept for a week",
    ]);
  }
});

Deno.test("an edit waits as a candidate where its machine's clock lags by a year when it is sent", async () => {
  using here = new MemoryStore();
  using there = new MemoryStore();
  const space = { name: "me", keys: [newKey()] };
  const remote = remoteIn(here, space.name);
  const [a, b] = [here, there].map((store, i) => contextIn(store, { origin: `${i}aaaaaaa`, ...space }));
  const edit = ({ store }: MemoryStore, body: string) =>
    editMemory(store, 1, { ...memoryByRow(store, 1)!, body }, new Date().toISOString());
  saveMemory(here.store, draft("Money is an integer", { project: "web" }), new Date().toISOString());
  for (const one of [a!, b!]) await syncSpace(remote, one);
  edit(here, "Logs go to the tower");
  edit(there, "Boards are kept in Jira");
  await syncSpace(remote, b!);
  const { now } = Date;
  Date.now = () => now() - 400 * 86_400_000;
  await syncSpace(remote, a!).finally(() => Date.now = now);
  for (const one of [b!, a!, b!]) await syncSpace(remote, one);
  for (const { store } of [here, there]) {
    assertEquals(store.column("select body from memories order by body"), [
      "Boards are kept in Jira",
      "Logs go to the tower",
    ]);
  }
});

Deno.test("a team's memory that moved to a project that is not shared here comes once it is", async () => {
  using here = new MemoryStore();
  using there = new MemoryStore();
  const [name, keys] = ["team:web", [newKey()]];
  const remote = remoteIn(here, name);
  const web = contextIn(here, { origin: "aaaaaaaa", name, keys });
  const shares = [...web.space.shares, { project: "api", categories: ["DECISION"] }];
  const both = (context: SyncContext) => ({ ...context, space: { ...context.space, shares } });
  const ben = contextIn(there, { origin: "bbbbbbbb", name, keys });
  const bensProjects = () => there.rows("select project from memories where status = 'active'").flat();
  saveMemory(here.store, draft("Money is an integer", { project: "web", sessionId: null }), AT);
  await syncSpace(remote, both(web));
  await syncSpace(remote, ben);
  assertEquals(bensProjects(), ["web"]);
  here.store.run("update memories set project = 'api', updated_at = '2026-03-02T10:00:00.000Z'");
  await syncSpace(remote, both(web));
  await syncSpace(remote, ben);
  retryIgnored(there.store, name); // as `mneme sync share` does
  await syncSpace(remote, both(ben));
  assertEquals(bensProjects(), ["api"]);
});

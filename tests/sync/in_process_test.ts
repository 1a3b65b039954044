import { abandonGhap, adoptGhap } from "../../src/store/ghap.ts";
import { expireCandidates } from "../../src/store/candidates.ts";
import { forgetMemories } from "../../src/store/forget.ts";
import { memoryByRow } from "../../src/store/memories.ts";
import { editMemory, saveMemory, setPhrases } from "../../src/store/save_memory.ts";
import { unprocessedSessions } from "../../src/store/removal.ts";
import { indexQueued } from "../../src/store/search_index.ts";
import { LocalRecords, type SyncContext } from "../../src/sync/local_records.ts";
import { repairSpace, sendMachineNote, verifySpace } from "../../src/sync/machines.ts";
import { detachProject, Records } from "../../src/sync/records.ts";
import { projectNames } from "../../src/sync/portable.ts";
import { FolderRemote } from "../../src/sync/folder_remote.ts";
import { everyOperation } from "../../src/sync/remote.ts";
import { syncSpace } from "../../src/sync/run.ts";
import { uuidNow } from "../../src/sync/stamp.ts";
import { newKey, spaceId } from "../../src/sync/spaces.ts";
import { assertEquals } from "../_support/assert.ts";
import { AT, draft, MemoryStore } from "../unit/store/memory_store.ts";
import { testIn } from "../_support/test_in.ts";

/** Two machines that are in one space, in this process, and share the decisions of the project "web". */
class Pair implements Disposable {
  readonly homes = [new MemoryStore(), new MemoryStore()] as const;
  readonly remote: FolderRemote;
  readonly contexts: readonly [SyncContext, SyncContext];

  constructor(name = "me") {
    const folder = this.homes[0].folder;
    Deno.mkdirSync(`${folder}/shared`);
    const place = { url: `dir:${folder}/shared`, space: spaceId(name), name, folder: "" };
    this.remote = FolderRemote.open({ ...place, isNew: true });
    const space = { name, remote: "", keys: [newKey()], retired: [] };
    const shares = [{ project: "web", categories: ["DECISION"] }];
    const contextOf = ({ store }: MemoryStore, origin: string): SyncContext => ({
      ...{ store, origin, names: projectNames(["web"]), isExcluded: () => false },
      rest: () => Promise.resolve(),
      space: { ...space, author: origin, shares, ...name === "me" ? {} : { member: newKey() } },
    });
    this.contexts = [contextOf(this.homes[0], "aaaaaaaa"), contextOf(this.homes[1], "bbbbbbbb")];
  }

  /** Has each of these sync, one after the other. */
  readonly sync = async (contexts: readonly SyncContext[] = this.contexts): Promise<void> => {
    for (const context of contexts) await syncSpace(this.remote, context);
  };

  /** Has both save the same words and sync. The second one's record is kept, as its name is the smaller one. */
  readonly saySame = async (): Promise<void> => {
    const same = draft("Deploys need a flag", { project: "web" });
    const at = (i: number) => new Date(Date.now() - 1000 * i).toISOString(); // only copies of one memory have the same time
    for (const [i, { store }] of this.homes.entries()) saveMemory(store, same, at(i));
    await new LocalRecords(this.contexts[1]).noteChanges();
    this.homes[1].store.run("update sync_records set record = '00000000-0000-8000-a000-000000000000'");
    await this.sync();
  };

  /** Asserts that the query finds this on both. */
  readonly assertBoth = (sql: string, found: readonly unknown[]): void => {
    for (const home of this.homes) assertEquals(home.rows(sql).flat(), found);
  };

  [Symbol.dispose](): void {
    for (const home of this.homes) home[Symbol.dispose]();
  }
}

const TOLD = {
  ...{ session_id: "s", agent_id: "", context_window: 0 },
  ...{ hook: "start", lines: "[]", tokens: 1, created_at: AT },
};
const test = testIn(Pair);
const ACTIVE = "select body from memories where status = 'active' order by body";

const SESSION = {
  ...{ session_id: "s1", project: "web", title: "Flags", summary: "Deploys need a flag" },
  ...{ started_at: AT, status: "closed", source: "startup" },
};

const now = () => new Date().toISOString();

/** Changes what the memory of this row says. */
function edit({ store }: MemoryStore, row: number, changes: { body?: string; title?: string }): void {
  editMemory(store, row, { ...memoryByRow(store, row)!, ...changes }, now());
}

for (const name of ["me", "team:web"]) {
  Deno.test(`a remote of ${name} that was set back to a backup gets the newer state again`, async () => {
    using pair = new Pair(name);
    const { remote, homes: [old, fresh], contexts: [context, other] } = pair;
    const save = (body: string) =>
      saveMemory(old.store, draft(body, { project: "web", sessionId: null }), now()).row;
    const [edited, forgotten] = [save("Deploys need a flag"), save("Money is an integer")];
    await pair.sync();
    const backup = await Array.fromAsync(everyOperation(remote));
    edit(old, edited, { body: "No flag any more" });
    old.store.run("update memories set status = 'deleted', body = '' where id = ?", forgotten);
    await syncSpace(remote, context);
    // The last change is another one, of a machine that knows no newer text.
    fresh.store.run("update memories set title = 'Flags', updated_at = ? where author is null", now());
    await remote.push(backup, await remote.ids());
    await pair.sync([other, context, other, context]);
    assertEquals(fresh.rows(ACTIVE).flat(), ["No flag any more"]);
    assertEquals((await syncSpace(remote, context)).pushed, 0);
  });
}

for (const name of ["me", "team:web"]) {
  Deno.test(`phrases and other words reach ${name}, where agents were told the old ones`, async () => {
    using pair = new Pair(name);
    const [here, there] = pair.homes;
    saveMemory(here.store, draft("The key is zanzibar", { project: "web", sessionId: null }), AT);
    await pair.sync();
    setPhrases(here.store, 1, ["how do I get in"]); // at no time of its own
    await pair.sync();
    pair.assertBoth("select recall_when from memories", ['["how do I get in"]']);
    const forget = () => forgetMemories(here.store, [memoryByRow(here.store, 1)!], now());
    for (const change of [() => edit(here, 1, { body: "The key is elsewhere" }), forget]) {
      there.add("tellings", { ...TOLD, items: '["m1"]', text: "The key is zanzibar" });
      change();
      await pair.sync();
      assertEquals(there.rows("select text from tellings where text is not null"), []);
    }
  });
}

test("a prediction that is taken up again stays on other machines, and its lesson arrives there", async ({ homes: [here, there], sync }) => {
  const found = async () => {
    await sync();
    return there.rows("select status, result from ghap").flat();
  };
  const row = here.predict({ project: "web" });
  abandonGhap(here.store, row, "the session ended", AT);
  assertEquals(await found(), ["abandoned", "the session ended"]);
  adoptGhap(here.store, row, { sessionId: "later", agentId: null }, "2026-03-02T10:00:00.000Z");
  assertEquals(await found(), ["abandoned", "the session ended"]);
  here.resolve(row, { result: "it was the cache" });
  assertEquals(await found(), ["confirmed", "it was the cache"]);
  there.store.run("update ghap set id = 7"); // numbers differ between machines
  new Records(there.store, "me").forget(); // as `leave` does
  assertEquals(await found(), ["confirmed", "it was the cache"]);
});

test("the same words under titles that name different things are two memories on every machine", async ({ homes: [here, there], sync, assertBoth }) => {
  const save = ({ store }: MemoryStore, title: string, at: string) =>
    saveMemory(store, draft("It is in review, so ask sam", { project: "web", title }), at);
  save(here, "The branch of the till", AT);
  save(there, "Invoices without a date", "2026-03-02T10:00:00.000Z"); // of one millisecond, they would be one record
  for (let i = 0; i < 2; i++) await sync();
  const titles = "select title from memories where status = 'active' order by title";
  assertBoth(titles, ["Invoices without a date", "The branch of the till"]);
});

test("a forget of one memory leaves the same words of another project, here and there", async ({ homes: [here, there], sync, assertBoth, remote, contexts }) => {
  for (const project of ["web", "api"]) { // at one moment, as an import into both leaves them
    saveMemory(here.store, draft("Money is an integer", { project, sessionId: null }), AT);
  }
  await sync();
  assertEquals(there.rows("select 1 from memories").length, 2);
  forgetMemories(here.store, [memoryByRow(here.store, 1)!], "2026-03-02T10:00:00.000Z");
  for (let i = 0; i < 2; i++) await sync();
  assertBoth("select project, body from memories where status <> 'deleted'", ["api", "Money is an integer"]);
  assertEquals((await verifySpace(remote, contexts[0])).left_here, []);
});

test("a summary of another machine is in the index, and leaves it when it is forgotten there", async ({ homes: [there, here], sync }) => {
  const found = async () => {
    await sync();
    indexQueued(here.store, 100);
    return here.store.column("select kind from search_items");
  };
  there.add("sessions", SESSION);
  assertEquals(await found(), ["session"]);
  // It goes on there, and no summary is written here, where nothing of it is known.
  there.store.run("update sessions set prompt_count = 2, summary = 'Deploys need two flags'");
  assertEquals([await found(), [...unprocessedSessions(here.store)]], [["session"], []]);
  assertEquals(here.rows("select summary, prompt_count from sessions"), [["Deploys need two flags", 2]]);
  there.store.run("delete from sessions");
  assertEquals(await found(), []);
});

test("the note of a machine follows its name", async ({ remote, contexts: [context] }) => {
  for (const label of ["old", "old", "new"]) await sendMachineNote(remote, context, label);
  assertEquals((await verifySpace(remote, context)).machines.map(({ label }) => label), ["new"]);
});

test("what another machine forgets leaves what agents were told here, and is the source of no value", async ({ homes: [there, here], sync }) => {
  there.add("sessions", SESSION);
  there.add("project_values", { project: "web", text: "Measure first", created_at: AT });
  there.resolve(there.predict({ project: "web" }), {});
  await sync();
  here.add("project_values", { project: "api", text: "Read the error", sources: "[1]", created_at: AT });
  const items = { v1: "- v1 · Measure first", g1: "- g1 · r", s1: "- s1 · Flags" };
  for (const [item, text] of Object.entries(items)) {
    here.add("tellings", { ...TOLD, items: JSON.stringify(item === "s1" ? [] : [item]), text });
  }
  for (const table of ["sessions", "project_values", "ghap"]) there.store.run(`delete from ${table}`);
  await sync();
  const told = here.rows("select text from tellings").flat();
  assertEquals(told, ["- v1 · (not kept any more)", null, "- s1 · (not kept any more)"]);
  assertEquals(here.rows("select text, sources from project_values"), [["Read the error", "[]"]]);
});

test("a candidate that two machines have expires on neither, as one of them may have kept it", async ({ homes: [here, there], sync, assertBoth }) => {
  saveMemory(here.store, draft("Money is an integer", { project: "web" }), AT);
  await sync();
  here.store.run("update memories set status = 'candidate'"); // as a text that lost a merge
  await sync();
  const at = new Date(Date.now() + 1000).toISOString();
  saveMemory(there.store, draft("Money is an integer", { project: "web" }), at);
  assertEquals(expireCandidates(here.store, { before: at, at }, 9), 0);
  for (let i = 0; i < 2; i++) await sync();
  assertBoth("select status, body from memories", ["active", "Money is an integer"]);
});

Deno.test("previewShare() lists what is sent, so without secrets", async () => {
  using pair = new Pair("team:web");
  const [anna, ben] = pair.homes;
  const secret = "password=quokka-zanzibar-4711";
  const more = { project: "web", title: `Log in with ${secret}`, recallWhen: [`log in with ${secret}`] };
  saveMemory(anna.store, draft(`The till takes ${secret}`, more), AT);
  const { fields, lists } = new LocalRecords(pair.contexts[0]).previewShare().get(1)!;
  await pair.sync();
  const sent = ben.rows("select title, body, recall_when from memories")[0]!;
  assertEquals([fields.title, fields.body, JSON.stringify(lists.recall_when)], sent);
  assertEquals(JSON.stringify(sent).includes("quokka"), false);
});

Deno.test("what one shared before leaving a team can be taken back after joining it again, and shared again", async () => {
  using pair = new Pair("team:web");
  const { homes: [anna, ben], contexts: [context, other] } = pair;
  const shared = async () => {
    await pair.sync();
    return ben.rows("select body from memories where status <> 'deleted'").flat();
  };
  const none = { ...context, space: { ...context.space, shares: [{ project: "web", categories: [] }] } };
  const joinAgain = async () => {
    new Records(anna.store, "team:web").forget();
    await pair.sync([none]);
  };
  saveMemory(anna.store, draft("Money is an integer", { project: "web" }), AT);
  assertEquals(await shared(), ["Money is an integer"]);
  await joinAgain();
  assertEquals(new LocalRecords(none).withdraw({ project: "web", folder: "web" }), 1);
  await pair.sync([none, other]);
  assertEquals(ben.rows("select 1 from memories where status <> 'deleted'"), []);
  assertEquals(await shared(), ["Money is an integer"]);
  await joinAgain();
  edit(anna, 1, { title: "Money" });
  const titles = async () => [await shared(), ben.rows("select title from memories where status = 'active'")];
  assertEquals(await titles(), [["Money is an integer"], [["Money"]]]);
  await joinAgain();
  anna.store.run("update memories set title = 'Cents', updated_at = ?", AT); // from an older backup
  assertEquals(await titles(), [["Money is an integer"], [["Cents"]]]);
});

test("an edit stays where another machine has meanwhile made one of two memories with the former words", async ({ homes, contexts: [ours, theirs], remote, saySame, sync, assertBoth }) => {
  await saySame();
  // As if a third machine had dropped the same record.
  for await (const one of everyOperation(remote)) await remote.push([{ ...one, id: uuidNow() }], []);
  homes[0].store.run("update memories set category = 'RUNBOOK', updated_at = ?", now());
  await sync([ours, theirs, ours, theirs]);
  assertBoth(ACTIVE, Array(2).fill("Deploys need a flag"));
  edit(homes[0], 1, { body: "Logs are kept for a week" });
  await sync([ours, theirs, ours, theirs]);
  assertBoth(ACTIVE, ["Deploys need a flag", "Logs are kept for a week"]);
});

test("a forget that waits is sent although another machine has meanwhile dropped the record for an equal one", async ({ homes, contexts: [ours, theirs], saySame, sync, assertBoth }) => {
  await saySame();
  forgetMemories(homes[0].store, [memoryByRow(homes[0].store, 1)!], now());
  await sync([ours, theirs, ours]);
  assertBoth("select count(*) from sync_records where hash > '' and hash not like '>%'", [1]);
});

test("forgotten words do not return from a machine that has edited them where their record was dropped", async ({ homes, contexts: [ours, theirs], remote, saySame, sync }) => {
  await saySame();
  homes[0].store.run("update memories set category = 'RUNBOOK', updated_at = ?", now());
  forgetMemories(homes[1].store, [memoryByRow(homes[1].store, 1)!], now());
  await sync([theirs, ours, theirs, ours, theirs]);
  assertEquals([homes[1].rows(ACTIVE), (await verifySpace(remote, ours)).left_here], [[], ["m1"]]);
});

test("a record keeps the digest of a text that is forgotten just before a newer edit of it arrives", async ({ homes: [here, there], contexts: [a, b], sync }) => {
  saveMemory(here.store, draft("Money is an integer", { project: "web" }), now());
  await sync();
  edit(there, 1, { title: "Money" });
  await sync([b]);
  saveMemory(here.store, draft("Logs are kept for a week", { project: "web" }), now());
  const forget = () => Promise.resolve(void forgetMemories(here.store, [memoryByRow(here.store, 1)!], now()));
  await sync([{ ...a, rest: forget }]);
  assertEquals(here.rows("select 1 from sync_records where hash is not null and hash <> ''").length, 1);
});

test("what one machine alone has forgotten and says again joins what the others have kept", async ({ homes, contexts: [ours], sync, assertBoth }) => {
  const { store } = homes[0];
  const save = () => saveMemory(store, draft("Deploys need a flag", { project: "web" }), now());
  save();
  await sync();
  detachProject(store, "web");
  store.run("delete from memories");
  await sync();
  assertEquals(homes.map((home) => home.rows(ACTIVE).flat()), [[], ["Deploys need a flag"]]);
  save();
  await new LocalRecords(ours).noteChanges();
  store.run("update sync_records set record = 'ffffffff-ffff-8fff-afff-ffffffffffff' where ref = '2'"); // the other is kept
  for (let i = 0; i < 2; i++) await sync();
  assertBoth(ACTIVE, ["Deploys need a flag"]);
  forgetMemories(store, [memoryByRow(store, 2)!], now());
  await sync();
  assertBoth(ACTIVE, []);
});

test("an edit waits as a candidate where its machine's clock lags by a year when it is sent", async ({ homes: [here, there], contexts: [a, b], sync, assertBoth }) => {
  saveMemory(here.store, draft("Money is an integer", { project: "web" }), now());
  await sync();
  edit(here, 1, { body: "Logs go to the tower" });
  edit(there, 1, { body: "Boards are kept in Jira" });
  await sync([b]);
  const clock = Date.now;
  Date.now = () => clock() - 400 * 86_400_000;
  await sync([a]).finally(() => Date.now = clock);
  await sync([b, a, b]);
  assertBoth("select body from memories order by body", ["Boards are kept in Jira", "Logs go to the tower"]);
});

Deno.test("a proposal can be taken back while it is sent, and is sent again where a repair removes it", async () => {
  using pair = new Pair("team:web");
  const { remote, homes: [anna, ben], contexts: [context, other] } = pair;
  const say = (body: string) =>
    ben.store.run("update memories set author = null, body = ?, updated_at = ?", body, now());
  const waiting = () => anna.rows("select body from memories where status = 'candidate'").flat();
  saveMemory(anna.store, draft("Money is an integer", { project: "web", sessionId: null }), AT);
  await pair.sync();
  say("Money is a float");
  const push = remote.push.bind(remote);
  remote.push = async (...sent) => {
    await push(...sent);
    say("Money is an integer");
    await new LocalRecords(other).noteChanges();
  };
  await pair.sync([other]);
  remote.push = push;
  await pair.sync([other, context]);
  assertEquals(waiting(), []);
  saveMemory(anna.store, draft("Logs go to the tower", { project: "web", sessionId: null }), AT);
  await pair.sync();
  ben.store.run("update memories set author = null, body = 'Logs are not kept' where id = 2");
  remote.push = (added, replaced) =>
    push(added.map((one) => ({ ...one, sealed: one.sealed.map((byte) => byte ^ 1) })), replaced);
  await pair.sync([other]);
  remote.push = push;
  await repairSpace(remote, other);
  await pair.sync([other, context]);
  assertEquals(waiting(), ["Logs are not kept"]);
});

Deno.test("a proposal waits where its author excludes the project, and leaves the remote where its owner forgets it", async () => {
  using pair = new Pair("team:web");
  const { remote, homes: [anna, ben], contexts: [context, other] } = pair;
  const sent = async () =>
    (await Array.fromAsync(everyOperation(remote))).filter(({ kind }) => kind === "proposal").length;
  saveMemory(anna.store, draft("Money is an integer", { project: "web", sessionId: null }), AT);
  await pair.sync();
  ben.store.run("update memories set author = null, body = 'Money is a float'");
  await syncSpace(remote, { ...other, isExcluded: () => true });
  assertEquals(await sent(), 0);
  await pair.sync([other, context]);
  const waiting = anna.rows("select body from memories where status = 'candidate'").flat();
  assertEquals([await sent(), waiting], [1, ["Money is a float"]]);
  anna.store.run("delete from memories");
  await pair.sync([context]);
  assertEquals(await sent(), 0);
});

for (const name of ["me", "team:web"]) {
  Deno.test(`of an excluded project nothing of ${name} arrives but a forget, and all once it is not excluded`, async () => {
    using pair = new Pair(name);
    const { remote, homes: [here, there], contexts: [context, other] } = pair;
    const save = (body: string) =>
      saveMemory(here.store, draft(body, { project: "web", sessionId: null }), AT);
    save("Boards are kept in Jira");
    save("Logs go to the tower");
    await pair.sync();
    edit(here, 1, { body: "Boards are kept in Linear" });
    forgetMemories(here.store, [memoryByRow(here.store, 2)!], now());
    save("Money is an integer");
    await pair.sync([context]);
    const { refused, missing } = await syncSpace(remote, { ...other, isExcluded: () => true });
    assertEquals([refused, missing, there.rows(ACTIVE).flat()], [0, 0, ["Boards are kept in Jira"]]);
    await pair.sync([other]);
    assertEquals(there.rows(ACTIVE), here.rows(ACTIVE));
  });
}

test("a memory of an excluded project stays where its record gives way to one that does not arrive", async ({ homes: [here, there], contexts: [ours, theirs], remote, sync }) => {
  saveMemory(here.store, draft("Money is an integer", { project: "web", sessionId: null }), AT);
  await sync();
  const local = new LocalRecords(ours);
  local.keepGone(local.ofRow("memory", "1")!, `>${uuidNow()}`);
  await sync([ours]);
  await syncSpace(remote, { ...theirs, isExcluded: () => true });
  assertEquals(there.rows(ACTIVE).flat(), ["Money is an integer"]);
});

Deno.test("a team's memory that moved to a project that is not shared here comes once it is", async () => {
  using pair = new Pair("team:web");
  const { homes: [here, there], contexts: [web, ben] } = pair;
  const shares = [...web.space.shares, { project: "api", categories: ["DECISION"] }];
  const both = (context: SyncContext) => ({ ...context, space: { ...context.space, shares } });
  const bensProjects = () => there.rows("select project from memories where status = 'active'").flat();
  saveMemory(here.store, draft("Money is an integer", { project: "web", sessionId: null }), AT);
  await pair.sync([both(web), ben]);
  assertEquals(bensProjects(), ["web"]);
  here.store.run("update memories set project = 'api', updated_at = '2026-03-02T10:00:00.000Z'");
  await pair.sync([both(web), ben]);
  new Records(there.store, "team:web").retryIgnored(); // as `mneme sync share` does
  await pair.sync([both(ben)]);
  assertEquals(bensProjects(), ["api"]);
});

import { DatabaseSync } from "node:sqlite";
import { assert, assertEquals } from "../_support/assert.ts";
import { TestHome } from "../_support/test_home.ts";
import { sleep, until } from "../_support/wait.ts";
import { textsBelow } from "../sync/_support/remotes.ts";
import { rawRequest, RunningView } from "./_support/view_server.ts";

/** A home with one memory, a page of it, and what the page would ask with. */
interface Opened {
  readonly home: TestHome;
  readonly view: RunningView;
  readonly post: (path: string, body: object) => ReturnType<typeof rawRequest>;
  readonly get: (path: string) => ReturnType<typeof rawRequest>;
}

/** Declares a test with an opened page. */
function test(name: string, work: (opened: Opened) => Promise<void>): void {
  Deno.test(name, () => withPage(work));
}

async function withPage(work: (opened: Opened) => Promise<void>): Promise<void> {
  using home = new TestHome();
  await home.remember("Use pnpm for installs, as npm breaks workspaces");
  await using view = await RunningView.start(home);
  const port = Number(new URL(view.origin).port);
  const headers = { Host: `127.0.0.1:${port}`, Origin: view.origin, ...await view.enter() };
  await work({
    ...{ home, view },
    post: (path, body) => rawRequest(port, { method: "POST", path, headers, body: JSON.stringify(body) }),
    get: (path) => rawRequest(port, { method: "GET", path, headers, body: "" }),
  });
}

Deno.test("a second mneme view opens the page that runs, and the next one has its address", async (t) => {
  using home = new TestHome();
  const address = /^(http:\/\/127\.0\.0\.1:\d+)\/#([\w-]{32})\n$/;
  const first = await RunningView.start(home, ["--idle", "never"]);
  await t.step("with a key of its own that comes in once", async () => {
    const second = await home.mneme(["view", "--no-open", "--idle", "1h"]);
    assert(second.stderr.startsWith("The server runs already, and ends as the first"), second.stderr);
    const [, origin, key] = address.exec(second.stdout) ?? [];
    assertEquals([second.code, origin], [0, first.origin]);
    assert(key !== first.key, second.stdout);
    const headers = { "X-Mneme": "", "Content-Type": "application/json" };
    const body = JSON.stringify({ key });
    const enter = () => fetch(`${origin}/api/enter`, { method: "POST", headers, body });
    const { token } = await (await enter()).json();
    assertEquals((await enter().then(async (it) => (await it.body?.cancel(), it))).status, 401);
    const found = await fetch(`${origin}/api/place`, { headers: { "X-Mneme": token } });
    assertEquals((await found.json()).project, home.project);
  });
  await first.end("SIGTERM");
  await t.step("and one that is started again has the port of before", async () => {
    await using again = await RunningView.start(home);
    assertEquals(again.origin, first.origin);
  });
  await t.step("unless another program has taken it", async () => {
    using taken = Deno.listen({ hostname: "127.0.0.1", port: Number(new URL(first.origin).port) });
    await using elsewhere = await RunningView.start(home);
    assert(elsewhere.origin !== first.origin, elsewhere.origin);
    assert(taken.addr.port > 0);
  });
  await t.step("or view.port names another", async () => {
    using free = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = free.addr as Deno.NetAddr;
    free.close();
    await home.mneme(["config", "set", "view.port", String(port)]);
    await using there = await RunningView.start(home);
    assertEquals(there.origin, `http://127.0.0.1:${port}`);
  });
});

Deno.test("mneme view says what to do where its port is taken, or is none", async () => {
  using home = new TestHome();
  using other = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = other.addr as Deno.NetAddr;
  const taken = await home.mneme(["view", "--no-open", "--port", String(port)]);
  assertEquals([taken.code, taken.stdout], [1, ""]);
  assertEquals(
    taken.stderr,
    `mneme: Cannot open port ${port}: another program uses it; --port 0 takes one that is free\n`,
  );
  const wrong = await home.mneme(["view", "--port", "70000"]);
  assertEquals([wrong.code, wrong.stdout], [2, ""]);
  assert(wrong.stderr.startsWith('mneme: Cannot take "70000" as --port'), wrong.stderr);
});

Deno.test("mneme view ends by itself when nobody uses it; requests without the token do not keep it alive", async () => {
  using home = new TestHome();
  await using view = await RunningView.start(home, ["--idle", "2s"]);
  const timer = setInterval(() => void fetch(view.origin).then((it) => it.body?.cancel(), () => {}), 300);
  assertEquals((await view.status).code, 0);
  clearInterval(timer);
  assert((await view.said).includes("nobody used it"), await view.said);
});

Deno.test("what waits to be undone is done when mneme view is told to end, and not when it is killed", async (t) => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"] as const) {
    await t.step(signal, () =>
      withPage(async ({ home, view, post }) => {
        assertEquals((await post("/api/forget", { ids: ["m1"] })).status, 200);
        assertEquals(home.column("select status from memories"), ["active"]);
        const { code } = await view.end(signal);
        const isKilled = signal === "SIGKILL";
        assertEquals(home.column("select status from memories"), [isKilled ? "active" : "deleted"]);
        assertEquals(code === 0, !isKilled);
      }));
  }
});

test("a removal that fails as mneme view ends is told in the terminal", async ({ home, view, post }) => {
  await post("/api/forget", { ids: ["m1"] });
  using database = new DatabaseSync(home.database);
  database.exec("begin immediate");
  await view.end("SIGINT");
  assert((await view.said).includes("Forget m1 failed: Cannot do this: database is locked"), await view.said);
});

test("a database that is moved away while the page is open is told of, and the page goes on with the next", async ({ home, get }) => {
  const count = async () => JSON.parse((await get("/api/memories")).body).total;
  assertEquals(await count(), 1);
  for (const end of ["", "-wal", "-shm"]) {
    await Deno.rename(home.database + end, `${home.database}.away${end}`).catch(() => {});
  }
  assertEquals(await count(), 0);
  await home.remember("Restart the queue after a deploy of the worker", "RUNBOOK");
  assertEquals(await count(), 1);
  Deno.writeTextFileSync(home.database, "this is no database at all, longer than a header ".repeat(9));
  const broken = await get("/api/memories");
  assertEquals(broken.status, 400);
  assert(JSON.parse(broken.body).error.startsWith("Cannot read the database"), broken.body);
  assert(JSON.parse(broken.body).hint.includes("mneme doctor"), broken.body);
});

test("a memory takes no other one's place that has replaced it, as then neither would be told", async ({ home, post }) => {
  await home.remember("Deploy on Fridays");
  assertEquals((await post("/api/merge", { id: "m2", other: "m1" })).status, 200);
  const refused = await post("/api/merge", { id: "m1", other: "m2" });
  assertEquals(refused.status, 400, refused.body);
  assertEquals(home.column("select status from memories order by id"), ["superseded", "active"]);
  const elsewhere = "status = 'active', project = iif(id = 1, '/else', project)";
  for (const change of ["status = iif(id = 1, 'active', 'candidate')", elsewhere]) {
    home.change(`update memories set ${change}`);
    assertEquals((await post("/api/merge", { id: "m2", other: "m1" })).status, 400, change);
  }
});

test("what a person says of a memory, that it still holds, can be undone", async ({ home, post }) => {
  const { id } = JSON.parse((await post("/api/confirm", { ids: ["m1"] })).body);
  assertEquals((await post("/api/undo", { action: id })).status, 200);
  assertEquals(home.column("select subject from event_log where event = 'memory.confirmed'"), []);
});

test("a proposal to forget names the memory, and waits for ten seconds when it is kept, so that all of it can be undone", async ({ home, get, post }) => {
  home.change(
    `insert into memories (project, category, body, source, confidence, status, evidence, created_at, updated_at)
    select project, category, body, source, 1, 'candidate', '{"quote":"","proposes":{"memory":1,"forget":true}}',
    created_at, updated_at from memories`,
  );
  const { rows: [{ memory: { about } }] } = JSON.parse((await get("/api/inbox")).body);
  assertEquals([about.id, about.proposed], ["m1", "Forget"]);
  await home.mneme(["process"]); // makes a daily backup
  const rows = () => home.rows("select * from memories");
  const before = rows();
  const { id, state } = JSON.parse((await post("/api/keep", { ids: ["m2"] })).body);
  assertEquals([state, rows()], ["waiting", before]);
  await post("/api/undo", { action: id });
  assertEquals(rows(), before);
  await post("/api/keep", { ids: ["m2"] });
  await until(() => home.column("select status from memories").every((one) => one === "deleted"));
  await until(() => !textsBelow(`${home.data}/backups`).includes("npm breaks workspaces"));
});

test("on a page whose folder is gone, candidates can be kept and dropped, files changed, and all projects searched", async ({ home, view, get, post }) => {
  home.change(
    `insert into memories (project, category, body, source, confidence, status, created_at, updated_at)
    select project, category, value, source, 1, 'candidate', created_at, updated_at
    from memories, json_each('["Logs go to the tower", "Money is an integer of cents"]')`,
  );
  Deno.removeSync(home.project, { recursive: true });
  for (const [path, id] of [["/api/keep", "m2"], ["/api/drop", "m3"]] as const) {
    const { status, body } = await post(path, { ids: [id] });
    assertEquals(status, 200, body);
  }
  assertEquals((await get("/api/search?q=tower")).status, 200);
  assertEquals((await post("/api/edit", { id: "m2", files: ["logs.ts"] })).status, 200);
  await view.end("SIGTERM"); // does at once what waits to be undone
  assertEquals(home.column("select status from memories order by id"), ["active", "active", "deleted"]);
});

test("search and preview take a project's name as it is stored, also where it is a link", async ({ home, get, post }) => {
  const link = `${home.root}/link`;
  Deno.symlinkSync(home.project, link);
  home.change(`update memories set project = '${link}'`);
  const found = await get(`/api/search?q=pnpm&project=${encodeURIComponent(link)}`);
  assertEquals(JSON.parse(found.body).items.length, 1, found.body);
  const preview = await post("/api/preview", { project: link, prompt: "", session: "" });
  assert(JSON.parse(preview.body).text?.includes("pnpm"), preview.body);
});

test("hooks lose nothing beside a page that reads at full speed", async ({ home, get }) => {
  let isReading = true;
  let answers = 0;
  const reading = (async () => {
    while (isReading) {
      for (const path of ["/api/now", "/api/numbers", "/api/memories"]) {
        if ((await get(path)).status === 200) answers++;
      }
    }
  })();
  const captures = Array.from({ length: 8 }, async (_, i) => {
    for (let n = 0; n < 5; n++) {
      const call = { tool_name: "Bash", tool_input: { command: "make" }, tool_response: {} };
      const { code, stdout } = await home.fire("PostToolUse", { ...call, tool_use_id: `toolu_${i}_${n}` });
      assertEquals([code, stdout], [0, ""]);
    }
  });
  await Promise.all(captures);
  isReading = false;
  await reading;
  await home.mneme(["process"]); // brings in what was spooled
  assertEquals(home.count("pending_queue"), 40);
  assert(answers > 0);
});

test("a change in the database, and a pause, is told to the page that looks for it", async ({ home, get }) => {
  const edition = async () => JSON.parse((await get("/api/live")).body).edition;
  const before = await edition();
  await sleep(300);
  assertEquals(await edition(), before);
  await home.fire("UserPromptSubmit", { prompt: "Paint the shed green" });
  assert(await edition() !== before);
  assert((await get("/api/now")).body.includes("Paint the shed green"));
  const running = await edition();
  await home.mneme(["pause", "--for", "1h"]);
  const paused = await edition();
  assert(paused !== running);
  assertEquals(await edition(), paused);
  await home.mneme(["unpause"]);
  assertEquals(await edition(), running);
});

test("a page of before an upgrade says that its server must be started again", async ({ home, get, post }) => {
  home.change("pragma user_version = 9999");
  for (const { body } of [await get("/api/memories"), await post("/api/confirm", { ids: ["m1"] })]) {
    assert(JSON.parse(body).hint.includes("end `mneme view` and run it again"), body);
  }
});

test("a memory of a project is kept for the project that the page shows, and for none that it does not", async ({ home, post }) => {
  const other = `${home.root}/other`;
  const memory = { body: "Deploys need a flag", category: "DECISION", scope: "project" };
  const added = { ...memory, body: "Answer in short sentences", scope: "user" };
  const changes = [
    ["add", { ...memory, project: other }, 200],
    ["add", { ...memory, body: "Money is an integer of cents", project: "" }, 400],
    ["add", { ...added, project: "" }, 200],
    ["edit", { id: "m3", scope: "project", project: "" }, 400],
    ["edit", { id: "m3", scope: "project", project: other }, 200],
  ] as const;
  for (const [verb, body, status] of changes) {
    const answer = await post(`/api/${verb}`, body);
    assertEquals([verb, answer.status], [verb, status], answer.body);
  }
  assertEquals(home.column("select project from memories where id > 1"), [other, other]);
  const secret = "The key is sk-ant-api03-hQ2vT9xKpLmZ8rYw";
  const denial = { ...memory, body: "Deploys do not need a flag", title: secret, project: other };
  const [said] = JSON.parse((await post("/api/add", denial)).body).lines;
  assertEquals(said, "Saved m4; it takes the place of m2; left out private or secret text");
  for (const [verb, done] of [["edit", "Changed m4"], ["merge", "m4 has both texts now and replaces m3"]]) {
    const { body } = await post(`/api/${verb}`, { id: "m4", other: "m3", title: secret });
    assert(body.includes(`${done}; left out private or secret text`), body);
  }
});

test("Privacy names the remotes of sync among what leaves this machine, and of a project", async ({ home, get }) => {
  for (const space of ["me", "team:web", "team:other"]) {
    const folder = `${home.root}/nas of ${space.split(":").at(-1)}`;
    Deno.mkdirSync(folder);
    await home.json(["sync", "init", `dir:${folder}`, "--space", space, "--as", "ben"]);
  }
  for (const folder of ["project", "portal"]) {
    home.write(`${folder}/.mneme-project`, `${folder}\n`);
    await home.json(["sync", "share", "--space", "team:web", "--project", `${home.root}/${folder}`]);
  }
  const sent = async (project: string) =>
    JSON.parse((await get(`/api/privacy?project=${encodeURIComponent(project)}`)).body).sends.join();
  assertEquals((await sent("")).match(/(?<= of )\w+/g), ["me", "other", "project", "portal", "web"]);
  assertEquals((await sent(home.project)).match(/(?<= of )\w+/g), ["me", "project", "web"]);
});

test("the words around a quotation are shown until words of its session are forgotten", async ({ home, get }) => {
  const said = { role: "user", content: "Hi. **Always** round totals. Never with floats, as we said." };
  const timestamp = "2026-03-01T10:00:00.000Z";
  const line = { type: "user", uuid: "u1", sessionId: "session-1", timestamp, message: said };
  home.write("home/.claude/projects/project/session-1.jsonl", `${JSON.stringify(line)}\n`);
  const message = async () => JSON.parse((await get("/api/surroundings?id=m1")).body).message;
  const goOn = () =>
    home.change(`insert into sessions (session_id, project, started_at, status, source)
      values ('session-1', '${home.project}', '${timestamp}', 'closed', 'startup')`);
  goOn();
  await home.remember("Never with floats, as we said");
  home.change(`update memories set session_id = 'session-1',
    evidence = iif(id = 1, '{"quote":"Always round totals.","uuid":"u1","offset":0,"cues":[]}', null)`);
  const quoted = { before: "Hi. ", quote: "Always round totals.", after: " Never with floats, as we said." };
  const around = { ...quoted, at: timestamp };
  assertEquals(await message(), around);
  home.change(`insert into prompts (session_id, number, text, created_at)
    values ('session-1', 1, '${said.content}', '${timestamp}')`);
  await home.mneme(["memory", "forget", "m2"]);
  assertEquals(await message(), around); // the prompt shows the words, too
  await home.mneme(["memory", "forget", "m2", "--source"]);
  assertEquals(await message(), null);
  home.change("delete from prompts"); // as if only the answer's end, which no row has, had them
  assertEquals(await message(), null);
  home.change("delete from forgotten_memories");
  assertEquals(await message(), around);
  await home.mneme(["sessions", "forget", "session-1", "--yes"]);
  assertEquals(await message(), null);
  goOn();
  assertEquals(await message(), null);
});

test("the address of a telling opens the part of the list in which it is", async ({ home, get }) => {
  const at = "2026-03-01T10:00:00.000Z";
  home.change(`insert into sessions (session_id, project, started_at, status, source)
    values ('s', '${home.project}', '${at}', 'closed', 'startup')`);
  home.change(`insert into tellings (session_id, agent_id, hook, tokens, items, created_at)
    with recursive series(i) as (select 1 union all select i + 1 from series where i < 120)
    select 's', '', 'prompt', 1, '["m1"]', '${at}' from series`);
  for (const [id, from] of [["t1", 0], ["t50", 0], ["t51", 50], ["t120", 100]] as const) {
    const { rows, offset } = JSON.parse((await get(`/api/told?id=${id}&limit=50`)).body);
    assertEquals([id, offset, rows[0].id], [id, from, `t${from + 1}`]);
  }
  const { rows } = JSON.parse((await get("/api/told?id=t1&limit=50&offset=100")).body);
  assertEquals(rows.length, 20);
});

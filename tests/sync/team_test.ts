import { readSpaces, spaceId } from "../../src/sync/spaces.ts";
import { Seal } from "../../src/sync/sealing.ts";
import { stampAfter, uuidNow } from "../../src/sync/stamp.ts";
import { pathsBelow } from "../../src/machine/paths.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { sleep } from "../_support/wait.ts";
import { RunningView } from "../view/_support/view_server.ts";
import { type Machine, syncAll, test } from "./_support/machines.ts";
import { putSealed, putText } from "./_support/remotes.ts";

const TEAM = "team:web";

test("a team sees what is shared, as somebody's words and no rules, and nothing else", async ({ anna, ben, url }) => {
  const key = await anna.init(url, TEAM);
  await ben.join(url, key, TEAM);
  await anna.save("Releases need the zanzibar flag");
  await anna.run("memory", "add", "--category", "PREFERENCE", "Answer in verse");
  await anna.run("memory", "add", "--category", "DECISION", "--scope", "user", "My own affair");
  await anna.run("sync");
  assertEquals((await anna.json<{ pushed: number }[]>("sync"))[0]!.pushed, 0);
  const preview = await anna.run("sync", "share", "--space", TEAM, "--dry-run");
  assertMatch(preview, /zanzibar[^]*1 memory of github.com\/acme\/web would go/);
  await anna.run("sync", "share", "--space", TEAM, "--categories", "DECISION,PREFERENCE");
  await syncAll([anna, ben]);
  assertEquals(ben.said(), ["anna: Answer in verse", "anna: Releases need the zanzibar flag"]);
  const start = await ben.hook("session-start", { source: "clear" });
  for (const text of ["Answer in verse", "Releases need the zanzibar flag"]) {
    const lines = start.split("\\n").filter((line) => line.includes(text));
    assertEquals(lines.filter((line) => !line.includes(`anna of the team says: ${text}`)), []);
  }
  assertMatch(start, /anna of the team says: Releases/);
  await ben.run("sync", "adopt", "m1", "m1");
  await ben.run("sync", "hide", "m2", "m2");
  await anna.run("memory", "edit", "m1", "--title", "Releases");
  await syncAll([anna, ben]);
  const active = "select author from memories where status = 'active'";
  assertEquals(ben.column(active), [null]);
  await anna.run("sync", "unshare", "--space", TEAM);
  await syncAll([anna, ben]);
  assertEquals(ben.column(active), [null], "what was adopted stays");
  assertEquals(anna.said("status = 'active'").length, 3);
});

test("what a member has copied of another's words goes to no second team, and is taken back where it went", async ({ anna, ben, second, own, url }) => {
  const other = "team:other";
  await ben.join(url, await anna.init(url, TEAM), TEAM);
  await second.join(own, await ben.init(own, other), other);
  await anna.save("Releases need the zanzibar flag");
  await anna.save("The queue has one worker");
  await anna.share("Deploys happen on Fridays");
  await ben.run("sync");
  await ben.share("Logs are kept for a week");
  await ben.run("sync", "adopt", "m1");
  await ben.run("memory", "edit", "m2", "--body", "The queue has one worker, and a spare");
  await ben.run("memory", "reject", "m3");
  assertMatch(await ben.run("sync", "share", "--space", other, "--dry-run"), /\n1 memory of github/);
  await ben.run("sync", "share", "--space", other);
  await syncAll([ben, second]);
  assertEquals(second.said(), ["ben: Logs are kept for a week"]);
  const [{ evidence }] = ben.rows("select evidence from memories where id = 1") as [{ evidence: string }];
  ben.change("update memories set evidence = null where id = 1"); // as if an earlier mneme had not looked for it
  await syncAll([ben, second]);
  assertEquals(second.said().length, 2);
  ben.change(`update memories set evidence = '${evidence}' where id = 1`);
  await syncAll([ben, second]);
  assertEquals(second.said(), ["ben: Logs are kept for a week"]);
  assertEquals(ben.said("status = 'active'").length, 4, "they stay here");
});

test("what is shared is just what was listed, is taken back whatever has become of it, and goes again", async ({ anna, ben, url }) => {
  await ben.join(url, await anna.init(url, TEAM), TEAM);
  const more = ["--recall-when", "ship it", "--files", `${anna.project}/a.ts`];
  await anna.save("Releases need the zanzibar flag", ...more);
  await anna.save("Releases need no zanzibar flag");
  await anna.save("Deploys happen on Fridays", "--files", "/etc/quokka.conf");
  anna.change(`update memories set evidence = '{"quote":"my private quokka words"}'`);
  const share = (...more: string[]) => anna.run("sync", "share", "--space", TEAM, ...more);
  const listed = await share("--dry-run");
  assertMatch(listed, /\(replaced\)[^]*ship it[^]*file: .\/a.ts[^]*no zanzibar[^]*3 memories/);
  assert(!/quokka/.test(listed));
  assertMatch(await share("--dry-run", "--with-evidence"), /evidence: my private quokka words/);
  const sharedBy = async (count: number) => {
    await syncAll([anna, ben]);
    const rows = ben.rows("select body, files, evidence from memories where status <> 'deleted'");
    assertEquals(rows.length, count);
    assert(!JSON.stringify(rows).includes("quokka"));
  };
  await share();
  await sharedBy(3);
  // What is not shared any more is taken back: other categories, and what holds everywhere by now.
  await share("--categories", "RUNBOOK");
  await anna.run("memory", "edit", "m3", "--body", "Deploys happen on quokka days");
  await sharedBy(0);
  await share();
  await anna.run("memory", "edit", "m3", "--body", "Deploys happen on Mondays", "--scope", "user");
  await sharedBy(2);
  // Another clone of the repository on this machine is the same project for a team.
  await new Deno.Command("cp", { args: ["-r", anna.project, `${anna.project}2`] }).output();
  await anna.save("Logs are kept for a week");
  anna.change(`update memories set project = '${anna.project}2' where id = 4`);
  await sharedBy(3);
  // Not a memory has moved if one of two clones has another remote by now, as of a fork.
  const config = `${anna.project}/.git/config`;
  const before = Deno.readTextFileSync(config);
  Deno.writeTextFileSync(config, before.replace("acme", "anna"));
  await sharedBy(3);
  Deno.writeTextFileSync(config, before);
  assertMatch(await anna.run("sync", "unshare", "--space", TEAM), /3 memories[^]*adopted stay/);
  await sharedBy(0);
  await anna.run("memory", "forget", "m4");
  await share();
  await sharedBy(2);
  assertMatch(await ben.run("memory", "list", "--author", "anna"), /\(anna\) Releases need no zanzibar flag/);
  assertEquals(await ben.json("memory", "list", "--author", "carol"), []);
  assertMatch(await ben.run("memory", "show", "m8"), /author +anna/);
  assertMatch(await ben.run("search", "zanzibar"), /said by anna/);
  assertMatch((await ben.try(["memory", "list", "--json", "--limit", "0"])).stderr, /Cannot take/);
  await ben.save("One");
  assertMatch((await ben.try(["memory", "list", "--json", "--limit", "1"])).stderr, /the 1 newest of 2/);
  assertEquals((await ben.json<unknown[]>("memory", "list", "--limit", "all")).length, 2);
});

test("one person is one member on all machines, and says each thing once", async ({ anna, second, ben, own, url }) => {
  await second.join(own, await anna.init(own));
  const key = await anna.init(url, TEAM);
  await second.try(["sync", "join", url, "--space", TEAM, "--as", "anna"], { stdin: key });
  await ben.join(url, key, TEAM);
  // What one machine takes back before another one shares it goes again from there.
  await anna.share("Releases need the zanzibar flag");
  await second.run("sync");
  await anna.run("sync", "unshare", "--space", TEAM);
  await syncAll([anna, second]);
  await second.run("sync", "share", "--space", TEAM);
  await syncAll([second, ben]);
  assertEquals(ben.content().length, 1);
  await second.run("memory", "edit", "m1", "--body", "Releases need the zanzibar flag, all of them");
  await second.run("sync");
  for (const machine of [anna, second]) {
    await machine.run("sync");
    await machine.run("sync", "share", "--space", TEAM);
  }
  await syncAll([anna, second, ben]);
  assertEquals(ben.said(), ["anna: Releases need the zanzibar flag, all of them"]);
  for (const [category, count] of [["PREFERENCE", 0], ["DECISION", 1]] as const) { // taken back by both at once
    await second.run("memory", "edit", "m1", "--category", category);
    await syncAll([second, anna, ben], 2);
    assertEquals(ben.said().length, count);
  }
  await anna.run("memory", "edit", "m1", "--files", "src/flags.ts"); // which the other machine notes first
  await anna.run("sync", "unshare", "--space", TEAM);
  await syncAll([anna, second, ben], 2);
  assertEquals(ben.said(), [], "the other machine does not undo it");
  for (const machine of [anna, second]) await machine.run("sync", "share", "--space", TEAM);
  await second.run("memory", "edit", "m1", "--body", "Releases need no flag");
  await syncAll([second, anna, ben]);
  assertEquals([ben.said(), anna.said()], [["anna: Releases need no flag"], ["Releases need no flag"]]);
  await ben.share("Releases need no flag"); // on his own, which Anna cannot forget for him
  await anna.run("sync");
  await second.run("memory", "forget", "m1");
  await syncAll([second, anna, ben, anna]);
  assertEquals(ben.said("status = 'active'"), ["Releases need no flag"]);
  assertMatch(await anna.run("sync", "verify", "--space", "me"), /nothing that was forgotten is left/);
});

test("a running watch sends nothing after unshare, and brings nothing back after leave", async ({ anna, ben, own, url }) => {
  for (const machine of [anna, ben]) await machine.init(own, `team:own-${machine.root.slice(-3)}`);
  await ben.join(url, await anna.init(url, TEAM), TEAM);
  await anna.share("Releases need the zanzibar flag");
  await ben.run("sync");
  assertEquals(ben.content().length, 1);
  /** Returns when the watch has begun and ended a round since. */
  const round = async (machine: Machine) => {
    const last = () => String(machine.column("select max(last_at) from sync_spaces"));
    for (const at = new Date(Date.now() + 1).toISOString(); last() < at;) await sleep(100);
  };
  await anna.during(["sync", "--watch"], async () => {
    await round(anna);
    await anna.run("sync", "unshare", "--space", TEAM);
    for (let i = 0; i < 2; i++) await round(anna);
  });
  assertEquals(anna.rows("select ref from sync_records where kind = 'memory' and hash is null"), []);
  await anna.run("sync", "share", "--space", TEAM);
  await syncAll([anna, ben]);
  assertEquals(ben.content().length, 1);
  await ben.during(["sync", "--watch"], async () => {
    await round(ben);
    await ben.run("sync", "leave", "--space", TEAM);
    for (let i = 0; i < 2; i++) await round(ben);
  });
  assertEquals(ben.content(), []);
});

const isRoot = Deno.uid() === 0;
const skipped = isRoot ? "" : " (skipped: needs root)";

test(
  `users of one machine share a folder that all of them may write to${skipped}`,
  async ({ anna, ben, root, url }) => {
    Deno.chmodSync(root, 0o755);
    Deno.chmodSync(`${root}/shared`, 0o777);
    await new Deno.Command("chown", { args: ["-R", "nobody", ben.root] }).output();
    const within = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"];
    const key = await anna.init(url, TEAM);
    await anna.share("Releases need the zanzibar flag");
    const steps = [
      ["sync", "join", url, "--space", TEAM, "--as", "ben"],
      ["sync", "share", "--space", TEAM],
      ["sync"],
    ];
    await ben.try(["memory", "add", "--category", "DECISION", "Ben's own one"], { within });
    for (const words of steps) {
      const { code, stderr } = await ben.try(words, { within, stdin: key });
      assertEquals([words, code, stderr], [words, 0, ""]);
    }
    await anna.run("sync");
    assertEquals([anna.content().length, ben.content().length], [2, 2]);
    await anna.run("memory", "forget", "m1");
    await anna.run("sync");
    assertEquals((await ben.try(["sync"], { within })).code, 0);
    assertEquals(ben.content().length, 1);
    Deno.chmodSync(`${root}/shared`, 0o700);
    await anna.init(url); // one's own space in a folder of one's own is nobody else's
    assertEquals(Deno.statSync(`${root}/shared/mneme-${spaceId("me")}`).mode! & 0o777, 0o700);
  },
  { ignore: !isRoot },
);

test("leaving a team removes what came from it and nothing else", async ({ anna, ben, url }) => {
  await ben.join(url, await anna.init(url, TEAM), TEAM);
  await anna.share("Quokka tokens expire at noon");
  await ben.save("My own decision");
  await ben.run("sync");
  await ben.run("sync", "leave", "--space", TEAM);
  assertEquals(ben.said("status = 'active'"), ["My own decision"]);
  assert(!ben.bytes().includes("Quokka"));
  assertMatch((await ben.try(["sync"])).stderr, /is in no space/);
  await anna.run("sync");
  assertEquals(anna.said("status = 'active'").length, 1);
});

test("a new key keeps out who lacks it, and lets who gets it read all", async ({ a, b, c, root, url }) => {
  const old = await a.init(url);
  await b.join(url, old);
  await a.save("Known to all");
  await syncAll([a, b]);
  const { key } = await a.json<{ key: string }>("sync", "rotate");
  await a.save("Known to those who stay");
  await a.run("sync");
  Deno.removeSync(`${root}/shared/mneme-${spaceId("me")}/identity`); // which b makes again
  await b.save("Written with the old key");
  const out = await b.try(["sync"]);
  assertEquals([out.code, b.content().length], [1, 2]);
  assertMatch(
    out.stderr,
    /The key of me was replaced; run `mneme sync join \S+ --space me` with the new one; if nobody has it,/m,
  );
  assertMatch((await b.try(["doctor"])).stdout, /The key of me was replaced/);
  const old_one = await c.try(["sync", "join", url], { stdin: `${old}\n` });
  assertMatch(old_one.stderr, /does not fit/);
  await c.join(url, key);
  await c.run("sync");
  assertEquals(c.content(), a.content());
  await b.join(url, key);
  await syncAll([b, a, c]);
  assertEquals([a.content().length, b.content(), c.content()], [3, a.content(), a.content()]);
  await a.run("sync", "verify");
  const wrong = await b.try(["sync", "join", url], { stdin: `${await a.init(url, "team:other")}\n` });
  assertMatch(wrong.stderr, /does not fit/);
  for (const machine of [a, b, c]) {
    assertEquals(Deno.statSync(`${machine.data}/sync/spaces.json`).mode! & 0o777, 0o600);
  }
});

test("what a project lost that stays at home by now is lost nowhere, and comes when it has its name back", async ({ a, b, url }) => {
  await b.join(url, await a.init(url));
  await a.save("Releases need a flag");
  await syncAll([a, b]);
  const config = `${b.project}/.git/config`;
  const named = Deno.readTextFileSync(config);
  Deno.writeTextFileSync(config, "");
  await a.run("memory", "edit", "m1", "--body", "Releases need the zanzibar flag");
  await syncAll([a, b, a]);
  assertEquals([a.said(), b.said()], [["Releases need the zanzibar flag"], ["Releases need a flag"]]);
  const status = async () => (await b.try(["sync", "status"], { cwd: b.root })).stdout;
  const { code, stderr } = await b.try(["sync", "status"]);
  assertEquals(code, 1);
  assertMatch(
    stderr,
    /1 record set aside and 0 records missing; restore the project's git remote or .mneme-project/,
  );
  assertMatch(
    await status(),
    /web stays here: it has no git remote; write a name in UTF-8 into its \.mneme-project$/m,
  );
  Deno.renameSync(b.project, `${b.project}0`);
  const gone = /web stays here: the folder is gone; if it was moved, run `mneme projects merge`$/m;
  assertMatch(await status(), gone);
  Deno.renameSync(`${b.project}0`, b.project);
  Deno.writeTextFileSync(config, named);
  await syncAll([b, a]);
  assertEquals(b.content(), a.content());
  assertEquals((await b.status()).refused, 0);
  // An edit leaves it in the clone where it is, even if another one was used since.
  await new Deno.Command("cp", { args: ["-r", b.project, `${b.project}2`] }).output();
  await a.run("memory", "edit", "m1", "--body", "Releases need no flag");
  await a.run("sync");
  await b.try(["sync"], { env: { CLAUDE_PROJECT_DIR: `${b.project}2` } });
  assertEquals(b.rows("select body, project from memories"), [
    { body: "Releases need no flag", project: b.project },
  ]);
});

test("a text that lost waits for a person in the list and on the page, and says why", async ({ a, b, url }) => {
  await b.join(url, await a.init(url));
  await a.save("The cache lives for an hour");
  await syncAll([a, b]);
  await a.run("memory", "edit", "m1", "--body", "The cache lives for two hours");
  await b.run("memory", "edit", "m1", "--body", "Logs are thrown away after a day");
  await syncAll([a, b, a]);
  for (const machine of [a, b]) {
    assertMatch(await machine.run("memory", "list", "--candidates"), /The cache lives for two hours/);
    const { env, project } = machine;
    await using view = await RunningView.start({ environment: () => env, project });
    const headers = await view.enter();
    const { rows } = await (await fetch(`${view.origin}/api/inbox`, { headers })).json();
    assertEquals(rows.map(({ memory }: { memory: Record<string, unknown> }) => [memory.body, memory.cues]), [
      ["The cache lives for two hours", ["edited on two machines at once"]],
    ]);
    assertEquals([rows[0].memory.about.id, rows[0].memory.about.body], [
      "m1",
      "Logs are thrown away after a day",
    ]);
  }
  await b.run("memory", "keep", "m2");
  await syncAll([b, a]);
  assertEquals(b.content(), a.content());
  assertEquals(a.column("select status from memories"), ["active", "active"]);
});

test("a broken operation and one of a clock that is days ahead are set aside alone", async ({ a, b, root, url }) => {
  await b.join(url, await a.init(url));
  await a.save("One that is right");
  await a.run("sync");
  const { spaces: [space] } = readSpaces(pathsBelow(a.data));
  const seal = new Seal(space!);
  const put = (
    more: { readonly body: unknown; readonly stamp?: string; readonly kind?: never; readonly isTorn?: true },
  ) =>
    putSealed(`${root}/shared`, seal, {
      ...{ space: "me", record: "0192f3c4-a5b6-8000-a000-000000000001", ...more },
      spoil: (sealed) => more.isTorn ? sealed.map((byte, i) => i > 90 ? byte ^ 1 : byte) : sealed,
    });
  const early = await put({
    body: { fields: {} },
    stamp: stampAfter(undefined, Date.now() + 3 * 86_400_000, "1a2b3c4d"),
  });
  const torn = await put({ body: {}, isTorn: true });
  const odd = await put({ body: { fields: { body: 7 }, author: "x" } });
  const newer = await put({ body: {}, kind: "note" as never });
  const cut = uuidNow();
  putText(`${root}/shared/mneme-${spaceId("me")}`, cut, '{"id":');
  await b.run("sync");
  assertEquals(b.content(), a.content());
  const said = await b.try(["sync", "status", "--json"]);
  const [status] = JSON.parse(said.stdout).spaces as { refused: number; reasons: string[] }[];
  assertEquals([said.code, status!.refused], [1, 5]);
  for (const id of [early, torn, odd, newer, cut]) assert(said.stdout.includes(id), "it is named");
  assertMatch(
    said.stderr,
    /missing; `mneme sync repair` [^;]*; correct the wrong clock, [^;]*; install the newest mneme/,
  );
  const reasons = status!.reasons.sort().join("; ");
  assertMatch(reasons, /cannot be read.*broken.*more than a day ahead.*does not know its format/);
  await b.save("Others go on");
  await b.run("sync");
  await b.init(`dir:${root}/shared`, TEAM);
  Deno.removeSync(`${root}/shared/mneme-${spaceId(TEAM)}`, { recursive: true });
  await b.run("sync", "repair", "--space", "me");
  await a.run("sync");
  assertEquals(b.content(), a.content());
  assertMatch((await a.try(["sync", "status"])).stdout, new RegExp(`does not know its format.*${newer}`));
});

test("what a machine wrote while its clock was days ahead is as others', once it is right again", async ({ a, b, url }) => {
  await b.join(url, await a.init(url));
  await a.save("Deploys need a flag");
  await a.save("Money is an integer of cents");
  await a.run("sync", "status"); // gives them their stamps
  const { origin } = readSpaces(pathsBelow(a.data));
  /** Leaves what a clock that was three days ahead had left. */
  const wrongClock = (isSent: boolean) => {
    const memories = a.rows("select record, history from sync_records where kind = 'memory'");
    for (const { record, history } of memories) {
      const ahead = String(history).replace(
        new RegExp(`"([0-9a-f]{12})(-[0-9a-f]{4}-${origin}")`, "g"),
        (_, ms: string, rest: string) =>
          `"${(Number.parseInt(ms, 16) + 3 * 86_400_000).toString(16).padStart(12, "0")}${rest}`,
      );
      a.change(`update sync_records set history = '${ahead}' where record = '${record}'`);
    }
    const at = new Date(Date.now() + 3 * 86_400_000).toISOString();
    if (isSent) a.change(`update sync_spaces set last_at = '${at}'`);
  };
  for (const isSent of [false, true]) {
    wrongClock(isSent);
    await syncAll([a, b]);
    assertEquals(b.content(), a.content());
    await b.run("memory", "edit", "m1", "--title", `Edited, ${isSent}`);
    await syncAll([b, a]);
    assertEquals(a.column("select title from memories where title is not null"), [`Edited, ${isSent}`]);
    assertEquals((await b.status()).refused, 0);
  }
});

test("a remote that hangs or is away delays nothing but sync, and what waits goes later", async ({ a, root, url }) => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const connections: Deno.Conn[] = [];
  (async () => {
    for await (const connection of listener) connections.push(connection);
  })().catch(() => {});
  await a.init(url);
  await a.save("Waits for better times");
  const file = `${a.data}/sync/spaces.json`;
  const good = Deno.readTextFileSync(file);
  const server = `127.0.0.1:${listener.addr.port}/x`;
  const space = `${root}/pipe/mneme-${spaceId("me")}`;
  Deno.mkdirSync(space, { recursive: true });
  await new Deno.Command("mkfifo", { args: [`${space}/identity`] }).output(); // a reader waits for a writer
  const remotes = [`postgres://me@${server}`, `git:http://${server}`, `git:git://${server}`];
  for (const hanging of [...remotes, "dir:/nowhere", `dir:${root}/pipe`]) {
    Deno.writeTextFileSync(file, good.replace(/dir:[^"]*/, hanging));
    const started = performance.now();
    await a.run("process");
    assert(performance.now() - started < 20_000, `process gives up on ${hanging} after five seconds`);
    assertMatch((await a.status()).last_error ?? "", /./);
  }
  for (const connection of connections) connection.close();
  Deno.writeTextFileSync(file, good);
  assertEquals((await a.json<{ synced: number }>("process")).synced, 1);
});

import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { REMOTES } from "./_support/remotes.ts";
import { syncAll, test } from "./_support/machines.ts";

// What sync says of itself: nothing that is untrue, and nothing twice.

const TEAM = "team:web";

test("a session start says once a day that a space fails or has another key, and doctor names the command", async ({ a, b, root, url }) => {
  await b.join(url, await a.init(url));
  await syncAll([a, b]);
  const start = (number: number) =>
    b.hook("session-start", {
      source: "clear",
      session_id: `0192f3c4-a5b6-4000-8000-00000000001${number}`,
    });
  Deno.renameSync(`${root}/shared`, `${root}/away`);
  const { stdout, stderr } = await b.try(["sync"]);
  assertEquals(stdout, "");
  assertMatch(stderr, /^mneme: me: Cannot use the folder .*\n$/);
  assert(!(await start(0)).includes("last synced"));
  b.change("update sync_spaces set last_at = '2026-01-01T00:00:00.000Z'");
  assertMatch(await start(1), /me was last synced 2026-01-01: Cannot use the folder/);
  await b.try(["sync"]);
  assert(!(await start(2)).includes("last synced"), "told again on the same day");
  Deno.renameSync(`${root}/away`, `${root}/shared`);
  await b.run("sync");
  await a.run("sync", "rotate");
  await b.try(["sync"]);
  b.change("update sync_spaces set cursor = null"); // as the next day
  assertMatch(
    await start(3),
    /me was last synced .*: The key of me was replaced; run `\S+ sync join dir:\S+ --space me`/,
  );
  type Finding = { readonly check: string; readonly fix?: string };
  const { findings } = JSON.parse((await b.try(["doctor", "--json"])).stdout) as { findings: Finding[] };
  const fixes = findings.filter(({ check }) => check === "sync").map(({ fix }) => fix);
  assertEquals(fixes, ["mneme sync status", `mneme sync join ${url} --space me`]);
  // A git server's message is in the error: what it proposes is not offered as a fix.
  b.change("update sync_spaces set last_error = 'ERR: `mneme sync join dir:/new --space me; curl x | sh`'");
  const after = JSON.parse((await b.try(["doctor", "--json"])).stdout) as { findings: Finding[] };
  assert(!after.findings.some(({ fix }) => fix?.includes("curl")));
});

test("a member has one name, and everybody sees it", async ({ anna, ben, url }) => {
  const init = ["sync", "init", url, "--space", TEAM];
  assertMatch((await anna.try(init)).stderr, /^mneme: Cannot be in team:web without a name; .*--as/);
  assertMatch(await anna.run(...init, "--as", "host"), /You are host there/);
  const renamed = await anna.run(...init, "--as", "anna"); // nobody has seen the first one
  assertMatch(renamed, /You are anna there/);
  const key = /\n {2}(\S+(?: \S+)+)\n/.exec(renamed)![1]!;
  await anna.share("Releases need the zanzibar flag");
  const join = (...more: string[]) =>
    ben.try(["sync", "join", url, "--space", TEAM, ...more], { stdin: key });
  assertMatch((await join()).stderr, /^mneme: Cannot be in team:web without a name/);
  assertMatch((await join("--as", "ben")).stdout, /You are ben there/);
  await ben.run("sync");
  assertEquals(ben.said(), ["anna: Releases need the zanzibar flag"]);
  assertMatch((await join("--as", "benno")).stderr, /^mneme: You are ben in team:web already/);
  assertMatch((await join()).stdout, /You are ben there/);
});

test("the first session in a clone gets what has arrived for its project before", async ({ a, b, url }) => {
  await a.save("Totals are rounded once, after summing");
  await a.run("sync", "init", url);
  const { key } = await a.json<{ key: string }>("sync", "init", url);
  await a.run("sync");
  await b.try(["sync", "join", url], { stdin: key, cwd: b.root });
  await b.try(["sync"], { cwd: b.root });
  const start = (session_id: string) => b.hook("session-start", { source: "clear", session_id });
  const two = ["0192f3c4-a5b6-4000-8000-000000000011", "0192f3c4-a5b6-4000-8000-000000000012"];
  assertMatch((await Promise.all(two.map(start))).join(), /Totals are rounded once/);
  assertMatch(await start("0192f3c4-a5b6-4000-8000-000000000013"), /Totals are rounded once/);
  assertMatch(await b.run("search", "rounded totals"), /Totals are rounded once/);
  await b.run("sync");
  assertEquals(b.said(), ["Totals are rounded once, after summing"]);
  const settle = ["projects", "settle", b.project];
  assertMatch((await b.try(settle)).stderr, /^Nothing has arrived for /);
});

for (const kind of ["folder", "git", "PostgreSQL"] as const) {
  test(`${kind}: a join without --space is told that other spaces are there`, async ({ anna, ben, root }) => {
    await using remote = await REMOTES[kind]!(root);
    if (remote === undefined) return;
    const key = await anna.init(remote.url, TEAM);
    const { stderr } = await ben.try(["sync", "join", remote.url], { stdin: key });
    assertMatch(
      stderr,
      /^mneme: .* has no space called me, but it has another space; give its name, as in --space team:web/,
    );
    await anna.init(remote.url);
    const none = await ben.try(["sync", "join", remote.url, "--space", "team:none", "--as", "ben"], {
      stdin: key,
    });
    assertMatch(none.stderr, /^mneme: .* has no space called team:none, but it has other spaces; /);
  });
}

test("sync undo lists what was changed with both texts, and whose edits came back after a restore", async ({ a, b, url }) => {
  await b.join(url, await a.init(url));
  await a.save("Money is an integer of cents");
  await a.save("Deploys need a flag");
  await syncAll([a, b]);
  await b.run("backup", `${b.root}/before.db`);
  const ids = b.column("select 'm' || id from memories order by body desc").map(String);
  await a.run("memory", "edit", "m1", "--body", "Money is a float", "--title", "Money");
  await a.run("memory", "forget", "m2");
  await syncAll([a, b]);
  const [day] = new Date().toISOString().split("T");
  const lines = (await b.run("sync", "undo")).trim().split("\n");
  const texts = "text: Money is an integer of cents → Money is a float; title: none → Money";
  assertEquals(
    lines.map((line) => line.replace(/^\d+ {2}/, "")).sort(),
    [`${ids[0]} was changed ${day}: ${texts}`, `${ids[1]} was forgotten ${day}: Deploys need a flag`].sort(),
  );
  // What says again what it said before is no change, whoever has brought it back.
  await b.run("memory", "edit", ids[0]!, "--body", "Money is an integer of cents", "--title", "");
  assert(!(await b.run("sync", "undo")).includes(ids[0]!));
  await b.run("sync");
  assertMatch(
    await b.run("restore", `${b.root}/before.db`),
    /next `mneme sync` brings back .* `mneme sync undo`/,
  );
  await b.run("memory", "edit", ids[0]!, "--title", "Cents");
  await b.run("sync");
  await b.run("restore", `${b.root}/before.db`);
  await b.run("sync");
  const told = await b.run("sync", "undo");
  assertMatch(told, new RegExp(`${ids[0]} has your own change again since ${day}: title: none → Cents`));
});

test("what another machine forgot is named, and cleared on request, where this one still has its words", async ({ a, b, url }) => {
  await b.join(url, await a.init(url));
  await a.save("The quokka gets the grombulous table first");
  await a.run("sync");
  await b.run("sync");
  await b.run("backup");
  await a.run("memory", "forget", "m1");
  await a.run("sync");
  await b.run("sync");
  const told =
    /^m1 was forgotten\n {2}the backup \S+ still holds it; `mneme memory forget m1 --backups` removes that$/m;
  assertMatch(await b.run("sync", "verify"), told);
  const [verified] = await b.json<{ traces: { id: string; backups: string[] }[] }[]>("sync", "verify");
  assertEquals(verified!.traces.map(({ id, backups }) => [id, backups.length]), [["m1", 1]]);
  assertMatch(await b.run("memory", "forget", "m1", "--backups"), /^ {2}removed the backup \S+$/m);
  assert(!(await b.run("sync", "verify")).includes("m1"));
});

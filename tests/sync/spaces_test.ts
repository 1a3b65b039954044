import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { type Machine, syncAll, test as testOfMachines } from "./_support/machines.ts";
import { until } from "../_support/wait.ts";
import { REMOTES, type TestRemote } from "./_support/remotes.ts";

interface Setting {
  readonly remote: TestRemote;
  readonly machines: readonly [Machine, Machine, Machine];
}

/** Declares tests with three machines in one space, over each of these remotes that can be had. */
function testOver(kinds: readonly string[]) {
  return (name: string, work: (setting: Setting) => Promise<void>) => {
    for (const kind of kinds) {
      testOfMachines(`${kind}: ${name}`, async ({ a, b, c, root }) => {
        await using remote = await REMOTES[kind]!(root);
        if (remote === undefined) return;
        const key = await a.init(remote.url);
        for (const machine of [b, c]) await machine.join(remote.url, key);
        await work({ remote, machines: [a, b, c] });
      });
    }
  };
}

const test = testOver(Object.keys(REMOTES));
const testMerging = testOver(["folder"]); // which knows no remote: one is enough

function assertSame(machines: readonly Machine[]): void {
  const [first, ...others] = machines.map((machine) => machine.content());
  for (const other of others) assertEquals(other, first);
}

test("what one machine learns, all know; what one forgets is gone everywhere", async ({ remote, machines }) => {
  const [a, b, c] = machines;
  await a.save("Deploys need the zanzibar flag", "--recall-when", "how do I release to production");
  await a.run("memory", "add", "--category", "PREFERENCE", "--scope", "user", "Always use pnpm");
  const secret = await b.save("Quokka tokens expire at noon", "--files", `${b.project}/src/token.ts`);
  await b.run("values", "add", "Round money once");
  await syncAll(machines, 2);
  assertSame(machines);
  assertEquals(a.content().length, 4);
  assertEquals(a.column("select files from memories where body like 'Quokka%'"), ['["src/token.ts"]']);
  assertMatch(await c.run("search", "release to production"), /zanzibar/);
  const dump = await remote.dump();
  // Of each so much that sealed bytes do not hold it by chance.
  for (const word of ["zanzibar", "Quokka", "use pnpm", "acme/web", "Round money", "DECISION", a.project]) {
    assert(!dump.includes(word), `${word} stands at the remote`);
  }
  await b.run("memory", "forget", secret);
  await syncAll([b, a, c], 2);
  assertSame(machines);
  assertEquals(a.content().length, 3);
  for (const machine of machines) assert(!machine.bytes().includes("Quokka"), "a page still holds it");
  type Verified = { gone: number; left_at_remote: number; machines: { knows_all: boolean }[] };
  const [verified] = await a.json<Verified[]>("sync", "verify");
  assertEquals([verified!.gone, verified!.left_at_remote], [1, 0]);
  assertEquals(verified!.machines.map(({ knows_all }) => knows_all), [true, true, true]);
  assertEquals((await a.status()).pending, 0);
});

test("a kill at any moment and a remote that was emptied lose nothing and double nothing", async ({ remote, machines }) => {
  const [a, b] = machines;
  for (const [machine, name] of [[a, "a"], [b, "b"]] as const) {
    await machine.import(
      Array.from({ length: 150 }, (_, i) => ({ category: "RUNBOOK", body: `step ${i} of ${name}` })),
    );
  }
  for (let ms = 60; ms < 1200; ms += 280) {
    await Promise.all([a.try(["sync"], { killAfterMs: ms }), b.try(["sync"], { killAfterMs: ms + 70 })]);
  }
  await syncAll(machines, 2);
  assertSame(machines);
  assertEquals(machines[2].content().length, 300);
  await b.run("memory", "forget", "m7");
  await b.run("sync");
  await remote.reset();
  const asked = remote.url.startsWith("dir:") ? "; is its disk mounted?" : "";
  assert((await a.run("sync")).includes(`the space was missing at the remote and was made anew${asked}\n`));
  await syncAll(machines, 2);
  assertSame(machines);
  assertEquals(machines[2].content().length, 299);
});

test("what others change comes to a machine that watches, and nothing else is printed", async ({ remote, machines: [a, b] }) => {
  await a.save("Known before");
  await a.run("sync");
  const printed = await b.during(["sync", "--watch"], async () => {
    await until(() => has(b, "Known before"));
    await remote.watched?.();
    await a.save("Comes while it watches");
    await a.run("sync");
    await until(() => has(b, "Comes while it watches"));
    const comeBack = await remote.cut();
    await b.save("Made here meanwhile");
    await comeBack();
    await until(async () => (await a.run("sync"), has(a, "Made here meanwhile")));
  });
  assertSame([a, b]);
  const told = printed.trim().split("\n");
  assert(told.filter((line) => /sent 0 records, took in 0/.test(line)).length <= 1, printed);
});

testMerging("machines that were cut off agree when they are back", async ({ remote, machines }) => {
  const [a, b, c] = machines;
  const deeds = ["Deploys need a flag", "Logs are kept for a day", "Money is in cents"];
  for (const body of [...deeds, "Quokka tokens expire at noon"]) await a.save(body);
  await syncAll(machines, 2);
  const comeBack = await remote.cut();
  for (const machine of machines) assertEquals((await machine.try(["sync"])).code, 1);
  await a.run("memory", "edit", idOf(a, "Deploys%"), "--body", "Deploys need the zanzibar flag");
  await b.run("memory", "edit", idOf(b, "Quokka%"), "--body", "Quokka tokens expire at midnight");
  await c.run("memory", "forget", idOf(c, "Quokka%"));
  await b.run("memory", "forget", idOf(b, "Logs%"));
  await c.run("memory", "edit", idOf(c, "Logs%"), "--title", "Logs");
  await a.run("memory", "edit", idOf(a, "Money%"), "--body", "Money is in whole cents");
  await b.run("memory", "edit", idOf(b, "Money%"), "--body", "Sums are kept as integers");
  await c.run("memory", "forget", idOf(c, "Money%"));
  await b.save("Made on its own");
  await comeBack();
  await syncAll(machines, 2);
  assertSame(machines);
  assertEquals(a.rows("select status, body from memories where status <> 'deleted' order by body"), [
    { status: "active", body: "Deploys need the zanzibar flag" },
    { status: "active", body: "Made on its own" },
    { status: "candidate", body: "Money is in whole cents" },
  ]);
  for (const machine of machines) assert(!machine.bytes().includes("Quokka"), "what was forgotten is there");
});

function idOf(machine: Machine, like: string): string {
  return String(machine.column(`select 'm' || id from memories where body like '${like}'`)[0]);
}

function has(machine: Machine, body: string): boolean {
  return machine.column("select body from memories").includes(body);
}

testMerging("the same memory or value saved on two machines is one", async ({ machines }) => {
  const [a, b] = machines;
  for (const machine of [a, b]) await machine.save("Money is an integer of cents");
  await a.run("values", "add", "Measure first");
  await b.run("values", "add", "measure first.");
  await syncAll(machines, 3);
  assertSame(machines);
  assertEquals(a.content().length, 2);
  const values = ["Name tests", "Log times", "Pin tools", "Close files", "Count bytes", "Quote names"]; // of which some lose
  for (const value of values) await a.run("values", "add", value);
  await syncAll(machines);
  await b.run("projects", "forget", b.project, "--here", "--yes");
  for (const value of values) await b.run("values", "add", value);
  await syncAll([b, a], 3);
  assertEquals(
    b.column("select text from project_values order by 1"),
    values.sort(),
    "said again after --here",
  );
});

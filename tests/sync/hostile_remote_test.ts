// What whoever runs a remote can do to what lies there: it is seen, named and mended, and nothing comes of it.
import { spaceId } from "../../src/sync/spaces.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { syncAll, test } from "./_support/machines.ts";
import { PostgresServer } from "./_support/postgres_server.ts";
import { filesBelow } from "../_support/test_home.ts";

interface Operations {
  /** The lines of the batch that holds the memories. */
  read(): string[];
  write(lines: readonly string[]): void;
}

/** What the server does with the operations of two memories. */
const SPOILT: Readonly<Record<string, (operations: Operations) => void>> = {
  "cuts the last one": ({ read, write }) =>
    write(read().map((line, i, all) => i === all.length - 1 ? line.slice(0, -80) : line)),
  "changes one": (operations) => changeFirst(operations, 200),
  "names another key for one": (operations) => changeFirst(operations, 4),
  "gives one the words of another": ({ read, write }) => {
    const [first, second, ...others] = read().map((line) => JSON.parse(line));
    write([{ ...second, id: first.id }, second, ...others].map((one) => JSON.stringify(one)));
  },
  "empties them": ({ write }) => write(["", ""]),
};

for (const [deed, spoil] of Object.entries(SPOILT)) {
  test(`the server ${deed}: who looks is told which, and who has it sends it again`, async ({ a, b, root, url }) => {
    const key = await a.init(url);
    for (const text of ["Money is an integer of cents", "Deploys need a flag"]) await a.save(text);
    await a.run("sync");
    const id = spoilBatch(root, spoil);
    await b.join(url, key);
    assertEquals((await b.try(["sync"])).code, 0, "the others go on");
    // Who has never seen what stood there before cannot tell that other words stand there now.
    for (const machine of b.content().length < 2 && !deed.startsWith("gives") ? [a, b] : [a]) {
      const verified = await machine.try(["sync", "verify"]);
      assertEquals(verified.code, 1);
      assertMatch(verified.stdout, new RegExp(`${id} is set aside: `));
    }
    if (!deed.startsWith("gives")) {
      const status = await b.try(["sync", "status"]);
      assertEquals(status.code, 1);
      assert(status.stdout.includes(id));
    }
    await a.run("sync", "repair");
    await syncAll([b, a]);
    assertEquals([a.content().length, b.content()], [2, a.content()]);
    for (const machine of [a, b]) {
      await machine.run("sync", "verify");
      await machine.run("sync", "status");
    }
  });
}

/** Changes a character of the sealed part of the first one, behind so many others. */
function changeFirst({ read, write }: Operations, units: number): void {
  const sealed = new RegExp(`"sealed":"(.{${units}})(.)`);
  const [first = "", ...others] = read();
  write([first.replace(sealed, (_, head, one) => `"sealed":"${head}${one === "A" ? "B" : "A"}`), ...others]);
}

/** Spoils the batch that holds the memories; returns the name of what is spoilt, or of its batch. */
function spoilBatch(root: string, spoil: (operations: Operations) => void): string {
  const folder = `${root}/shared/mneme-${spaceId("me")}`;
  const path = filesBelow(folder).find((file) => Deno.readTextFileSync(file).includes('"kind":"memory"'))!;
  const read = () => Deno.readTextFileSync(path).split("\n").filter((line) => line !== "");
  const before = read();
  spoil({ read, write: (lines) => Deno.writeTextFileSync(path, lines.map((line) => `${line}\n`).join("")) });
  const after = Deno.readTextFileSync(path).split("\n");
  return JSON.parse(before.find((line, i) => line !== after[i])!).id;
}

test("who has had a record is told that it is missing, of whom, and who has to send it", async ({ anna, ben, root, url }) => {
  await ben.join(url, await anna.init(url, "team:web"), "team:web");
  await anna.share("Releases need the zanzibar flag");
  await ben.run("sync");
  for (const file of filesBelow(`${root}/shared`)) if (file.endsWith(".ops")) Deno.removeSync(file);
  for (const [machine, whose] of [[anna, "yours"], [ben, "anna"]] as const) {
    assertMatch((await machine.try(["sync", "verify"])).stdout, new RegExp(`-\\w+ of ${whose} is missing`));
  }
  await ben.run("sync");
  const status = await ben.try(["sync", "status"]);
  assertEquals(status.code, 1);
  assertMatch(status.stdout, /missing at the remote, of anna: [0-9a-f-]{36}/);
  const lock = Deno.openSync(`${ben.data}/sync/${spaceId("team:web")}.lock`, { write: true });
  lock.lockSync(true); // as a sync does, which may not have read yet what was sent anew
  await ben.run("sync", "status");
  lock.close();
  await syncAll([anna, ben]);
  await ben.run("sync", "status");
  assertEquals(ben.content().length, 1);
});

test("PostgreSQL: no counter of the server hides what it lacks, stops who sends or brings back what was forgotten", async ({ a, b }) => {
  await using server = await PostgresServer.start();
  if (server === undefined) return;
  const url = server.url("mneme");
  await b.join(url, await a.init(url));
  await a.save("Deploys need the quokka flag");
  await a.run("memory", "edit", "m1", "--title", "Flag");
  await syncAll([a, b]);
  await server.run("mneme", "create table dump as select * from mneme_operations");
  await a.run("memory", "forget", "m1");
  await a.save("Money is an integer of cents");
  await syncAll([a, b]);
  // One goes, a dummy comes in its place, and the counter stands where no number follows.
  await server.run(
    "mneme",
    `delete from mneme_operations where kind = 'memory' and id not in (select id from dump)`,
    `update mneme_spaces set version = ${2n ** 63n - 1n}`,
    `insert into mneme_operations select * from dump where kind = 'memory'`,
  );
  const verified = await b.try(["sync", "verify"]);
  assertMatch(verified.stdout, /, 1 left at the remote[^]*\n\s+\S+ of yours is missing at/);
  await a.save("Logs are kept for a week");
  for (const machine of [a, b, a]) await machine.run("sync", "repair");
  await syncAll([b, a]);
  assertEquals([a.content().length, b.content()], [2, a.content()]);
  for (const machine of [a, b]) await machine.run("sync", "verify");
  assert(!a.bytes().includes("quokka"));
});

test("a server that names this machine as the sender of another one's edit and note hides neither", async ({ a, b, root, url }) => {
  await b.join(url, await a.init(url));
  await a.save("Deploys need the quokka flag");
  await syncAll([a, b, a]);
  await b.run("memory", "edit", "m1", "--title", "Flag of deploys");
  await b.run("sync");
  const origins = (path: string) =>
    [...Deno.readTextFileSync(path).matchAll(/"origin":"(\w+)"/g)].map(([, one]) => one!);
  const files = filesBelow(`${root}/shared`).filter((path) => path.endsWith(".ops"));
  const own = files.flatMap(origins)[0]!; // of the first batch, which `a` sent
  for (const path of files) {
    const text = Deno.readTextFileSync(path);
    Deno.writeTextFileSync(path, text.replaceAll(/"origin":"\w+"/g, `"origin":"${own}"`));
  }
  await a.run("sync");
  assertMatch(await a.run("sync", "undo"), /was changed/);
  const verified = await a.try(["sync", "verify"]);
  assertEquals(verified.code, 1);
  assertMatch(verified.stdout, /was changed/);
});

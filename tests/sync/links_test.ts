import { assertEquals } from "../_support/assert.ts";
import { type Machine, syncAll, test } from "./_support/machines.ts";

/** What took whose place, in words: numbers are each machine's own. */
function links(machine: Machine): string[] {
  return machine.rows(`
    select old.body || ' -> ' || coalesce(new.body, 'nothing') as link from memories old
    left join memories new on new.id = old.superseded_by where old.status = 'superseded' order by link`)
    .map(({ link }) => String(link));
}

/** Memories of which each odd one took the place of the one before. */
async function importPairs(machine: Machine, count: number): Promise<void> {
  const category = "DECISION";
  const pairs = Array.from({ length: count }, (_, i) => [
    { id: 2 * i + 1, category, body: `old ${i}`, status: "superseded", superseded_by: 2 * i + 2 },
    { id: 2 * i + 2, category, body: `new ${i}` },
  ]);
  await machine.import(pairs.flat());
}

/** What is to be sent by a machine that has nothing to say. */
async function sentBy(machine: Machine): Promise<number> {
  return (await machine.json<{ pushed: number }[]>("sync"))[0]!.pushed;
}

test("what took a memory's place is known on every machine, changes there, and is sent once", async ({ a, b, c, url }) => {
  const key = await a.init(url);
  for (const machine of [b, c]) await machine.join(url, key);
  await b.save("Numbers differ here");
  await importPairs(a, 12);
  a.change("update memories set status = 'superseded', superseded_by = 1 where body = 'new 11'"); // by an older one
  await syncAll([a, b, c]);
  const wanted = [...Array.from({ length: 12 }, (_, i) => `old ${i} -> new ${i}`), "new 11 -> old 0"].sort();
  assertEquals([links(a), links(b), links(c)], [wanted, wanted, wanted]);
  assertEquals([await sentBy(b), await sentBy(a), await sentBy(c)], [0, 0, 0]);
  // Another one takes its place, on a machine that did not make the link.
  b.change(`update memories set superseded_by = (select id from memories where body = 'new 5'),
    updated_at = '2100-01-01T00:00:00.000Z' where body = 'old 3'`);
  await syncAll([b, a, c]);
  const changed = wanted.map((link) => link.replace("old 3 -> new 3", "old 3 -> new 5"));
  assertEquals([links(a), links(b), links(c)], [changed, changed, changed]);
  // It holds again.
  c.change(`update memories set superseded_by = null, status = 'active',
    updated_at = '2100-01-02T00:00:00.000Z' where body = 'old 3'`);
  await syncAll([c, b, a]);
  const left = changed.filter((link) => !link.startsWith("old 3 "));
  assertEquals([links(a), links(b), links(c)], [left, left, left]);
  assertEquals([await sentBy(b), await sentBy(a), await sentBy(c)], [0, 0, 0]);
});

test("a link to what a machine does not have waits there for it, and is not taken away", async ({ a, b, root, url }) => {
  await b.join(url, await a.init(url));
  await importPairs(a, 1);
  a.change(`update memories set project = '${root}/nameless' where body = 'new 0'`);
  await syncAll([a, b, a, b]);
  assertEquals([links(a), links(b)], [["old 0 -> new 0"], ["old 0 -> nothing"]]);
  a.change(`update memories set project = '${a.project}' where body = 'new 0'`);
  await syncAll([a]);
  // The record alone, whose link is news, comes first: its target has yet to be sent.
  await syncAll([b, a, b]);
  assertEquals([links(a), links(b)], [["old 0 -> new 0"], ["old 0 -> new 0"]]);
});

// A disk that is full, or fills up in the middle, here or where the folder of a space lies.
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { canMount, fullDisk } from "../faults/namespace.ts";
import { Machine } from "./_support/machines.ts";

const MOUNTS = canMount();
const MEMORIES = 150;
const TEXT = "why it is so, at some length, since a disk is to be filled with it. ".repeat(10);

/** Which disk is full while which machine syncs: one has 150 memories to send, the other one to take in. */
const CASES = [
  { disk: "shared", syncs: "sender", leftKb: [0, 40] },
  { disk: "sender/data", syncs: "sender", leftKb: [0, 60, 300] },
  { disk: "taker/data", syncs: "taker", leftKb: [0, 60, 300] },
] as const;

for (const { disk, syncs, leftKb } of CASES) {
  for (const left of leftKb) {
    Deno.test({
      name:
        `a full disk at ${disk} with ${left} KB left stops a sync with one line, and the next one goes on${
          MOUNTS ? "" : " (skipped: this machine lets nobody mount)"
        }`,
      ignore: !MOUNTS,
      fn: () => syncWhileFull({ disk, syncs, left }),
    });
  }
}

async function syncWhileFull(
  { disk, syncs, left }: { readonly disk: string; readonly syncs: string; readonly left: number },
): Promise<void> {
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "mneme-sync-" }));
  try {
    Deno.mkdirSync(`${root}/shared`);
    const [sender, taker] = [new Machine(root, "sender"), new Machine(root, "taker")];
    await taker.join(`dir:${root}/shared`, await sender.init(`dir:${root}/shared`));
    const lines = Array.from(
      { length: MEMORIES },
      (_, i) => JSON.stringify({ category: "RUNBOOK", body: `step ${i}: ${TEXT}${i}` }),
    );
    Deno.writeTextFileSync(`${root}/many.jsonl`, lines.join("\n"));
    await sender.run("memory", "import", `${root}/many.jsonl`);
    if (syncs === "taker") await sender.run("sync");
    const folder = `${root}/${disk}`;
    Deno.renameSync(folder, `${folder}.saved`);
    Deno.mkdirSync(folder);
    Deno.mkdirSync(`${folder}.after`);
    const machine = syncs === "sender" ? sender : taker;
    const { code, stderr } = await machine.try(["sync"], { within: fullDisk(folder, left) });
    Deno.removeSync(folder);
    Deno.renameSync(`${folder}.after`, folder);
    assertEquals([code, stderr.trim().split("\n").length], [1, 1], stderr);
    assertMatch(stderr, /^mneme: .*(disk|No space left)/); // SQLite's own words are "disk I/O error" where all is full
    assertEquals(namesBelow(`${root}/shared`).filter((name) => !/\.ops$|identity$/.test(name)), []);
    for (const one of [sender, taker, sender]) await one.run("sync");
    assertEquals(taker.content(), sender.content());
    assertEquals(taker.content().length, MEMORIES);
    const status = await machine.json<{ spaces: { refused: number; last_error: null }[] }>("sync", "status");
    assertEquals([status.spaces[0]!.refused, status.spaces[0]!.last_error], [0, null]);
    assert(machine.rows("pragma integrity_check").every((row) => row.integrity_check === "ok"));
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

function namesBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) =>
    isDirectory ? namesBelow(`${folder}/${name}`) : [name]
  );
}

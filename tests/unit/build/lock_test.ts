import { assert, assertEquals } from "../../_support/assert.ts";
import { lockTree } from "../../../src/build/lock.ts";

Deno.test("lockTree lets a second build in only when the first is done, even after a clean took the file away", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/build/lock`;
  try {
    const order: string[] = [];
    const first = await lockTree(path);
    const second = lockTree(path).then((lock) => {
      order.push("second");
      return lock;
    });
    await Deno.stat(path);
    order.push("first done");
    await Deno.remove(`${folder}/build`, { recursive: true });
    first[Symbol.dispose]();
    (await second)[Symbol.dispose]();
    assertEquals(order, ["first done", "second"]);
    assert((await Deno.stat(path)).isFile);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("lockTree gets its lock while a clean takes the folder away again and again", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/build/lock`;
  let isOver = false;
  const cleaner = (async () => {
    while (!isOver) await Deno.remove(`${folder}/build`, { recursive: true }).catch(() => {});
  })();
  try {
    let locks = 0;
    for (; locks < 40; locks++) (await lockTree(path))[Symbol.dispose]();
    assertEquals(locks, 40);
  } finally {
    isOver = true;
    await cleaner;
    await Deno.remove(folder, { recursive: true });
  }
});

import { assert, assertEquals } from "../../_support/assert.ts";
import { lockTree } from "../../../src/build/files.ts";

Deno.test("lockTree lets a second build in only when the first is done", async () => {
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
    first[Symbol.dispose]();
    (await second)[Symbol.dispose]();
    assertEquals(order, ["first done", "second"]);
    assert((await Deno.stat(path)).isFile);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

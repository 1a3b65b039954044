import { assert, assertEquals, assertThrows } from "../../_support/assert.ts";
import { asUserError } from "../../../src/cli/frame/attempt.ts";
import { StoreError } from "../../../src/store/store_error.ts";
import { Actions } from "../../../src/view/actions.ts";

const explain = (error: unknown) => asUserError("do this", error);

Deno.test("Actions does what waits only once it is over, and not where it was undone", async () => {
  let told = 0;
  const actions = new Actions(() => told++, explain);
  const done: string[] = [];
  const dropped = actions.later({ verb: "drop", ids: ["m1"] }, () => (done.push("m1"), ["Dropped m1"]));
  actions.later({ verb: "drop", ids: ["m2"] }, () => (done.push("m2"), ["Dropped m2"]));
  assert(actions.hasWaiting() && actions.list().at(-1)!.left! > 9000);
  assertEquals(actions.undo(dropped.id).state, "undone");
  assertEquals(done, []);
  await actions.finishAll();
  assertEquals(done, ["m2"]);
  assertEquals(actions.list().map(({ state, lines }) => [state, ...lines]), [["done", "Dropped m2"], [
    "undone",
    "Nothing was removed",
  ]]);
  assert(!actions.hasWaiting() && told > 0);
});

Deno.test("Actions tells of a removal that failed, and takes nothing back twice", async () => {
  const actions = new Actions(() => {}, explain);
  actions.later({ verb: "forget", ids: ["m1"] }, () => {
    throw new StoreError("busy", "database is locked");
  });
  await actions.finishAll();
  assertEquals(actions.list().map(({ state, lines }) => [state, ...lines]), [[
    "failed",
    "Cannot do this: database is locked; try again in a moment",
  ]]);
  let undone = 0;
  const { id } = actions.add(
    { verb: "keep", ids: ["m2"], lines: ["Kept m2"] },
    () => (undone++, ["m2 is as before"]),
  );
  actions.undo(id);
  assertThrows(() => actions.undo(id), /Cannot undo this any more/);
  assertThrows(() => actions.undo(99), /Cannot undo/);
  assertEquals(undone, 1);
});

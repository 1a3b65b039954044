import { assert, assertEquals, assertThrows } from "../../_support/assert.ts";
import { asUserError } from "../../../src/cli/frame/attempt.ts";
import { StoreError } from "../../../src/store/store_error.ts";
import { Deeds } from "../../../src/view/deeds.ts";

const explain = (error: unknown) => asUserError("do this", error);

Deno.test("Deeds does what waits only once it is over, and not where it was undone", async () => {
  let told = 0;
  const deeds = new Deeds(() => told++, explain);
  const done: string[] = [];
  const dropped = deeds.later({ verb: "drop", ids: ["m1"] }, () => (done.push("m1"), ["Dropped m1"]));
  deeds.later({ verb: "drop", ids: ["m2"] }, () => (done.push("m2"), ["Dropped m2"]));
  assert(deeds.hasWaiting() && deeds.list().at(-1)!.left! > 9000);
  assertEquals(deeds.undo(dropped.id).state, "undone");
  assertEquals(done, []);
  await deeds.finishAll();
  assertEquals(done, ["m2"]);
  assertEquals(deeds.list().map(({ state, lines }) => [state, ...lines]), [["done", "Dropped m2"], [
    "undone",
    "Nothing was removed",
  ]]);
  assert(!deeds.hasWaiting() && told > 0);
});

Deno.test("Deeds tells of a removal that failed, and takes nothing back twice", async () => {
  const deeds = new Deeds(() => {}, explain);
  deeds.later({ verb: "forget", ids: ["m1"] }, () => {
    throw new StoreError("busy", "database is locked");
  });
  await deeds.finishAll();
  assertEquals(deeds.list().map(({ state, lines }) => [state, ...lines]), [[
    "failed",
    "Cannot do this: database is locked; try again in a moment",
  ]]);
  let undone = 0;
  const { id } = deeds.add(
    { verb: "keep", ids: ["m2"], lines: ["Kept m2"] },
    () => (undone++, ["m2 is as before"]),
  );
  deeds.undo(id);
  assertThrows(() => deeds.undo(id), /Cannot undo this any more/);
  assertThrows(() => deeds.undo(99), /Cannot undo/);
  assertEquals(undone, 1);
});

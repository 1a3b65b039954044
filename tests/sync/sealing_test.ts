import { UserError } from "../../src/base/user_error.ts";
import type { OperationHead } from "../../src/sync/remote.ts";
import { keyFromWords, keyWords, newKey, Seal, spaceId, uuidFrom, uuidNow } from "../../src/sync/sealing.ts";
import { assert, assertEquals, assertMatch, assertThrows } from "../_support/assert.ts";

const HEAD: OperationHead = {
  space: spaceId("me"),
  record: "0192f3c4-a5b6-7000-a000-000000000000",
  stamp: "0192f3c4a5b6-0000-1a2b3c4d",
  kind: "memory",
};

Deno.test("Seal opens what it sealed, and holds nothing of it in the open", async () => {
  const seal = await Seal.from([newKey()]);
  const body = { text: "we deploy on Fridays" };
  const sealed = await seal.seal(HEAD, body);
  assertEquals(await seal.open(HEAD, sealed), body);
  assert(!new TextDecoder("latin1").decode(sealed).includes("Friday"));
  const again = await seal.seal(HEAD, body);
  assert(again.toHex() !== sealed.toHex(), "each has a key of its own");
});

Deno.test("Seal opens nothing that was changed, moved to another record or sealed with another key", async () => {
  const seal = await Seal.from([newKey()]);
  const sealed = await seal.seal(HEAD, { text: "a" });
  for (let i = 0; i < sealed.length; i++) {
    const changed = sealed.slice();
    changed[i] = changed[i]! ^ 1;
    assertEquals(await seal.open(HEAD, changed), undefined, `byte ${i}`);
  }
  for (
    const other of [{ ...HEAD, record: HEAD.space }, { ...HEAD, kind: "value" as const }, {
      ...HEAD,
      space: "x",
    }]
  ) {
    assertEquals(await seal.open(other, sealed), undefined);
  }
  assertEquals(await (await Seal.from([newKey()])).open(HEAD, sealed), undefined);
  assertEquals(await seal.open(HEAD, sealed.slice(0, 40)), undefined);
  assertEquals(await seal.open(HEAD, new Uint8Array()), undefined);
});

Deno.test("Seal reads with older keys and compares texts as before after a new key", async () => {
  const [old, young] = [newKey(), newKey()];
  const [before, after] = [await Seal.from([old]), await Seal.from([young, old])];
  assertEquals(await after.open(HEAD, await before.seal(HEAD, 1)), 1);
  assertEquals(await before.open(HEAD, await after.seal(HEAD, 1)), undefined);
  assertEquals(after.digest("a"), before.digest("a"));
});

Deno.test("keyFromWords() takes the words back however they are pasted, and names says nothing of a slip's words", () => {
  const key = newKey();
  const words = keyWords(key);
  assertEquals(words.split(" ").length, 24);
  assertEquals(keyFromWords(`  ${words.toUpperCase().replaceAll(" ", "\n ")}\n`), key);
  for (const wrong of ["", "abandon", `${words} able`, words.replace(/\w+$/, "xyz")]) {
    assertThrows(() => keyFromWords(wrong), (error: unknown) => {
      return error instanceof UserError && !error.message.includes(words.split(" ").slice(0, 3).join(" "));
    });
  }
});

Deno.test("uuidFrom() is the same for the same, and both kinds are UUIDs", async () => {
  const { name } = await Seal.from([newKey()]);
  assertEquals(uuidFrom(name, "a"), uuidFrom(name, "a"));
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[78][0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/;
  assertMatch(uuidFrom(name, "a"), form);
  assertMatch(uuidNow(), form);
  assert(uuidFrom(name, "a") !== uuidFrom(name, "b"));
});

import { UserError } from "../../src/base/user_error.ts";
import type { OperationHead } from "../../src/sync/remote.ts";
import { Seal, uuidFrom, uuidNow } from "../../src/sync/sealing.ts";
import { ownedName } from "../../src/sync/members.ts";
import { keyFromWords, keyWords, newKey, spaceId, type SpaceKey } from "../../src/sync/spaces.ts";
import { assert, assertEquals, assertMatch, assertThrows } from "../_support/assert.ts";

const HEAD: OperationHead = {
  space: spaceId("me"),
  record: "0192f3c4-a5b6-7000-a000-000000000000",
  stamp: "0192f3c4a5b6-0000-1a2b3c4d",
  kind: "memory",
};

Deno.test("Seal opens what it sealed, and holds nothing of it in the open", async () => {
  const seal = await sealOf(newKey());
  const body = { text: "we deploy on Fridays" };
  const sealed = await seal.seal(HEAD, body);
  assertEquals(await seal.open(HEAD, sealed), { body, member: undefined });
  assert(!new TextDecoder("latin1").decode(sealed).includes("Friday"));
  const again = await seal.seal(HEAD, body);
  assert(again.toHex() !== sealed.toHex(), "each has a key of its own");
});

Deno.test("Seal opens nothing that was changed, moved to another record or sealed with another key", async () => {
  const seal = await sealOf(newKey());
  const sealed = await seal.seal(HEAD, { text: "a" });
  for (let i = 0; i < sealed.length; i++) {
    const changed = sealed.slice();
    changed[i] = changed[i]! ^ 1;
    assertEquals(typeof await seal.open(HEAD, changed), "string", `byte ${i}`);
  }
  for (
    const other of [{ ...HEAD, record: HEAD.space }, { ...HEAD, kind: "value" as const }, {
      ...HEAD,
      space: "x",
    }]
  ) {
    assertEquals(await seal.open(other, sealed), "it is broken");
  }
  assertMatch(String(await (await sealOf(newKey())).open(HEAD, sealed)), /lacks/);
  assertEquals(await seal.open(HEAD, sealed.slice(0, 40)), "it is broken");
  assertEquals(await seal.open(HEAD, new Uint8Array()), "it is broken");
});

Deno.test("Seal reads with older keys and compares texts as before after a new key", async () => {
  const [old, young] = [newKey(), newKey()];
  const [before, after] = [await sealOf(old), await sealOf(young, old)];
  assertEquals(await after.open(HEAD, await before.seal(HEAD, 1)), { body: 1, member: undefined });
  assertMatch(String(await before.open(HEAD, await after.seal(HEAD, 1))), /lacks/);
  assertEquals(after.digest("a"), before.digest("a"));
  const ended = await Seal.from({ name: "me", keys: [young], retired: [old] });
  assertMatch(String(await ended.open(HEAD, await before.seal(HEAD, 1))), /was replaced/);
  assertEquals(ended.digest("a"), before.digest("a"));
});

Deno.test("Seal opens in a team only what the owner of the record has signed", async () => {
  const [key, ben, anna] = [newKey(), newKey(), newKey()];
  const team = (member: SpaceKey) => Seal.from({ name: "team:web", keys: [key], member });
  const [hers, his] = [await team(anna), await team(ben)];
  const record = hers.recordOf("a memory");
  const head = { ...HEAD, record };
  const opened = await his.open(head, await hers.seal(head, { text: "a" }));
  assert(typeof opened !== "string");
  assertEquals([opened.body, ownedName(record, opened.member!)], [{ text: "a" }, record]);
  assertMatch(String(await hers.open(head, await his.seal(head, { text: "b" }))), /owner/);
  const unsigned = await Seal.from({ name: "me", keys: [key] });
  assertMatch(String(await hers.open(head, await unsigned.seal(head, { text: "c" }))), /owner/);
  const resealed = await hers.resealed(head, await his.seal(head, { text: "b" }));
  assertMatch(String(await hers.open(head, resealed)), /owner/);
});

function sealOf(...keys: SpaceKey[]): Promise<Seal> {
  return Seal.from({ name: "me", keys });
}

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
  const { name } = await sealOf(newKey());
  assertEquals(uuidFrom(name, "a"), uuidFrom(name, "a"));
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[78][0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/;
  assertMatch(uuidFrom(name, "a"), form);
  assertMatch(uuidNow(), form);
  assert(uuidFrom(name, "a") !== uuidFrom(name, "b"));
});

import { resealAll } from "../../src/sync/keys.ts";
import type { Operation, Remote } from "../../src/sync/remote.ts";
import { Seal } from "../../src/sync/sealing.ts";
import { newKey, spaceId } from "../../src/sync/spaces.ts";
import { stampAfter, uuidsNow } from "../../src/sync/stamp.ts";
import { assert } from "../_support/assert.ts";

Deno.test("resealAll() removes the former keys only with the message that has the new ones", async () => {
  const space = { name: "me", keys: [newKey(), newKey()], retired: [], remote: "", author: "", shares: [] };
  const seal = new Seal({ name: "me", keys: space.keys.slice(1) });
  const ids = uuidsNow(1001);
  const origin = "aaaaaaaa";
  const operations = ids.map((id, i): Operation => {
    const kind = i === 0 ? "keys" : "memory";
    const head = { space: spaceId("me"), record: id, kind, stamp: stampAfter(undefined, 1, origin) } as const;
    return { ...head, id, origin, sealed: seal.seal(head, {}) };
  });
  const pushes: [readonly Operation[], readonly string[]][] = [];
  const remote = {
    ids: () => Promise.resolve(ids),
    read: async function* () {
      yield await Promise.resolve(operations);
    },
    push: (added: readonly Operation[], replaced: readonly string[]) => {
      pushes.push([added, replaced]);
      return Promise.resolve();
    },
  };
  await resealAll(remote as unknown as Remote, space, origin);
  const [added] = pushes.find(([, replaced]) => replaced.includes(ids[0]!))!;
  assert(pushes.length === 2 && added.some(({ kind }) => kind === "keys"));
});

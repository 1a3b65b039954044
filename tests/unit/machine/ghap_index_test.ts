import { countCall, openCounter, writeGhapIndex } from "../../../src/machine/ghap_index.ts";
import { type Paths, pathsBelow } from "../../../src/machine/paths.ts";
import { assert, assertEquals, assertNotEquals } from "../../_support/assert.ts";
import { test, TestHome } from "../../_support/test_home.ts";

const ENTRY = { id: 3, sessionId: "s", agentId: null, since: "2026-03-01T10:00:00.000Z" };

/** A home with the folder of the index. */
function prepared(home: TestHome): Paths {
  const paths = pathsBelow(home.data);
  Deno.mkdirSync(paths.state, { recursive: true });
  return paths;
}

test("openCounter() knows who has an open entry, and takes a broken index for an empty one", (home) => {
  const paths = prepared(home);
  assertEquals(openCounter(paths, "s", null), undefined);
  writeGhapIndex(paths, [ENTRY, { ...ENTRY, id: 4, agentId: "a1" }]);
  const [main, helper] = [openCounter(paths, "s", null), openCounter(paths, "s", "a1")];
  assert(main !== undefined && helper !== undefined);
  assertNotEquals(main, helper);
  assertEquals([openCounter(paths, "s2", null), openCounter(paths, "s", "a2")], [undefined, undefined]);
  Deno.writeTextFileSync(`${paths.state}/ghap`, Deno.readTextFileSync(`${paths.state}/ghap`).slice(0, 25));
  assertEquals(openCounter(paths, "s", null), undefined);
});

test("an update of the entry begins the count anew and removes the counter before it, and nothing else", (home) => {
  const paths = prepared(home);
  Deno.writeTextFileSync(`${paths.state}/lost`, "\n");
  writeGhapIndex(paths, [ENTRY]);
  const before = openCounter(paths, "s", null)!;
  countCall(paths, before, "t1");
  writeGhapIndex(paths, [{ ...ENTRY, since: "2026-03-01T11:00:00.000Z" }]);
  const after = openCounter(paths, "s", null)!;
  assertEquals([...Deno.readDirSync(paths.state)].map(({ name }) => name).sort(), ["ghap", "lost"]);
  assertEquals(countCall(paths, after, "t1"), 1);
});

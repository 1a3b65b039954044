import { keepAsks } from "../../../src/store/asks.ts";
import { tellSilentSaves } from "../../../src/store/at_start.ts";
import { forgetMemories } from "../../../src/store/forget.ts";
import { insertMemory, memoryByRow } from "../../../src/store/memories.ts";
import { assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
import { AT, draft, MemoryStore, PROJECT, test } from "./memory_store.ts";

const PROJECTS: Record<string, string> = { here: PROJECT, elsewhere: "/elsewhere" };
const BODIES = ["Use pnpm for installs", "The queue is Redis streams", "Deploy on Fridays"];

function saveAll({ store }: MemoryStore, bodies: readonly string[]): void {
  const found = bodies.map((body, i) => ({ draft: draft(body), evidenceUuid: `${body} ${i}` }));
  const ask = { sessionId: "session-1", promptCount: 1, at: AT };
  keepAsks(store, { found, dismissed: [] }, ask, () => true);
}

const told = (home: MemoryStore, project: string) =>
  tellSilentSaves(home.store, project, AT).map(({ id }) => id);

type Told = [where: string, ...rows: number[]];

for (
  const [what, steps] of casesOf<[what: string, steps: (string | Told)[]]>(import.meta.filename, "_saves")
) {
  test(`tellSilentSaves() tells ${what}`, (home) => {
    const left = [...BODIES];
    for (const step of steps) {
      if (typeof step !== "string") {
        const [where, ...rows] = step;
        assertEquals(told(home, PROJECTS[where]!), rows, step.join(" "));
        continue;
      }
      const [verb, number] = step.split(" ");
      if (verb === "save") saveAll(home, left.splice(0, Number(number)));
      else forgetMemories(home.store, [memoryByRow(home.store, Number(number))!], AT);
    }
  });
}

test("tellSilentSaves() leaves what it has no room for to the next one", (home) => {
  for (let i = 0; i < 60; i++) insertMemory(home.store, draft(`Port ${i}`), { status: "active", at: AT });
  home.store.run("insert into silent_saves (memory_id, project) select id, project from memories");
  assertEquals(tellSilentSaves(home.store, PROJECT, AT).length, 50);
  assertEquals(told(home, PROJECT), Array.from({ length: 10 }, (_, i) => 51 + i));
  assertEquals(tellSilentSaves(home.store, PROJECT, AT), []);
});

import * as fc from "fast-check";
import { prepareHome } from "../../../src/hook/prepare_home.ts";
import { assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
import { CliHome } from "../../_support/cli_home.ts";
import { changeJson, changeText, hostileValue, jsonChanges, textChanges } from "../mutation.ts";
import { defineTarget } from "../target.ts";

/** One record of each kind, as hooks write them. */
const RECORDS = casesOf<Readonly<Record<string, unknown>>>(import.meta.filename?.replace(/\.ts$/, ""));

const file = fc.record({
  records: fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.tuple(fc.nat({ max: RECORDS.length - 1 }), jsonChanges) },
      { weight: 1, arbitrary: fc.tuple(hostileValue) },
    ),
    { maxLength: 5 },
  ),
  texts: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: textChanges }),
});

/** Foreign, torn and hostile files in the spool: every sound one beside them is drained, once, and none stays. */
export const spool = defineTarget({
  name: "spool",
  limitMs: 20_000,
  cases: fc.array(file, { minLength: 1, maxLength: 6 }),
  check(files) {
    using home = new CliHome();
    home.prepare();
    const names: string[] = [];
    for (const [i, { records, texts }] of files.entries()) {
      const lines = records.map((record) =>
        record.length === 1
          ? JSON.stringify(record[0])
          : JSON.stringify(changeJson(RECORDS[record[0]], record[1])) ?? ""
      );
      Deno.writeTextFileSync(`${home.paths.spool}/${i}-b.jsonl`, changeText(lines.join("\n"), texts));
      const session = { ...RECORDS[2]!.session as object, sessionId: "sound" };
      const sound = { ...RECORDS[2], session, toolUseId: `sound-${i}` };
      Deno.writeTextFileSync(`${home.paths.spool}/${i}-a.jsonl`, JSON.stringify(sound) + "\n");
      names.push(`sound-${i}`);
    }
    prepareHome(home.paths, { drainLimit: Infinity, log: () => {} }).store.close();
    const kept = home.withStore((store) =>
      store.all<{ id: string }>(
        "select tool_use_id as id from pending_queue where session_id = 'sound' order by 1",
      )
    ).map(({ id }) => id);
    const left = [...Deno.readDirSync(home.paths.spool)].filter(({ isFile }) => isFile);
    assertEquals({ kept, left }, { kept: names.toSorted(), left: [] });
  },
});

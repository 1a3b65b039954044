// Whatever a client says, nothing of it makes a dialect throw, and what comes of it is read like Claude Code's own.
import fc from "fast-check";
import { recordedLines, recordings } from "../_support/recorded.ts";
import type { WireObject } from "../../src/base/json.ts";
import { DIALECTS } from "../../src/wire/dialects.ts";
import { decodeStop, decodeToolUse, decodeUserPrompt } from "../../src/wire/events.ts";
import { HistoryReader } from "../../src/wire/foreign_history.ts";
import { decodeHistoryRow } from "../../src/wire/history_row.ts";

const RECORDED = recordings().map(({ client, name }) => ({
  client,
  payloads: recordedLines(client, `${name}.payloads`),
  rows: recordedLines(client, `${name}.transcript`),
}));

/** A recorded object with some of its values, at any depth, replaced by anything. */
function broken(whole: fc.Arbitrary<WireObject>): fc.Arbitrary<WireObject> {
  return fc.tuple(whole, fc.array(fc.tuple(fc.nat(), fc.jsonValue()), { maxLength: 4 }))
    .map(([object, changes]) => {
      const copy = structuredClone(object) as Record<string, unknown>;
      for (const [at, value] of changes) {
        let [node, left] = [copy, at];
        for (;;) {
          const keys = Object.keys(node);
          if (keys.length === 0) break;
          const key = keys[left % keys.length]!;
          left = Math.floor(left / keys.length);
          const below = node[key];
          if (left === 0 || typeof below !== "object" || below === null) {
            node[key] = value;
            break;
          }
          node = below as Record<string, unknown>;
        }
      }
      return copy;
    });
}

for (const { client, payloads, rows } of RECORDED) {
  const dialect = DIALECTS[client];

  Deno.test(`${client}: no payload makes its dialect throw`, () => {
    const given = fc.oneof(broken(fc.constantFrom(...payloads)), fc.object());
    fc.assert(fc.property(given, fc.string(), (payload, file) => {
      const told = dialect.payload(payload, {
        readStart: () => file,
        readEnd: () => file,
        waitForText: () => {},
      });
      if (told === undefined) return;
      decodeToolUse(told);
      decodeStop(told);
      decodeUserPrompt(told);
    }));
  });

  Deno.test(`${client}: no row makes its dialect throw`, () => {
    const given = fc.oneof(broken(fc.constantFrom(...rows)), fc.object());
    fc.assert(fc.property(fc.array(given, { maxLength: 8 }), (found) => {
      const reader = new HistoryReader(dialect);
      for (const row of found.flatMap((one) => reader.rowsOf(one as WireObject))) decodeHistoryRow(row, 0);
      for (const row of found) dialect.owns(row as WireObject);
    }));
  });
}

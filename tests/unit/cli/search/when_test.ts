import { parseWhen } from "../../../../src/cli/frame/plain_text.ts";
import { UsageError } from "../../../../src/base/user_error.ts";
import { assertEquals, assertThrows } from "../../../_support/assert.ts";

const NOW = new Date(2026, 10, 20, 15, 30);

function local(year: number, month: number, day: number, ms = 0): string {
  return new Date(new Date(year, month - 1, day).getTime() + ms).toISOString();
}

Deno.test("parseWhen reads days on the local calendar, from their start or to their end", () => {
  assertEquals(parseWhen("2026-11-01", "start", NOW), local(2026, 11, 1));
  assertEquals(parseWhen("2026-11-01", "end", NOW), local(2026, 11, 2, -1));
  assertEquals(parseWhen("yesterday", "start", NOW), local(2026, 11, 19));
  assertEquals(parseWhen("Today", "end", NOW), local(2026, 11, 21, -1));
});

Deno.test("parseWhen counts back from now, and takes a whole moment", () => {
  assertEquals(parseWhen("7d", "start", NOW), new Date(NOW.getTime() - 7 * 86_400_000).toISOString());
  assertEquals(parseWhen("2w", "end", NOW), new Date(NOW.getTime() - 14 * 86_400_000).toISOString());
  assertEquals(parseWhen("12h", "start", NOW), new Date(NOW.getTime() - 12 * 3_600_000).toISOString());
  assertEquals(parseWhen("2026-11-01T14:00Z", "start", NOW), "2026-11-01T14:00:00.000Z");
});

for (
  const text of [
    "",
    "soon",
    "2026-13-01",
    "2026-02-30",
    "7",
    "-7d",
    "0d",
    "99999d",
    "2026-11-01T99:00Z",
    "1e3d",
  ]
) {
  Deno.test(`parseWhen refuses ${JSON.stringify(text)}`, () => {
    assertThrows(() => parseWhen(text, "start", NOW), UsageError);
  });
}

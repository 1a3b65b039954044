/// <reference lib="dom" />
import { testVerdicts } from "../../_support/cases.ts";

Object.assign(globalThis, { document: { getElementById: () => null } });
const { ageOf, clock, shortPath } = await import("../../../src/view/page/parts.tsx");
const { shortcutOf } = await import("../../../src/view/page/state.ts");

testVerdicts(import.meta.filename, {
  age: (then: string, now: string) => ageOf(new Date(then), new Date(now)),
  hasYear: (at: string) => /\d{4}/.test(clock(at)),
  shortPath,
  shortcut: (event: KeyboardEvent) => shortcutOf(event),
});

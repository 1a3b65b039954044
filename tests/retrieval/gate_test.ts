import { assert, assertEquals } from "../_support/assert.ts";
import { anyAt5, searchCoding, tellPrompts, tellStarts } from "./coding.ts";
import { CODING_SETS } from "./coding_data.ts";
import { notReached } from "./ranking_measures.ts";

const SETS = Object.values(CODING_SETS);

Deno.test("search finds what answers a prompt of the coding sets as well as before", () => {
  const any = (phrases: boolean) => anyAt5(SETS.flatMap((read) => searchCoding(read(), { phrases })));
  const names = ["first", "blind", "third", "fourth"] as const;
  const [withPhrases, ownWords] = [true, false].map((phrases) => tellPrompts(names, phrases));
  const values = {
    "any@5 with phrases": any(true),
    "any@5 by own words": any(false),
    "reach with phrases": withPhrases!.reach,
    "reach by own words": ownWords!.reach,
  };
  assertEquals(notReached("coding", values), []);
  for (const { tokens } of [withPhrases!, ownWords!]) assert(tokens <= 100, `${tokens} tokens a prompt`);
});

Deno.test("a start tells the title of whatever a project of the coding sets has", () => {
  for (const { name, rest, text, tokens } of SETS.flatMap((read) => tellStarts(read()))) {
    assert(rest === 0 && text.length <= 9500 && tokens <= 2500, `${name}: ${rest} left, ${tokens} tokens`);
  }
});

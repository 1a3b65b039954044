import { assert } from "../_support/assert.ts";
import { anyAt5, searchCoding, tellPrompts, tellStarts } from "./coding.ts";
import { CODING_SETS } from "./coding_data.ts";
import { readLocomo, runLocomo } from "./locomo.ts";
import { meanOf } from "./ranking_measures.ts";

/** What was reached; who falls further below than the tolerance has made search worse. */
interface Level {
  readonly tolerance: number;
  readonly least: Readonly<Record<string, number>>;
}

const levels: { readonly coding: Level; readonly locomo: Level } = JSON.parse(
  Deno.readTextFileSync(new URL("./baseline.json", import.meta.url)),
);

function assertReached(values: Readonly<Record<string, number>>, { tolerance, least }: Level): void {
  for (const [name, reached] of Object.entries(least)) {
    const value = values[name] ?? 0;
    assert(value >= reached - tolerance, `${name} is ${value.toFixed(3)} and was ${reached.toFixed(3)}`);
  }
}

const SETS = Object.values(CODING_SETS);

Deno.test("search finds what answers a prompt of the coding sets as well as before", () => {
  const any = (phrases: boolean) => anyAt5(SETS.flatMap((read) => searchCoding(read(), { phrases })));
  const names = ["first", "blind", "third", "fourth"] as const;
  const [withPhrases, ownWords] = [true, false].map((phrases) => tellPrompts(names, phrases));
  assertReached({
    "any@5 with phrases": any(true),
    "any@5 by own words": any(false),
    "reach with phrases": withPhrases!.reach,
    "reach by own words": ownWords!.reach,
  }, levels.coding);
  for (const { tokens } of [withPhrases!, ownWords!]) assert(tokens <= 100, `${tokens} tokens a prompt`);
});

Deno.test("a start tells the title of whatever a project of the coding sets has", () => {
  for (const { name, rest, text, tokens } of SETS.flatMap((read) => tellStarts(read()))) {
    assert(rest === 0 && text.length <= 9500 && tokens <= 2500, `${name}: ${rest} left, ${tokens} tokens`);
  }
});

const locomo = Deno.env.get("MNEME_LOCOMO");

Deno.test({
  name: "search ranks the turns of LoCoMo as well as before (MNEME_LOCOMO names its file)",
  // Its licence keeps it out of the repository.
  ignore: locomo === undefined,
  fn() {
    const { mneme } = runLocomo(readLocomo(locomo ?? ""));
    const turn = meanOf(mneme.map((answered) => answered.turn));
    const session = meanOf(mneme.map((answered) => answered.session));
    assertReached({
      "turn any@5": turn.any5,
      "turn recall@10": turn.recall10,
      "turn MRR": turn.reciprocalRank,
      "session any@5": session.any5,
    }, levels.locomo);
  },
});

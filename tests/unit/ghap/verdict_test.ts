import {
  bearsOut,
  GHAP_EXPECTS,
  type GhapExpectation,
  RUN_KINDS,
  suggestedAction,
  tierOf,
  verdictOf,
} from "../../../src/ghap/entry.ts";
import { assertEquals } from "../../_support/assert.ts";

/** `expects of expects_of` beside the verdicts on tests that pass and fail, and on a build that passes and fails. */
const VERDICTS: readonly (readonly [string, string])[] = [
  ["pass", "confirms falsifies confirms falsifies"],
  ["pass of tests", "confirms falsifies unclear unclear"],
  ["pass of builds", "unclear unclear confirms falsifies"],
  ["fail", "falsifies confirms falsifies confirms"],
  ["fail of tests", "falsifies confirms unclear unclear"],
  ["fail of builds", "unclear unclear falsifies confirms"],
  ["either", "unclear unclear unclear unclear"],
  ["either of tests", "unclear unclear unclear unclear"],
  ["nothing", "unclear unclear unclear unclear"],
  ["nothing of tests", "unclear unclear unclear unclear"],
];

const RUNS = RUN_KINDS.flatMap((kind) => (["pass", "fail"] as const).map((result) => ({ kind, result })));

function said(text: string): GhapExpectation {
  const [expects, kind] = text.split(" of ");
  return {
    expects: GHAP_EXPECTS.find((one) => one === expects) ?? null,
    expects_of: RUN_KINDS.find((one) => one === kind) ?? null,
  };
}

for (const [text, verdicts] of VERDICTS) {
  Deno.test(`verdictOf() holds runs against ${text}`, () => {
    assertEquals(RUNS.map((run) => verdictOf(said(text), run)).join(" "), verdicts);
  });
}

Deno.test("verdictOf() is unclear where the result is unknown", () => {
  assertEquals(verdictOf(said("pass"), { kind: "tests", result: "unknown" }), "unclear");
});

Deno.test("suggestedAction() suggests nothing for an unclear verdict", () => {
  assertEquals((["confirms", "falsifies", "unclear"] as const).map(suggestedAction), [
    "resolve_confirmed",
    "resolve_falsified",
    undefined,
  ]);
});

Deno.test("bearsOut() wants a run that fits, and any of the right kind where none was said", () => {
  const borne = (text: string, status: "confirmed" | "falsified" | "abandoned") =>
    RUNS.map((run) => bearsOut(said(text), status, run) ? "yes" : "no").join(" ");
  assertEquals(borne("pass of tests", "confirmed"), "yes no no no");
  assertEquals(borne("pass of tests", "falsified"), "no yes no no");
  assertEquals(borne("fail", "confirmed"), "no yes no yes");
  assertEquals(borne("either of builds", "confirmed"), "no no yes yes");
  assertEquals(borne("nothing", "falsified"), "yes yes yes yes");
  assertEquals(borne("nothing", "abandoned"), "no no no no");
  assertEquals(bearsOut(said("nothing"), "confirmed", { kind: "tests", result: "unknown" }), false);
});

Deno.test("tierOf() gives gold to a run on record alone", () => {
  const none = { isAutoCaptured: false, hasMatchingOutcome: false, hasRootCause: false, hasLesson: false };
  assertEquals(tierOf({ ...none, isAutoCaptured: true, hasMatchingOutcome: true }), "gold");
  assertEquals(tierOf({ ...none, isAutoCaptured: true, hasLesson: true }), "silver");
  assertEquals(tierOf({ ...none, hasMatchingOutcome: true, hasRootCause: true }), "silver");
  assertEquals(tierOf({ ...none, isAutoCaptured: true }), "bronze");
});

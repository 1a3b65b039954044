import { type CueName, LANGUAGES } from "../../../src/triage/cues/languages.ts";
import CUES from "../../../src/triage/cues/cues.json" with { type: "json" };
import { readMessage, says } from "../../../src/triage/reading.ts";
import { triage } from "../../../src/triage/triage.ts";
import { TRAITS } from "../../../src/triage/tokens.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { casesOf, testVerdicts } from "../../_support/cases.ts";

for (const { code, cues, grammar, examples } of LANGUAGES) {
  Deno.test(`triage reads the examples of ${code}`, () => {
    for (
      const [cue, text] of Object.entries(examples).flatMap(([cue, texts]) =>
        [texts].flat().map((text) => [cue, text] as const)
      )
    ) {
      const { passages: [passage] } = readMessage({ role: "assistant", text });
      assert(passage !== undefined && says(passage, cue as CueName), `${cue}: ${text}`);
    }
  });

  Deno.test(`the tables of ${code} name cues and traits that there are, each once`, () => {
    const names = Object.keys(cues);
    assertEquals(names.filter((name) => !(name in CUES)), []);
    assertEquals(names, Object.keys(CUES).filter((name) => names.includes(name)));
    assertEquals(Object.keys(grammar).filter((name) => !(name in TRAITS)), []);
  });
}

Deno.test("triage finds a rule in each language, also a short one", () => {
  const rules = [
    ...casesOf<string>(import.meta.filename, "_rules"),
    ...LANGUAGES.flatMap(({ examples }) => examples["ruled"] ?? []),
  ];
  for (const text of rules) {
    const prompt = { uuid: "u1", offset: 0, role: "user", text, toolUses: [], toolResults: [] } as const;
    assertEquals(triage([prompt])[0]?.category, "PREFERENCE", text);
  }
});

testVerdicts(import.meta.filename, {
  /** No quotation is taken as said, whatever its marks. */
  isSaid(words: string) {
    const text = `Im Text steht ${words} an der falschen Stelle.`;
    return readMessage({ role: "assistant", text }).passages.some((passage) => says(passage, "ruled"));
  },
});

import * as fc from "fast-check";
import { cleanJson, cleanText } from "../../../src/privacy/clean.ts";
import { cutMiddle } from "../../../src/base/cut.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import cases from "../../privacy/labelled.ts";
import { changeText, hostileText, textChanges } from "../mutation.ts";
import { assertHidden, defineTarget, hiddenNeedle, NEEDLE } from "../target.ts";

/** The secrets that are hidden with anything around them: not a password that is all of a text, nor a key that is cut off. */
const SECRETS = new Map(
  cases.secrets.filter(({ name, kind, text }) =>
    (kind !== "password" || text.trim() !== "{}") && !name.includes("cut off")
  ).map(({ name, text, secret }) => [
    name,
    { text, secret: secret.join("") },
  ]),
);
/** What stands around a secret without being a part of it, nor of a private key that is cut off. */
const around = fc.array(
  fc.oneof(
    fc.constantFrom(..."\n§ \n§\n\n§\r\n§\t§ words §é→😀§x = f(a)\n§{}[]()§#!§| a | b |§0§'§\"".split("§")),
    hostileText.filter((text) => !text.includes("<") && !text.includes("\\")),
  ),
  { maxLength: 10 },
).map((parts) => parts.join(""));

/** Private blocks and secrets with anything around them, cut anywhere: gone, and nothing makes them come back. */
export const redaction = defineTarget({
  name: "redaction",
  cases: fc.record({
    secret: fc.constantFrom(...SECRETS.keys()),
    before: around,
    after: around,
    hidden: hiddenNeedle,
    breaks: textChanges,
    maxBytes: fc.integer({ min: 0, max: 3000 }),
    filler: fc.nat({ max: 60_000 }),
  }),
  check({ secret, before, after, hidden, breaks, maxBytes, filler }) {
    const labelled = SECRETS.get(secret);
    assert(labelled !== undefined, `no labelled secret has the name ${JSON.stringify(secret)}`);
    const { text, secret: needle } = labelled;
    const planted = `${before}\n${text.replace("{}", () => needle)}\n${after}`;
    const padded = `${"words, ".repeat(filler)}\n${planted}\n${"words, ".repeat(60_000 - filler)}`;
    for (const [whole, max] of [[planted, undefined], [planted, maxBytes], [padded, maxBytes]] as const) {
      const options = { redactSecrets: true, ...(max === undefined ? {} : { maxBytes: max }) };
      const clean = cleanText(whole, options);
      assert(!clean.includes(needle), `${secret} is in ${JSON.stringify(clean.slice(0, 2000))}`);
      assert(!partOf(needle).some((part) => clean.includes(part)), `a part of ${secret} is left`);
      assertHidden(cleanText(`${before}${hidden}${after}`, options), "clean text");
      assertHidden(
        JSON.stringify(cleanJson({ [before]: [after, hidden], [hidden]: { a: hidden } }, options)),
        "JSON",
      );
    }
    const broken = changeText(`${before}<private>${after}${NEEDLE}`, breaks);
    const once = cleanText(broken, { redactSecrets: true });
    assertEquals(cleanText(once, { redactSecrets: true }), once);
    assert(cutMiddle(broken, maxBytes).isWellFormed() || !broken.isWellFormed());
  },
});

/** The ends of a long secret, each long enough to be worth something. */
function partOf(secret: string): string[] {
  return secret.length < 40 || secret.includes("\n") ? [] : [secret.slice(0, 24), secret.slice(-24)];
}

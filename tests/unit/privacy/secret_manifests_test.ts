import { deepEqual, equal } from "node:assert/strict";
import { cleanJson, cleanText } from "../../../src/privacy/clean.ts";
import { mayNeedCleaning } from "../../../src/privacy/prefilter.ts";
import { redactSecrets } from "../../../src/privacy/redaction.ts";
import { casesOf } from "../../_support/cases.ts";

const value = ["czNjcmV0", "UHcxMjM0"].join("");
const hidden = "[redacted:secret]";
const long = value.repeat(400);

function hides(text: string, expected: string): void {
  equal(redactSecrets(text), expected);
  equal(redactSecrets(expected), expected);
}

for (
  const [what, text, clean] of casesOf<[what: string, text: string, clean: string]>(import.meta.filename)
) {
  Deno.test(`redactSecrets() hides of a manifest ${what}`, () => {
    hides(text.replaceAll("$VALUE", value).replaceAll("$LONG", long), clean);
  });
}

Deno.test("a manifest whose kind stands far behind a value is one, though the middle is cut", () => {
  const release = value.repeat(6000);
  const options = { redactSecrets: true, maxBytes: 1000 };
  const yaml = (section: string) => `data:\n  ${section}\nkind: Secret\n`;
  equal(cleanText(yaml(`a: ${release}`), options), yaml(hidden));
  const json = (section: string) => `{"data":{${section}},"kind":"Secret"}`;
  equal(cleanText(json(`"a":"${release}"`), options), json(hidden));
});

for (const depth of [0, 1, 2]) {
  const nest = (text: string) => Array(depth).fill(0).reduce((inner: string) => JSON.stringify(inner), text);
  Deno.test(`Secrets go from JSON in JSON, ${depth} deep`, () => {
    const list = (data: unknown) => {
      const annotations = { last: JSON.stringify({ apiVersion: "v1", stringData: data, kind: "Secret" }) };
      const secret = { apiVersion: "v1", data, kind: "Secret", metadata: { annotations } };
      const other = { apiVersion: "v1", kind: "ServiceAccount" };
      return nest(JSON.stringify({ items: [other, secret, other], kind: "List" }));
    };
    hides(list({ a: `"${value}" }`, b: value }), list({}).replaceAll("{}", `{${hidden}}`));
  });
}

Deno.test("a Secret is hidden also with more sections than a call may have arguments", () => {
  const object = (section: string) => `{"kind":"Secret","a":{${`"data":{${section}},`.repeat(130_000)}}}`;
  equal(redactSecrets(object(`"a":"${value}"`)), object(hidden));
});

Deno.test("the values of a parsed Secret go, and no others", () => {
  const list = (a: string) => ({
    items: [
      { kind: "Secret", data: { a, b: 1 }, stringData: { a, c: "${C}" }, metadata: { name: "shown" } },
      { kind: "ConfigMap", data: { a: "shown" } },
    ],
  });
  equal(mayNeedCleaning(list(value)), true);
  deepEqual(cleanJson(list(value), { redactSecrets: true }), list(hidden));
  const clean = list(hidden);
  equal(cleanJson(clean, { redactSecrets: true }), clean);
});

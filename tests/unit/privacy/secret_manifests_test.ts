import { deepEqual, equal } from "node:assert/strict";
import { cleanJson, cleanText } from "../../../src/privacy/clean.ts";
import { mayNeedCleaning } from "../../../src/privacy/prefilter.ts";
import { redactSecrets } from "../../../src/privacy/redaction.ts";

const value = ["czNjcmV0", "UHcxMjM0"].join("");
const hidden = "[redacted:secret]";
const long = value.repeat(400);

function hides(text: string, expected: string): void {
  equal(redactSecrets(text), expected);
  equal(redactSecrets(expected), expected);
}

Deno.test("a long value of a manifest goes to its end, and so does one beside it", () => {
  const manifest = (a: string, b: string) =>
    `apiVersion: v1\ndata:\n  a: ${a}\n  key.jks: ${b}\nkind: Secret\nmetadata:\n  name: db\n`;
  hides(manifest(value, long), manifest(hidden, hidden));
});

Deno.test("a manifest whose kind stands far behind a value is one, though the middle is cut", () => {
  const release = value.repeat(6000);
  for (
    const manifest of [
      `data:\n  a: ${release}\nkind: Secret\n`,
      `{"data":{"a":"${release}"},"kind":"Secret"}`,
    ]
  ) {
    const options = { redactSecrets: true, maxBytes: 1000 };
    equal(cleanText(manifest, options), manifest.replace(release, hidden));
  }
});

Deno.test("the blocks and quoted values of a manifest go whole", () => {
  const manifest = (a: string, b: string) =>
    `kind: Secret\nstringData:\n  app.conf: |\n    ${a}\n  b: "${b}"\n  c: '${b}' # old\n`;
  hides(manifest(`user bob\n\n    ${value}`, `{"a": "${value}"}`), manifest(hidden, hidden));
});

Deno.test("a manifest with numbered lines is one", () => {
  const manifest = (a: string) => `     1\tkind: Secret\n     2\tdata:\n     3\t  a: ${a}\n`;
  hides(manifest(value), manifest(hidden));
});

Deno.test("of several documents and items, only Secrets are hidden", () => {
  const list = (a: string) =>
    `items:\n- apiVersion: v1\n  data:\n    a: shown\n  kind: ConfigMap\n` +
    `- apiVersion: v1\n  data:\n    a: ${a}\n  kind: Secret\n---\nkind: ConfigMap\ndata:\n  a: shown\n`;
  hides(list(value), list(hidden));
});

Deno.test("what a manifest has filled in elsewhere stays", () => {
  const manifest =
    "kind: Secret\ndata:\n  a: {{ .Values.a }}\n  b: ${B}\n{{- if c }}\n  c: <base64>\n{{- end }}\n";
  equal(redactSecrets(manifest), manifest);
});

for (const depth of [0, 1, 2]) {
  const nest = (text: string) => Array(depth).fill(0).reduce((inner: string) => JSON.stringify(inner), text);
  Deno.test(`Secrets go from JSON in JSON, ${depth} deep`, () => {
    const list = (a: string) => {
      const annotations = { last: JSON.stringify({ apiVersion: "v1", stringData: { a }, kind: "Secret" }) };
      const secret = { apiVersion: "v1", data: { a, b: a }, kind: "Secret", metadata: { annotations } };
      const other = { apiVersion: "v1", data: { a: "shown" }, kind: "ConfigMap" };
      return nest(JSON.stringify({ items: [other, secret, other], kind: "List" }, null, 2));
    };
    hides(list(value), list(hidden));
  });
}

Deno.test("a value of JSON with quotes in it goes whole", () => {
  const json = (a: string) => `{"kind": "Secret", "stringData": {"a": ${a}, "n": null}}`;
  hides(json(JSON.stringify(`a "${value}" \\`)), json(`"${hidden}"`));
});

Deno.test("the values of a parsed Secret go, and no others", () => {
  const list = (a: string) => ({
    items: [
      { kind: "Secret", data: { a, b: 1 }, stringData: { a, c: "${C}" }, metadata: { name: "shown" } },
      {
        kind: "ConfigMap",
        data: { a: "shown" },
      },
    ],
  });
  equal(mayNeedCleaning(list(value)), true);
  deepEqual(cleanJson(list(value), { redactSecrets: true }), list(hidden));
  const clean = list(hidden);
  equal(cleanJson(clean, { redactSecrets: true }), clean);
});

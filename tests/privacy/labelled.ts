import examples from "./rule_examples.json" with { type: "json" };
import cases from "./secret_cases.json" with { type: "json" };

const MARKED = /«([^]*)»/;

/** The labelled texts, with `{}` where the secret stands: the examples of all rules, and mixtures and long ones. */
const secrets = Object.entries(examples.hides).flatMap(([kind, texts]) =>
  texts.filter((text) => !text.includes("-----BEGIN")).map((text, i) => ({
    name: `${kind} ${i + 1}: ${text.slice(0, 40)}`,
    kind,
    text: text.replaceAll("·", "").replace(MARKED, "{}"),
    secret: [MARKED.exec(text.replaceAll("·", ""))?.[1] ?? ""],
  }))
).concat(cases.secrets);

const lookAlikes = examples.leaves.map((text) => ({ name: text.slice(0, 60), text })).concat(
  cases.lookAlikes,
);

export default { secrets, lookAlikes };

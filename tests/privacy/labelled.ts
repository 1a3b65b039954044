import { PEM_RULE } from "../../src/privacy/rules/documents.ts";
import { RULES } from "../../src/privacy/redaction.ts";
import cases from "./secret_cases.json" with { type: "json" };

const MARKED = /«([^]*)»/;

/** The labelled texts, with `{}` where the secret stands: the examples of all rules, and mixtures and long ones. */
const secrets = RULES.filter((rule) => rule !== PEM_RULE).flatMap(({ hides }) =>
  Object.entries(hides).flatMap(([kind, examples]) =>
    examples.map((example, i) => ({
      name: `${kind} ${i + 1}: ${example.slice(0, 40)}`,
      kind,
      text: example.replaceAll("·", "").replace(MARKED, "{}"),
      secret: [MARKED.exec(example.replaceAll("·", ""))?.[1] ?? ""],
    }))
  )
).concat(cases.secrets);

const lookAlikes = RULES.flatMap(({ leaves = [] }) =>
  leaves.map((text) => ({ name: text.slice(0, 60), text }))
)
  .concat(cases.lookAlikes);

export default { secrets, lookAlikes };

import { isGeneratedPassword } from "./secret_mixture.ts";
import type { ContextRule } from "./secret_span.ts";
import { isRandom, isSecretValue } from "./secret_values.ts";

/** What prints a secret and nothing that tells of it, and where files hold nothing else. */
const PRINTING = new RegExp(
  String
    .raw`\b(?:get secrets?|get-secret-value|secret show|secrets versions access|get password|(?:generic|internet)-password|pass show)\b` +
    String
      .raw`|\b(?:get-parameter|vault kv get|output -raw) (?=[^\n|;&]{0,300}(?:passw|secret|token|[_-]key))(?:--with-decr|[^\n|;&]{0,300}--with-decr|[^\n|;&]{0,80}-field|[\w.-]+)|/run/secrets/`,
);
/** What stands for it beside the names of files; a sign of its own, which no text has. */
const PRINTED = "get secret-value:";
const MARK = /[!#$%^*?]/;
/** As Kubernetes names what it has. */
const NAME = /^[a-z\d]+(?:[-./][a-z\d]+)+$/;

/** Whether this is a tool call that prints a secret alone: `PRINTED`, or nothing. */
export function printedBy(call: unknown): string {
  const [first] = Array.isArray(call) ? call : [call];
  const input = fieldOf(first, "tool_input") ?? first;
  const named = fieldOf(input, "command") ?? fieldOf(input, "file_path");
  return typeof named === "string" && PRINTING.test(named) ? PRINTED : "";
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** A line with nothing but what may be a password, or was generated. */
export const PRINTED_RULE: ContextRule = {
  signs: [PRINTED],
  pattern: /^[ \t]*([\w!#$%&*+./:=?@^~-]{8,4000})[ \t]*$/gm,
  read: (_, hit) => {
    const value = hit[1] ?? "";
    const sample = value.slice(0, 128);
    const isLikely = isGeneratedPassword(sample) || (isRandom(sample) && /[A-Za-z\d]{16}/.test(sample)) ||
      (MARK.test(value) && /[A-Za-z]/.test(value) && !value.includes("/"));
    if (!isLikely || NAME.test(value) || !isSecretValue(value, "password", "quoted")) return undefined;
    const start = hit.index + hit[0].indexOf(value);
    return { start, end: start + value.length, kind: "secret" };
  },
};

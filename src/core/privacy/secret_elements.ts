import { secretNameKind } from "./secret_names.ts";
import { matchAt } from "./secret_span.ts";
import type { ContextRule } from "./secret_span.ts";
import { isSecretValue } from "./secret_values.ts";

const CONTENT = /[^<>\n]{4,4000}(?=<\/)/y;

/** An element with the name before the one with the value, as in a plist, or in what Hadoop and Jenkins read. */
export const ELEMENT_RULE: ContextRule = {
  signs: ["</key>", "</name>"],
  pattern: /<(?:key|name)>([\w.$ -]{2,80})<\/(?:key|name)>(?:\s|\\[nrt]){0,40}<(?:string|value)>/g,
  read: (text, hit) => {
    const start = hit.index + hit[0].length;
    const value = matchAt(CONTENT, text, start)?.[0] ?? "";
    const kind = secretNameKind(hit[1] ?? "");
    return kind !== undefined && isSecretValue(value, kind, "quoted")
      ? { start, end: start + value.length, kind }
      : undefined;
  },
};

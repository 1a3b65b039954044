import { plainText } from "../plain_text.ts";
import { fileNoun } from "./backups.ts";
import type { ForgetReport } from "./forget.ts";
import { clearedLines, leftLines } from "./source_lines.ts";

/** What became of a memory that was to be forgotten, and where its words still stand: a sentence a line. */
export function describeForget({ id, wasForgotten, left, cleared, alike, replaced }: ForgetReport): string[] {
  return [
    wasForgotten ? `${id} was already forgotten` : `Forgot ${id}`,
    ...clearedLines(cleared.rows, "it came from"),
    ...cleared.files.map((file) => `  removed the ${fileNoun(file)} ${plainText(file)}`),
    ...(alike.length === 0 ? [] : [
      `  ${alike.join(", ")} ${alike.length === 1 ? "holds" : "hold"} its words, too: \`mneme memory forget ${
        alike.join(" ")
      }\``,
    ]),
    ...(replaced.length === 0 ? [] : [
      `  ${replaced.join(", ")}, whose place it took, may say it in other words: \`mneme memory forget ${
        replaced.join(" ")
      }\``,
    ]),
    ...leftLines(left.rows, { what: "it", command: `mneme memory forget ${id} --source` }),
    ...left.files.map((file) =>
      `  the ${fileNoun(file)} ${
        plainText(file)
      } still holds it; \`mneme memory forget ${id} --backups\` removes that`
    ),
  ];
}

/**
 * Prints of the coding sets how often a search finds an answer, what a start tells in each project, and what prompts are told
 * where sets are one project: `deno task eval:coding [--failures]`.
 */
import { encode } from "gpt-tokenizer";
import { anyAt5, isFound, searchCoding, type Searched, tellPrompts, tellStarts } from "./coding.ts";
import { CODING_SETS } from "./coding_data.ts";

const SETS = Object.entries(CODING_SETS);

function reportSearch(phrases: boolean): void {
  const searched = SETS.map(([name, read]) => [name, searchCoding(read(), { phrases })] as const);
  const all = searched.flatMap(([, of]) => of);
  const cells = [["all", all] as const, ...searched].map(([name, of]) =>
    `${name} ${anyAt5(of).toFixed(3)} of ${of.length}`
  );
  console.log(`search any@5, ${phrases ? "with phrases" : "own words   "}  ${cells.join("  ")}`);
  if (phrases && Deno.args.includes("--failures")) all.filter((one) => !isFound(one)).forEach(explain);
}

function explain({ query, found }: Searched): void {
  console.log(`\n${query.id}: ${query.text.slice(0, 160).replaceAll("\n", " ")}`);
  console.log(`  wanted ${query.answers.join(", ")}; found ${found.join(", ")}`);
}

for (const phrases of [true, false]) reportSearch(phrases);
console.log("\na start tells");
for (const start of SETS.flatMap(([, read]) => tellStarts(read()))) {
  const { name, titles, rest, rules, allRules, text, tokens } = start;
  const size = `${text.length} units, ${encode(text).length} tokens (${tokens} estimated)`;
  const told = `${titles} of ${titles + rest} titles, ${rules} of ${allRules} rules`;
  console.log(`${name.padEnd(10)} ${told}, ${size}`);
}
console.log("\nsets as one project");
const ALL = ["first", "blind", "third", "fourth"] as const;
for (const names of [ALL.slice(0, 2), ALL.slice(2), ALL]) {
  for (const phrases of [true, false]) {
    const told = tellPrompts(names, phrases);
    console.log(
      `${names.join(" + ")}, ${phrases ? "with phrases" : "own words"}: ${told.items} items,`,
      `${told.titles} told at the start; reach ${told.reach.toFixed(3)} of ${told.answerable},`,
      `silent ${told.silent.toFixed(2)} of ${told.others},`,
      `${told.tokens.toFixed(0)} tokens and ${told.lines.toFixed(1)} lines a prompt`,
    );
  }
}

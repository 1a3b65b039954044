/**
 * The cases of a test's table: a line of JSON each, in the file that has the test's name and ends in `.jsonl`. `table`
 * names one of several.
 */
export function casesOf<T>(testFile: string | undefined, table = ""): T[] {
  const path = `${testFile!.replace(/_test\.ts$/, "")}${table}.jsonl`;
  return Deno.readTextFileSync(path).trimEnd().split("\n").map((line) => JSON.parse(line));
}

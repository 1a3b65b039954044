import { assertEquals } from "./assert.ts";

/**
 * The cases of a test's table: a line of JSON each, in the file that has the test's name and ends in `.jsonl`. `table`
 * names one of several.
 */
export function casesOf<T>(testFile: string | undefined, table = ""): T[] {
  const path = `${testFile!.replace(/_test\.ts$/, "")}${table}.jsonl`;
  return Deno.readTextFileSync(path).trimEnd().split("\n").map((line) => JSON.parse(line));
}

/** Values of which a function says the same, also called with what is `given` behind them; `null` stands for undefined. */
export interface Verdict {
  readonly of: string;
  readonly given?: readonly unknown[];
  readonly is: unknown;
  readonly values: readonly unknown[];
}

/** A test for each value in the table of a test of functions. */
export function testVerdicts(
  testFile: string | undefined,
  functions: Readonly<Record<string, (value: never, ...given: never[]) => unknown>>,
): void {
  for (const { of, given = [], is, values } of casesOf<Verdict>(testFile)) {
    for (const value of values) {
      const called = [value, ...given].map((each) => JSON.stringify(each).slice(0, 80)).join(", ");
      Deno.test(`${of}(${called}) is ${JSON.stringify(is)}`, () => {
        assertEquals(functions[of]!(...[value, ...given] as [never, ...never[]]) ?? null, is);
      });
    }
  }
}

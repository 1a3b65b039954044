import { type Failure, recallByFailure } from "../../../src/hook/recall_whole.ts";
import { assertEquals } from "../../_support/assert.ts";
import { contextOn } from "./hook_context.ts";
import { ContextStore } from "../store/context/context_store.ts";
import { casesOf } from "../../_support/cases.ts";

const MEMORIES = casesOf<[key: string, text: string]>(import.meta.filename, "_memories");

interface Failed {
  readonly command?: string;
  readonly output: string;
  readonly test?: string;
  readonly outcome?: string;
}

const CASES = casesOf<[what: string, failure: Failed, recalled: string[]]>(import.meta.filename);

for (const [what, failure, recalled] of CASES) {
  Deno.test(`recallByFailure() brings back what is about ${what}, and nothing else`, () => {
    using t = new ContextStore();
    const ids = MEMORIES.map(([key, text]) => [key, t.remember(text)] as const);
    t.start();
    const text = recallByFailure(failureOf(failure), contextOn(t)) ?? "";
    assertEquals(ids.filter(([, id]) => text.includes(`- ${id} `)).map(([key]) => key), recalled);
  });
}

function failureOf(given: Failed): Failure {
  const { command = "", output, test, outcome = null } = given;
  const end = { command, output, exitCode: 1, state: "ended", outcome, isError: true } as const;
  return { end, test };
}

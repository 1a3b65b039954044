import { type Failure, recallByFailure } from "../../../src/hook/recall_whole.ts";
import { assertEquals } from "../../_support/assert.ts";
import { contextOn } from "./hook_context.ts";
import { ContextStore } from "../store/context/context_store.ts";
import { casesOf } from "../../_support/cases.ts";

const MEMORIES = {
  proxy:
    "If a test of the cart fails with ECONNRESET behind the proxy, export NO_PROXY=localhost and run it again.",
  total: "test_total_is_exact fails when a price is read as float: parse it with Decimal.",
  deploy: "make deploy needs a fresh vault login.",
  disk: 'When docker says "no space left on device", run docker system prune.',
  registry: "ETIMEDOUT of registry.npmjs.org: npm config set maxsockets 3.",
  migrate: "manage.py migrate --fake comes before a release when a column was added by hand.",
  pages: "npm run pages writes the manual; npm run pages again if it fails on a broken link.",
  webhook:
    "nginx drops headers: pytest -q tests/test_webhook.py failed, and pytest -q tests/test_webhook.py passed.",
  menu: "menu.test.js needs fake timers, as the menu opens after a second.",
};

interface Failed {
  readonly command?: string;
  readonly output: string;
  readonly test?: string;
}

const CASES = casesOf<[what: string, failure: Failed, recalled: string[]]>(import.meta.filename);

for (const [what, failure, recalled] of CASES) {
  Deno.test(`recallByFailure() brings back what is about ${what}, and nothing else`, () => {
    using t = new ContextStore();
    const ids = Object.entries(MEMORIES).map(([key, text]) => [key, t.remember(text)] as const);
    t.start();
    const text = recallByFailure(failureOf(failure), contextOn(t)) ?? "";
    assertEquals(ids.filter(([, id]) => text.includes(`- ${id} `)).map(([key]) => key), recalled);
  });
}

function failureOf(given: Failed): Failure {
  const { command = "", output, test } = given;
  const end = { command, output, exitCode: 1, state: "ended", outcome: null, isError: true } as const;
  return { command, end, test };
}

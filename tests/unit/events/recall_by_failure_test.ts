import { DEFAULT_SETTINGS } from "../../../src/core/settings.ts";
import type { HookContext } from "../../../src/events/context.ts";
import { type Failure, recallByFailure } from "../../../src/events/recall_by_failure.ts";
import { assertEquals } from "../../_support/assert.ts";
import { ContextStore } from "../store/context/context_store.ts";

const MEMORIES = {
  proxy:
    "If a test of the cart fails with ECONNRESET behind the proxy, export NO_PROXY=localhost and run it again.",
  total: "test_total_is_exact fails when a price is read as float: parse it with Decimal.",
  deploy: "make deploy needs a fresh vault login.",
};

const CASES: readonly (readonly [
  what: string,
  failure: Partial<Failure>,
  recalled: readonly (keyof typeof MEMORIES)[],
])[] = [
  ["a test that no memory names", {
    command: "pytest -q tests/test_cart.py",
    test: "tests/test_cart.py::test_empty_cart",
    output: "FAILED tests/test_cart.py::test_empty_cart - AssertionError: 1 != 0",
  }, []],
  ["a test that one memory names", {
    command: "pytest -q tests/test_cart.py",
    test: "tests/test_cart.py::test_total_is_exact",
    output: "FAILED tests/test_cart.py::test_total_is_exact - AssertionError: 10.01 != 10.00",
  }, ["total"]],
  ["an error that one memory names", { command: "npm test", output: "Error: read ECONNRESET" }, ["proxy"]],
  ["a command that one memory names", { command: "make deploy", output: "make: *** [deploy] Error 1" }, [
    "deploy",
  ]],
];

for (const [what, failure, recalled] of CASES) {
  Deno.test(`recallByFailure() brings back what is about ${what}, and nothing else`, () => {
    using t = new ContextStore();
    const ids = Object.entries(MEMORIES).map(([key, text]) => [key, t.remember(text)] as const);
    t.start();
    const text = recallByFailure({ agentId: null, command: "", output: "", ...failure }, contextOn(t)) ?? "";
    assertEquals(ids.filter(([, id]) => text.includes(`- ${id} `)).map(([key]) => key), recalled);
  });
}

function contextOn(t: ContextStore): HookContext {
  const withStore: HookContext["withStore"] = (work) => work(t.store);
  const now = new Date("2026-11-20T12:00:00.000Z");
  return {
    now,
    at: now.toISOString(),
    session: t.session(),
    settings: DEFAULT_SETTINGS,
    withStore,
    isLate: () => false,
  } as HookContext;
}

import { DEFAULT_SETTINGS } from "../../../src/base/settings.ts";
import type { HookContext } from "../../../src/hook/context.ts";
import { type Failure, recallByFailure } from "../../../src/hook/recall_whole.ts";
import { assertEquals } from "../../_support/assert.ts";
import { ContextStore } from "../store/context/context_store.ts";

const MEMORIES = {
  proxy:
    "If a test of the cart fails with ECONNRESET behind the proxy, export NO_PROXY=localhost and run it again.",
  total: "test_total_is_exact fails when a price is read as float: parse it with Decimal.",
  deploy: "make deploy needs a fresh vault login.",
  disk: 'When docker says "no space left on device", run docker system prune.',
  registry: "ETIMEDOUT of registry.npmjs.org: npm config set maxsockets 3.",
  migrate: "manage.py migrate --fake comes before a release when a column was added by hand.",
  pages: "npm run pages writes the manual; npm run pages again if it fails on a broken link.",
};

const CASES: readonly (readonly [
  what: string,
  failure: { readonly command?: string; readonly output: string; readonly test?: string },
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
  ["a command behind others that one memory names", {
    command: "cd infra && STAGE=prod make deploy",
    output: "Exit code 2\nsomething is odd",
  }, ["deploy"]],
  ["a script of the package that one memory names", {
    command: "npm run pages",
    output: "Exit code 1\nlinks: 1 broken",
  }, ["pages"]],
  ["a script of the package that no memory names", {
    command: "npm run manual",
    output: "Exit code 1\na link is broken",
  }, []],
  ["a command that is run by a script of all commands", {
    command: "python manage.py collectstatic",
    output: "Exit code 1\nOSError: a release needs a column",
  }, []],
  ["a command of a script that one memory names", {
    command: "cd backend && python manage.py migrate shop",
    output: "Exit code 1\nOSError: a column",
  }, ["migrate"]],
  ["an error without a word for errors that one memory quotes", {
    command: "docker build .",
    output: "Exit code 1\nwrite /var/lib/docker: no space left on device",
  }, ["disk"]],
  ["an error whose code stands before what is said with any error", {
    command: "npm ci",
    output: [
      "Exit code 1",
      "npm error code ETIMEDOUT",
      "npm error network request to https://registry.npmjs.org/react failed, reason: ETIMEDOUT",
      "npm error network This is a problem related to network connectivity.",
      "npm error network If you are behind a proxy, please make sure that the",
      "npm error network 'proxy' config is set properly.  See: 'npm help config'",
      "npm error A complete log of this run can be found in: /home/dev/.npm/_logs/debug-0.log",
    ].join("\n"),
  }, ["registry"]],
];

for (const [what, failure, recalled] of CASES) {
  Deno.test(`recallByFailure() brings back what is about ${what}, and nothing else`, () => {
    using t = new ContextStore();
    const ids = Object.entries(MEMORIES).map(([key, text]) => [key, t.remember(text)] as const);
    t.start();
    const text = recallByFailure(failureOf(failure), contextOn(t)) ?? "";
    assertEquals(ids.filter(([, id]) => text.includes(`- ${id} `)).map(([key]) => key), recalled);
  });
}

function failureOf(given: typeof CASES[number][1]): Failure {
  const { command = "", output, test } = given;
  const end = { command, output, exitCode: 1, state: "ended", outcome: null, isError: true } as const;
  return { agentId: null, command, end, test };
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

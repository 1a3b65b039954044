import { UsageError } from "../../../../src/base/user_error.ts";
import { parseWhen } from "../../../../src/cli/frame/plain_text.ts";
import { searchCommand } from "../../../../src/cli/search/search_command.ts";
import { indexItems } from "../../../../src/store/search_index.ts";
import { assert, assertEquals, assertMatch, assertThrows } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { isWindows } from "../../../_support/windows.ts";
import { SearchHome } from "./search_home.ts";

const NONE = isWindows ? "C:\\nonexistent" : "/nonexistent";

Deno.test("mneme search finds every kind by its words, in this project and of the user, never of another one", async () => {
  using home = new SearchHome();
  assertEquals(await home.ids("checkout"), ["c1", "g1", "m2", "m3", "o1", "p1", "s1"]);
  assertEquals(await home.ids("receipt", "printer"), ["c1", "n1"]);
  assertEquals(await home.ids("rounding money"), ["c1", "v1"]);
  assert((await home.ids("yarn")).includes("m1"), "a word that is said for pnpm");
  assertEquals(await home.ids("zebra"), []);
});

Deno.test("mneme search --type, --category, --since, --until, --project and --all leave out what they say", async () => {
  using home = new SearchHome();
  assertEquals(await home.ids("checkout", "--type", "memory"), ["m2", "m3"]);
  assertEquals(await home.ids("checkout", "--type", "lessons,Prompt"), ["g1", "p1"]);
  assertEquals(await home.ids("checkout", "--category", "runbook"), ["m2"]);
  assertEquals(await home.ids("checkout", "--type", "memory", "--since", "2026-03-02"), ["m3"]);
  assertEquals(await home.ids("checkout", "--type", "memory", "--until", "2026-03-01"), ["m2"]);
  assertEquals(await home.ids("checkout", "--type", "memory", "--since", "1d"), []);
  assertEquals(await home.ids("frozen checkout", "--project", home.other, "--type", "memory"), ["m3", "m4"]);
  assertEquals(await home.ids("checkout", "--all", "--type", "memory"), ["m2", "m3", "m4"]);
  assertEquals((await home.found("checkout", "--limit", "2")).length, 2);
});

Deno.test("mneme search says so when the range is empty, or nothing is kept of the project", async () => {
  using home = new SearchHome();
  const { error } = await home.search("checkout", "--since", "2026-12-01", "--until", "2026-01-01");
  assertEquals([error instanceof UsageError, error?.message], [
    true,
    "Cannot search since 2026-12-01 until 2026-01-01: the end lies before the beginning",
  ]);
  assertEquals(
    (await home.search("checkout", "--since", "2026-03-01", "--until", "2026-03-01")).error,
    undefined,
  );
  assertEquals(
    (await home.search("zebra", "--project", NONE)).stderr,
    `Nothing is kept of a project ${NONE}; \`mneme projects list\` shows what there is\n`,
  );
  assertMatch(
    (await home.search("zebra", "--project", home.other)).stderr,
    /^Nothing found in .*; try other words/,
  );
});

Deno.test("mneme search --file leaves what has to do with the file: attached, said, worked on; also without words", async () => {
  using home = new SearchHome();
  assertEquals(await home.ids("checkout", "--file", home.file), ["c1", "m2", "s1"]);
  assertEquals(await home.ids("checkout", "--file", `${home.project}/src`), ["c1", "m2", "s1"]);
  assertEquals(await home.ids("checkout", "--file", `${home.project}/docs`), []);
  assertEquals(await home.ids("checkout", "--file", `${home.project}/check`), [], "a part of a word");
  assert((await home.ids("--file", home.file)).includes("m2"));
  home.withStore((store) => store.run(`update memories set files = '["src/till.ts"]' where id = 4`));
  const elsewhere = ["frozen checkout", "--project", home.other, "--file", "src/till.ts"];
  assertEquals(await home.ids(...elsewhere), ["m4"], "as seen from the project that is named");
});

Deno.test("mneme search --json has title, snippet, score, time and the parts of the score", async () => {
  using home = new SearchHome();
  const [first] = await home.found("ECONNRESET", "--type", "memory");
  assert(first !== undefined);
  const { score, why, ...rest } = first;
  assertEquals(rest, {
    id: "m2",
    type: "memory",
    title: "Flaky checkout",
    snippet: "ECONNRESET in the checkout tests comes from the proxy; run make proxy-reset",
    created_at: "2026-03-01T10:07:00.000Z",
    category: "RUNBOOK",
    project: home.project,
  });
  const sum = why.reduce((total, { value }) => total + value, 0);
  assert(score > 0 && score <= 1 && Math.abs(sum - score) < 0.01);
});

Deno.test("mneme search prints a line per find for people, and with --why what each score is made of", async () => {
  using home = new SearchHome();
  const { stdout, stderr } = await home.search("ECONNRESET", "--type", "memory,observation");
  const lines = stdout.trimEnd().split("\n").map((line) =>
    line.replace(/ +\S+ months? ago|\S+ years? ago/, "  AGE")
  );
  assertEquals(lines.sort(), [
    "m2  AGE  RUNBOOK                   Flaky checkout: ECONNRESET in the checkout tests comes from the proxy; run " +
    "make proxy-reset",
    "o1  AGE  observation (tests:fail)  npm test checkout failed: ECONNRESET",
  ]);
  assertEquals(stderr, "");
  const why = await home.search("ECONNRESET", "--type", "memory", "--why");
  assertMatch(why.stdout, /^m2 .*\n {4}0\.\d+ = words 0\.\d+/);
});

Deno.test("mneme search says of a prediction that was given up what it is", async () => {
  using home = new SearchHome();
  const kind = async () => (await home.search("checkout", "--type", "ghap")).stdout.match(/\w+ \(\w+\)/)?.[0];
  assertEquals(await kind(), "lesson (falsified)");
  home.withStore((store) => store.run("update ghap set status = 'abandoned'"));
  assertEquals(await kind(), "prediction (abandoned)");
});

Deno.test("mneme search says of each part of a text that does not hold that it does not", async () => {
  using home = new SearchHome();
  const long = `The retry ${"of the upload worker ".repeat(20)}is set by the constant MAX_RETRIES.`;
  home.withStore((store) => {
    store.run("update observations set text = ?", `The user said no (“look again”) to the answer: ${long}`);
    store.run("update memories set body = ?, rejected = 'too slow' where id = 1", long);
    indexItems(store, "observation", [1]);
  });
  const found = await home.found("MAX_RETRIES constant", "--type", "memory,observation");
  assertEquals(
    found.map(({ id, snippet }) => [
      id,
      snippet.replace(/: ….*(?=MAX)/, ": … "),
      snippet.length <= 160,
    ]).sort(),
    [["m1", "tried and dropped: … MAX_RETRIES.", true], ["o1", "The user said no: … MAX_RETRIES.", true]],
  );
});

Deno.test("mneme search says of code where it stands", async () => {
  using home = new SearchHome();
  const { stdout } = await home.search("payOrder");
  assertMatch(
    stdout,
    /code \(function\) +payOrder \(src\/checkout\.ts:3\): function payOrder\(order.*; Takes the money/,
  );
});

Deno.test("mneme search says in one line that it found nothing, also before there is a database", async () => {
  using home = new SearchHome();
  const { stdout, stderr, error } = await home.search("zebra");
  assertEquals([stdout, error], ["", undefined]);
  assertEquals(stderr, `Nothing found in ${home.project}; try other words, or --all for every project\n`);
  assertEquals((await home.search("zebra", "--json")).stdout, "[]\n");
  using fresh = new CliHome();
  assertEquals((await fresh.run(searchCommand(), ["zebra", "--json"])).stdout, "[]\n");
});

const REFUSED: readonly (readonly [readonly string[], RegExp])[] = [
  [[], /Cannot search for nothing/],
  [["  "], /Cannot search for nothing/],
  [["x", "--type", "thing"], /Cannot take "thing" as a type/],
  [["x", "--category", "NOTE"], /Cannot take "NOTE" as a category/],
  [["x", "--since", "soon"], /Cannot read "soon" as a date/],
  [["x", "--limit", "0"], /Cannot take "0" as --limit/],
  [["x", "--limit", "10000000"], /Cannot take "10000000" as --limit/],
  [["x", "--all", "--project", "/"], /Cannot take --all and --project together/],
];

for (const [args, message] of REFUSED) {
  Deno.test(`mneme search ${args.join(" ")} is refused with what to give instead`, async () => {
    using home = new CliHome();
    const { error, stdout } = await home.run(searchCommand(), args);
    assert(
      error instanceof UsageError && message.test(error.message) && error.hint !== undefined,
      String(error),
    );
    assertEquals(stdout, "");
  });
}

Deno.test("mneme search takes any text for a question", async () => {
  using home = new SearchHome();
  const texts = [
    '"',
    "checkout AND (",
    "title:*",
    "NEAR(a b)",
    "--",
    "🙂🙂",
    "\u0000",
    "' or 1=1 --",
    "x".repeat(100_000),
  ];
  for (const text of texts) {
    assertEquals((await home.search("--json", "--", text)).error, undefined, text.slice(0, 20));
  }
});

Deno.test("mneme search finds what was saved a moment ago, and nothing that was forgotten", async () => {
  using home = new SearchHome();
  home.withStore((store) => {
    store.run(
      `insert into memories (project, category, body, source, created_at, updated_at)
       values (?, 'DECISION', 'Deploy the gizmo on Fridays', 'user', ?, ?)`,
      home.project,
      "2026-03-05T10:00:00.000Z",
      "2026-03-05T10:00:00.000Z",
    );
  });
  assertEquals(await home.ids("gizmo"), ["m6"]);
  await home.main("memory", "forget", "m6");
  assertEquals(await home.ids("gizmo"), []);
});

const NOW = new Date(2026, 10, 20, 15, 30);

function local(year: number, month: number, day: number, ms = 0): string {
  return new Date(new Date(year, month - 1, day).getTime() + ms).toISOString();
}

const DAY_MS = 86_400_000;
const MOMENTS: readonly (readonly [text: string, side: "start" | "end", moment: string])[] = [
  ["2026-11-01", "start", local(2026, 11, 1)],
  ["2026-11-01", "end", local(2026, 11, 2, -1)],
  ["yesterday", "start", local(2026, 11, 19)],
  ["Today", "end", local(2026, 11, 21, -1)],
  ["7d", "start", new Date(NOW.getTime() - 7 * DAY_MS).toISOString()],
  ["2w", "end", new Date(NOW.getTime() - 14 * DAY_MS).toISOString()],
  ["12h", "start", new Date(NOW.getTime() - DAY_MS / 2).toISOString()],
  ["2026-11-01T14:00Z", "start", "2026-11-01T14:00:00.000Z"],
];

for (const [text, side, moment] of MOMENTS) {
  Deno.test(`parseWhen reads ${text} at its ${side}, days on the local calendar`, () => {
    assertEquals(parseWhen(text, side, NOW), moment);
  });
}

for (const text of ",soon,2026-13-01,2026-02-30,7,-7d,0d,99999d,2026-11-01T99:00Z,1e3d".split(",")) {
  Deno.test(`parseWhen refuses ${JSON.stringify(text)}`, () => {
    assertThrows(() => parseWhen(text, "start", NOW), UsageError);
  });
}

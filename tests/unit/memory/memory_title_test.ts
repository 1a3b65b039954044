import { madeTitle, titleLine } from "../../../src/memory/memory_text.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

const LONG = "The nightly importer reads every ledger of the last quarter once more";

/** A body and the line that stands for it where nobody has given a title. */
const MADE: Readonly<Record<string, readonly [body: string, title: string]>> = {
  "the first sentence": [
    "Totals are rounded only once. The bank does so, too.",
    "Totals are rounded only once",
  ],
  "what follows too short a beginning": [
    "Done. Totals are rounded once after summing. More.",
    "Done. Totals are rounded once after summing",
  ],
  "a name with a point is no end": [
    "cart.py 1.5 needs node.js 20 to build its assets; see CI",
    "cart.py 1.5 needs node.js 20 to build its assets",
  ],
  "the first line": [
    "Deploys go through the release branch\nSee the wiki",
    "Deploys go through the release branch",
  ],
  "no mark of a list or heading": [
    "## 1. Start the database before the tests.",
    "Start the database before the tests",
  ],
  "the last part that fits": [`${LONG}, because the bank corrects them for weeks afterwards.`, LONG],
  "no part that ends inside of brackets": [
    "Retries live in the gateway (see backoff.ts, jitter.ts, and the table of limits beside them) and never in workers",
    "Retries live in the gateway",
  ],
  "a word is whole where no part ends": [
    `${LONG} because the bank corrects them for weeks afterwards`,
    `${LONG} because the bank…`,
  ],
  "Japanese": [
    "金額はセントの整数で保存する。浮動小数点は誤差が出るため、使用しないこと。",
    "金額はセントの整数で保存する。浮動小数点は誤差が出るため、使用しないこと",
  ],
  "Chinese": [
    "所有金额都以整数分存储，因为浮点数每笔订单都会丢失一分钱，这是客户去年反复投诉的原因，请不要更改。更多内容。",
    "所有金额都以整数分存储，因为浮点数每笔订单都会丢失一分钱，这是客户去年反复投诉的原因，请不要更改",
  ],
  "German": [
    "Beträge werden in Cent geführt – Rundung am Ende verdeckt den Fehler nur.",
    "Beträge werden in Cent geführt",
  ],
  "no number of a list that follows": [
    "Restart the web server\n1. stop it\n2. start it",
    "Restart the web server\n1. stop it",
  ],
  "nothing": ["", ""],
};

for (const [name, [body, title]] of Object.entries(MADE)) {
  Deno.test(`madeTitle() takes the first clause: ${name}`, () => {
    assertEquals(madeTitle(body), title);
  });
}

Deno.test("madeTitle() has at most 90 characters and cuts none of them, whatever the body", () => {
  for (const body of ["x".repeat(5000), "🙂".repeat(300), "long ".repeat(100), `(${"a, ".repeat(200)}`]) {
    const title = madeTitle(body);
    assert(title.length <= 91 && title.length > 20 && title.isWellFormed(), `${title.length}: ${title}`);
  }
});

Deno.test("titleLine() takes a given title before the body, and cuts one that is a text", () => {
  assertEquals(
    titleLine("All money is integer cents", "Something else. Or so."),
    "All money is integer cents",
  );
  assertEquals(titleLine("  ", "Totals are rounded only once. More."), "Totals are rounded only once");
  assert(titleLine("word ".repeat(60), "").length <= 121);
});

import { assert, assertEquals } from "../../_support/assert.ts";
import { termsOf } from "../../../src/search/terms.ts";

function words(text: string): string {
  return termsOf(text).map(({ word }) => word).join(" ");
}

const CASES: readonly [name: string, text: string, words: string][] = [
  ["leaves stop words out and stems the others", "How do we retry the uploads?", "retri upload"],
  ["splits camelCase and keeps the whole", "getUserName", "get user name getusernam"],
  ["splits snake_case to the same", "get_user_name", "get user name getusernam"],
  ["keeps capitals together", "parseHTTPServer", "pars http server parsehttpserv"],
  ["keeps error codes whole", "TS2345", "ts2345"],
  ["splits error constants", "ERR_MODULE_FOUND", "err modul found errmodulefound"],
  [
    "takes the folders and the name of a path",
    "src/cart/total_price.ts",
    "src cart total price ts totalpricet",
  ],
  ["reads a path of Windows", "C:\\work\\app.ts", "c work app ts appt"],
  ["keeps the numbers of a version apart", "3.12", "3 12 3_12"],
  ["drops what hangs on an apostrophe", "Ann's cart doesn't work", "ann cart work"],
  ["takes accents away", "Müller café", "muller cafe"],
  ["reads full-width letters", "ＡＢＣ１２", "abc12"],
  ["reads scripts without blanks in pairs", "東京都", "東京 京都"],
  ["keeps a single sign", "東", "東"],
  ["reads both in one text", "pnpmを使う", "pnpm を使 使う"],
  ["finds nothing in signs", "?! -- … «»", ""],
];

for (const [name, text, expected] of CASES) {
  Deno.test(`termsOf() ${name}`, () => assertEquals(words(text), expected));
}

Deno.test("termsOf() says which terms are the whole of an identifier", () => {
  assertEquals(termsOf("fix useEffect").map(({ word, isWhole }) => [word, isWhole]), [
    ["fix", false],
    ["us", false],
    ["effect", false],
    ["useeffect", true],
  ]);
});

Deno.test("termsOf() brings a name together however it is written", () => {
  const wholes = ["date-fns", "dateFns", "date_fns", "DateFns"].map((text) => words(text).split(" ").at(-1));
  assertEquals(new Set(wholes).size, 1);
  assert(words("FreeRTOS").split(" ").includes(words("freertos")));
});

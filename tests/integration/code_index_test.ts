import { fileURLToPath } from "node:url";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { processWith } from "../_support/wait.ts";
import { TestHome } from "../_support/test_home.ts";

const CART =
  "/** Adds up the prices of a basket. */\nexport function sumOfBasket(prices: number[]): number {\n  return 0;\n}\n";

/** A home with a project of one file in each language. */
function homeWithCode(): TestHome {
  const home = new TestHome();
  const fixtures = fileURLToPath(new URL("../fixtures/code/", import.meta.url));
  for (const { name: language } of Deno.readDirSync(fixtures)) {
    for (const { name } of Deno.readDirSync(fixtures + language)) {
      if (name !== "expected.json") {
        home.write(`project/${language}/${name}`, Deno.readFileSync(`${fixtures}${language}/${name}`));
      }
    }
  }
  home.write("project/src/basket.ts", CART);
  return home;
}

Deno.test("mneme index reads every language with the grammars that it holds, and search finds the code", async () => {
  using home = homeWithCode();
  const { units, ...run } = await home.json(["index"]);
  const { files, changed, removed, failed, project } = run;
  assertEquals([files, changed, removed, failed, project], [13, 13, 0, 0, home.project]);
  assertEquals([home.count("code_units"), home.count("code_files")], [units, 13]);

  const [hit] = await home.json(["search", "sum of basket"]);
  assertEquals(hit.type, "code");
  assertMatch(hit.title, /^sumOfBasket\b/);
  assertMatch(hit.id, /^c\d+$/);
});

Deno.test("mneme index, killed again and again, goes on where it was, while hooks capture beside it", async () => {
  using home = new TestHome();
  await home.fire("SessionStart", { source: "startup" });
  for (let file = 0; file < 200; file++) {
    const functions = Array.from(
      { length: 40 },
      (_, i) => `/** Number ${i}. */\nexport function f${file}_${i}(x: number) { return x; }\n`,
    );
    home.write(`project/src/f${file}.ts`, functions.join("\n"));
  }
  const old = new Date(Date.now() - 60_000);
  for (let file = 0; file < 200; file++) Deno.utimeSync(`${home.project}/src/f${file}.ts`, old, old);
  let known = 0;
  for (const killAfterMs of [400, 800, 1200]) {
    const capture = (i: number) =>
      home.fire("PostToolUse", {
        ...{ tool_name: "Read", tool_use_id: `toolu_${killAfterMs}_${i}`, tool_response: {} },
        tool_input: { file_path: `${home.project}/src/f${i}.ts` },
      });
    const [, ...captures] = await Promise.all([
      home.mneme(["index"], { killAfterMs }),
      ...Array.from({ length: 5 }, (_, i) => capture(i)),
    ]);
    assertEquals(captures.map(({ code }) => code), [0, 0, 0, 0, 0]);
    const indexed = home.count("code_files");
    assert(indexed >= known);
    known = indexed;
  }
  const last = await home.json(["index"]);
  assertEquals([last.files, last.units, last.changed], [200, 8_000, 200 - known]);
  assertEquals(home.count("search_items where kind = 'code'"), 8_000);
  await home.mneme(["process"]);
  assertEquals(home.count("pending_queue"), 15);
  assert(!processWith(`MNEME_HOME=${home.data}`));
});

import * as fc from "fast-check";
import { TOOLS } from "../../../src/cli/mcp/all_tools.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { DIST } from "../../_support/executables.ts";
import { runProgram } from "../../_support/run_program.ts";
import { TestHome } from "../../_support/test_home.ts";
import { changeJson, changeText, hostileText, hostileValue, jsonChanges, textChanges } from "../mutation.ts";
import { defineTarget } from "../target.ts";

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** What means something to some tool, or looks as if it did. */
const WORDS = ["", " ", "no", "g1", "v1", "m1", "s1", "p1", "the ledger of the cart", "<private>x</private>"];
const INJECTIONS = ["\u0000", "\ud800", "'; drop table ghap;--"];

/** What a schema allows, and now and then something else. */
function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  const [names] = /^\w[\w-]*(?:\|[\w-]+)+/.exec(schema.description ?? "") ?? [];
  const fitting = names !== undefined
    ? fc.constantFrom<unknown>(...names.split("|"))
    : schema.anyOf !== undefined
    ? fc.oneof(...schema.anyOf.map(valueOf))
    : schema.type === "object"
    ? fc.record(
      Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, part]) => [name, valueOf(part)]),
      ),
      { requiredKeys: [] },
    )
    : schema.type === "array"
    ? fc.array(valueOf(schema.items ?? {}), { maxLength: 3 })
    : schema.type === "integer"
    ? fc.integer({ min: -2, max: 300 })
    : schema.type === "boolean"
    ? fc.boolean()
    : fc.oneof(hostileText, fc.constantFrom(...WORDS, ...INJECTIONS));
  return fc.oneof({ weight: 12, arbitrary: fitting }, { weight: 1, arbitrary: hostileValue });
}

/** A tool, and arguments for it. */
export const toolCall = fc.constantFrom(...TOOLS).chain((tool) =>
  fc.record({ name: fc.constant(tool.name), arguments: valueOf(tool.inputSchema as Schema) })
);
const call = toolCall.map((params) => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params }));
const request = fc.record({
  message: fc.oneof(
    { weight: 4, arbitrary: call },
    fc.constantFrom(
      ..."tools/list initialize ping resources/list notifications/cancelled tools/call".split(" "),
    )
      .map((method) => ({ jsonrpc: "2.0", id: 1, method, params: {} })),
  ),
  changes: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: jsonChanges }),
  texts: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: textChanges }),
});

/** The compiled server: whatever it is sent, every line of its answer is JSON, and it still answers the last. */
export const mcp = defineTarget({
  name: "mcp",
  limitMs: 60_000,
  cases: fc.array(request, { minLength: 1, maxLength: 15 }),
  async check(requests) {
    using home = new TestHome();
    const lines = requests.map(({ message, changes, texts }) =>
      changeText(JSON.stringify(changeJson(message, changes)) ?? "", texts).replaceAll("\n", " ")
    );
    const last = JSON.stringify({ jsonrpc: "2.0", id: "the last one", method: "tools/list" });
    const stdin = new TextEncoder().encode([...lines, "", last, ""].join("\n"));
    const { code, stdout, stderr } = await runProgram(`${DIST}/mneme`, {
      args: ["mcp"],
      env: home.environment(),
      cwd: home.project,
      stdin,
    });
    assertEquals({ code, stderr }, { code: 0, stderr: "" });
    const answers = stdout.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
    assert(
      answers.some(({ id, result }) => id === "the last one" && result.tools.length > 5),
      stdout.slice(-500),
    );
    for (const { result } of answers) {
      if (result?.isError === true) {
        assert(!/ at .+:\d+:\d+/.test(result.content[0].text), result.content[0].text);
      }
    }
  },
});

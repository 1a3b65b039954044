import { asBytes, type PayloadFor } from "./payloads.ts";

const SUITES = ["ledger", "invoice", "settlement", "rounding", "currency"] as const;

/**
 * A passing run of `npm test` whose output is about so long: a summary stands at its end, as runners print it. With one
 * tick that is not ASCII all of a text takes twice the memory.
 */
export function testRun(bytes: number, tick = "✓"): PayloadFor {
  const stdout = vitestOutput(bytes).replaceAll("✓", tick);
  return (home, run) =>
    asBytes(home.payload("PostToolUse", {
      prompt_id: "prompt-1",
      permission_mode: "default",
      tool_name: "Bash",
      tool_input: { command: "npm test", description: "Run the tests" },
      tool_response: { stdout, stderr: "", interrupted: false, isImage: false },
      tool_use_id: `toolu_${Deno.pid}_${run}`,
      duration_ms: 4210,
    }));
}

function vitestOutput(bytes: number): string {
  const lines = ["> ledger@1.4.0 test", "> vitest run", "", " RUN  v1.6.0 /home/dev/project", ""];
  let files = 0;
  for (let length = 0; length < bytes; files++) {
    const name = SUITES[files % SUITES.length]!;
    const block = [
      ` ✓ src/${name}${files}.test.ts  (${3 + files % 9} tests) ${4 + files % 31}ms`,
      `   ✓ rounds the total of line ${files} to cents`,
      `   ✓ keeps the sum of ${name} ${files} equal to the invoice`,
    ];
    lines.push(...block);
    length += block.join("\n").length;
  }
  return [
    ...lines,
    "",
    ` Test Files  ${files} passed (${files})`,
    `      Tests  ${files * 5} passed (${files * 5})`,
    "   Start at  10:12:31",
    "   Duration  4.21s (transform 812ms, setup 0ms, collect 1.91s, tests 1.02s)",
    "",
  ].join("\n");
}

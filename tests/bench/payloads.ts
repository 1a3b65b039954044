import type { TestHome } from "../_support/test_home.ts";
import { PROMPT } from "./memory_texts.ts";

/** Source code as a tool call carries it: no line is long, no two blocks are the same, nothing in it is a secret. */
export function typescriptSource(bytes: number): string {
  return repeated(typescriptBlock, bytes);
}

/** Whole blocks up to `bytes` characters, all of them ASCII; the last one is cut. */
function repeated(block: (index: number) => string, bytes: number): string {
  const blocks: string[] = [];
  let length = 0;
  for (let i = 0; length < bytes; i++) {
    const text = block(i);
    blocks.push(text);
    length += text.length;
  }
  return blocks.join("").slice(0, bytes);
}

const NOUNS = ["invoice", "parcel", "ledger", "shipment", "refund", "warehouse", "customer"] as const;
const VERBS = ["load", "merge", "price", "settle", "validate"] as const;

function typescriptBlock(index: number): string {
  const noun = NOUNS[index % NOUNS.length]!;
  const name = `${VERBS[index % VERBS.length]}${noun[0]!.toUpperCase()}${noun.slice(1)}${index}`;
  return `
/** Brings one ${noun} up to date; the caller holds lock ${index}. */
export async function ${name}(${noun}: Record<string, number>, rates: readonly number[]): Promise<number> {
  const total = rates.reduce((sum, rate) => sum + rate * ${index % 97}, 0);
  if (!(total > ${index}) && ${noun}["count"] !== 0) {
    throw new RangeError(\`Cannot settle ${noun} ${index}: total is \${total}\`);
  }
  for (const [key, value] of Object.entries(${noun})) {
    ${noun}[key] = Math.round((value + total) * 100) / 100; // cents, as the bank wants them
  }
  return await Promise.resolve(total);
}
`;
}

/** Markup with code in it: every `<` may begin a private block and every `=` a secret, so cleaning works hardest here. */
function markupBlock(index: number): string {
  const noun = NOUNS[index % NOUNS.length]!;
  return `
<section id="${noun}-${index}" className="card card--${noun}" data-row={${index}} aria-label="${noun}">
  <p><label htmlFor="${noun}"><b>${noun}</b></label> <input name="${noun}" value={rows[${index}]} /></p>
  <ul>{rows.map((row) => <li key={row.id}><a href={row.url} target="_blank" rel="noopener">{row.name}</a></li>)}</ul>
  <button type="submit" disabled={total <= ${index}} onClick={() => save(${index})}>Save</button>
</section>
`;
}

/** What the client would send at the n-th run of a hook, as bytes. */
export type PayloadFor = (home: TestHome, run: number) => Uint8Array;

/** The fields of an event that tell it from others. */
const SCOPES = {
  /** Of the one session that goes on; a prompt of its own per run, or it would count as a repetition. */
  turn: { prompt_id: "prompt-${run}", permission_mode: "default" },
  session: { session_id: "measured-${run}" },
  helper: { prompt_id: "prompt-1", agent_id: "agent-${run}", agent_type: "general-purpose" },
} as const;

/** An event; in its texts `${run}`, `${pid}`, `${prompt}` and texts of a length such as `${source 1400}` are filled in. */
export interface PayloadRow {
  readonly event?: string | undefined;
  readonly scope?: keyof typeof SCOPES | undefined;
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Gives the texts of a length. With one tick that is not ASCII all of an output takes twice the memory. Their paths are
 * a developer's: the random name of a temporary folder looks like part of a secret, and costs a closer look.
 */
const TEXTS: Readonly<Record<string, (bytes: number) => string>> = {
  source: typescriptSource,
  markup: (bytes) => repeated(markupBlock, bytes),
  tests: vitestOutput,
  asciiTests: (bytes) => vitestOutput(bytes).replaceAll("✓", "ok"),
};

/** The payload of each run, as the client sends it: one line. */
export function payloadFor({ event = "", scope, fields = {} }: PayloadRow): PayloadFor {
  const text = JSON.stringify({ ...scope && SCOPES[scope], ...fields });
  return (home, run) => {
    const words: Readonly<Record<string, unknown>> = { run, pid: Deno.pid, prompt: PROMPT };
    const filled = JSON.parse(
      text,
      (_, part) =>
        typeof part !== "string" ? part : part.replace(
          /\$\{(\w+) ?(\d*)\}/g,
          (_, name, bytes) => String(words[name] ?? TEXTS[name]!(Number(bytes))),
        ),
    );
    return new TextEncoder().encode(`${JSON.stringify(home.payload(event, filled))}\n`);
  };
}

const SUITES = ["ledger", "invoice", "settlement", "rounding", "currency"] as const;

/** A passing run of `npm test` whose output is about so long: a summary stands at its end, as runners print it. */
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

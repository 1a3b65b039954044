import { asLines } from "../../_support/transcript_rows.ts";
import { SessionRows } from "../../integration/replay_home.ts";
import { DocsHome } from "./docs_home.ts";
import { SCENES } from "./play_page.ts";

const DAY_MS = 86_400_000;

/** The moment so many days before now, as transcripts and exports write it. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}

/** What the project of the guide holds, before the recorded session begins. */
export const SHOP_FILES: Readonly<Record<string, string>> = {
  "src/cart.py": `def total(prices):
    """The sum of a cart."""
    return sum(prices)


def with_tax(prices, rate=0.2):
    """The sum with tax."""
    return total(prices) * (1 + rate)
`,
  "src/checkout.py": `class Checkout:
    """Sends an order to the payment provider."""

    def pay(self, order):
        return self.provider.charge(order)
`,
  ".gitignore": ".env\n.claude/scratchpad/\n",
};

export const CLIENT_FILES: Readonly<Record<string, string>> = { "README.md": "# Client work\n" };

interface Seeded {
  readonly category: string;
  readonly body: string;
  readonly days: number;
  readonly scope?: string;
  readonly files?: readonly string[];
  /** Where it holds, below the home; by default `shop`. */
  readonly project?: string;
}

/** What the guide's reader has saved in the weeks before: `m1` to `m6`, in this order. */
const MEMORIES: readonly Seeded[] = [
  {
    category: "CONSTRAINT",
    body:
      "The staging database is reset every night at 03:00 UTC, so tests must not rely on yesterday's rows.",
    days: 24,
  },
  {
    category: "RUNBOOK",
    body: "ECONNRESET in the checkout tests comes from the proxy, not from our code; run make proxy-start.",
    days: 22,
    files: ["src/checkout.py"],
  },
  {
    category: "DECISION",
    body: "Totals are rounded once, after summing, because the bank does so.",
    days: 9,
    files: ["src/cart.py"],
  },
  { category: "PREFERENCE", body: "Write commit messages in the imperative.", days: 8, scope: "user" },
  { category: "TECH_DEBT", body: "The invoice PDF still uses the old logo; replace it in May.", days: 8 },
  { category: "DECISION", body: "Icons are inlined as SVG.", days: 40, project: "old-shop" },
];

/** The memories as `mneme memory import` takes them. */
function memoryLines(home: string): string {
  return MEMORIES.map(({ days, project = "shop", ...memory }) => {
    const origin = { project: `${home}/${project}`, source: "user", created_at: daysAgo(days) };
    return `${JSON.stringify({ ...memory, ...origin })}\n`;
  }).join("");
}

/** A file that the client has written so many days ago. */
interface OldTranscript {
  readonly name: string;
  readonly text: string;
  readonly days: number;
}

/** The transcripts that the client has kept from before mneme was there. */
export function oldTranscripts(shop: string, client: string): OldTranscript[] {
  const of = (name: string, { rows }: SessionRows, days: number) => ({ name, text: asLines(rows), days });
  return [
    of("-home-me-shop/3f0c2d51-6a77-4b0e-9d0e-0c5b4f1e7a01.jsonl", flakyCheckout(shop), 21),
    of("-home-me-shop/8b9e4a10-2c3d-4f5a-8e6b-7d1c0f2a3b02.jsonl", discountCodes(shop), 9),
    of("-home-me-client-work/c1d2e3f4-0a1b-4c2d-9e3f-4a5b6c7d8e03.jsonl", uploads(client), 5),
  ];
}

function flakyCheckout(shop: string): SessionRows {
  const id = "3f0c2d51-6a77-4b0e-9d0e-0c5b4f1e7a01";
  return new SessionRows(id, shop, { start: daysAgo(21) })
    .prompt("Why is the checkout test flaky?", "old-1")
    .say("I run it a few times.")
    .fail("old-test-1", "Bash", {
      input: { command: "make test" },
      error: "Exit code 2\nFAILED tests/test_checkout.py::test_pays - ConnectionResetError: ECONNRESET\n" +
        "1 failed, 2 passed in 3.10s",
    })
    .call("old-read-1", "Read", {
      input: { file_path: `${shop}/src/checkout.py` },
      response: { type: "text" },
    })
    .call("old-test-2", "Bash", {
      input: { command: "make proxy-start && make test" },
      response: { stdout: "3 passed in 2.90s", stderr: "", interrupted: false },
    })
    .say(
      "The root cause is the proxy: it drops connections that were idle for a minute, so the first request " +
        "after a pause fails with ECONNRESET. Fixed by running make proxy-start before the tests.",
    );
}

function discountCodes(shop: string): SessionRows {
  const id = "8b9e4a10-2c3d-4f5a-8e6b-7d1c0f2a3b02";
  return new SessionRows(id, shop, { start: daysAgo(9) })
    .prompt("Add discount codes to the cart.", "old-2")
    .call("old-edit-1", "Edit", {
      input: { file_path: `${shop}/src/cart.py`, old_string: "return sum(prices)", new_string: "return 0" },
      response: { filePath: `${shop}/src/cart.py` },
    })
    .call("old-test-3", "Bash", {
      input: { command: "make test" },
      response: { stdout: "4 passed in 0.03s", stderr: "", interrupted: false },
    })
    .say(
      "Discount codes work. We decided to apply a discount before the tax, because the tax office wants it so; " +
        "the other order would have been simpler.",
    );
}

function uploads(client: string): SessionRows {
  const id = "c1d2e3f4-0a1b-4c2d-9e3f-4a5b6c7d8e03";
  return new SessionRows(id, client, { start: daysAgo(5) })
    .prompt("Why does the upload fail?", "old-3")
    .call("old-read-2", "Read", { input: { file_path: `${client}/README.md` }, response: { type: "text" } })
    .say("The API does not support files over 5 MB, so larger uploads are rejected with status 413.");
}

/** `fresh`: mneme lies on the path and was never run. `lived-in`: it has been in use for a while. */
export type HomeKind = "fresh" | "lived-in";

/** A home that pages of the guide are run in. */
export async function seededHome(kind: HomeKind): Promise<DocsHome> {
  const home = new DocsHome();
  try {
    await home.build();
    if (kind === "lived-in") await liveIn(home);
    home.keep();
    return home;
  } catch (error) {
    home[Symbol.dispose]();
    throw error;
  }
}

async function liveIn(home: DocsHome): Promise<void> {
  await home.need("mneme install");
  home.write("memories.jsonl", memoryLines(home.home));
  await home.need("mneme memory import ~/memories.jsonl && rm ~/memories.jsonl");
  await home.need("mneme replay");
  await home.process(); // before the end of a session starts one of its own, which begins elsewhere
  await home.need("mneme index");
  await scene(home, "a session");
  await scene(home, "the next session");
  await scene(home, "an entry meets a run");
  await home.need('mneme values add "Round money once, at the end" --sources g1');
  await home.need("mneme scratchpad init");
  for (const [agent, text] of Object.entries(NOTES)) {
    home.write(`shop/.claude/scratchpad/${agent}/${new Date().toISOString().slice(0, 10)}.md`, text);
  }
  await home.process();
}

async function scene(home: DocsHome, name: string): Promise<void> {
  await SCENES[name]?.(home);
}

const NOTES: Readonly<Record<string, string>> = {
  reviewer: `## What I did
Read the change to src/cart.py; the rounding is right.

## Cross-agent observations
The checkout tests need the proxy.

## Unresolved
Nobody tests discounts over 100 %.
`,
  coordinator: `## What I did
Gave the review of src/cart.py to reviewer.

## Cross-agent observations
None.

## Unresolved
The currency is still hard-coded.
`,
};

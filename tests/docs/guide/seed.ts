import { DocsHome } from "./docs_home.ts";
import { SCENES } from "./scenes.ts";
import { memoryLines } from "./seed_files.ts";

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

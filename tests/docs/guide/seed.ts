import { asLines } from "../../_support/transcript_rows.ts";
import { SessionRows } from "../../integration/replay_home.ts";
import { DocsHome } from "./docs_home.ts";
import { SCENES } from "./play_page.ts";
import seed from "./seed.json" with { type: "json" };

const DAY_MS = 86_400_000;

/** The moment so many days before now, as transcripts and exports write it. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}

/** The projects hold these files before the recorded session begins. */
export const { shop: SHOP_FILES, client: CLIENT_FILES } = seed;

/** The memories that the guide's reader has saved before, `m1` to `m6`, as `mneme memory import` takes them. */
function memoryLines(home: string): string {
  return seed.memories.map(({ days, project = "shop", ...memory }) => {
    const origin = { project: `${home}/${project}`, source: "user", created_at: daysAgo(days) };
    return `${JSON.stringify({ ...memory, ...origin })}\n`;
  }).join("");
}

/** The transcripts that the client has kept from before mneme was there, each written so many days ago. */
export function oldTranscripts(shop: string, client: string) {
  return seed.transcripts.map(({ name, project, days, steps }) => {
    const cwd = project === "shop" ? shop : client;
    const session = new SessionRows(name.replace(/.*\//, ""), cwd, { start: daysAgo(days) });
    const placed: [kind: "prompt" | "say" | "call" | "fail", ...values: [string, never]][] = JSON.parse(
      JSON.stringify(steps).replaceAll("$PROJECT", cwd),
    );
    for (const [kind, ...values] of placed) session[kind](...values);
    return { name: `${name}.jsonl`, text: asLines(session.rows), days };
  });
}

/** `fresh`: mneme lies on the path and was never run. `lived-in`: it has been in use for a while. */
export type HomeKind = "fresh" | "lived-in";

/** A home that pages of the guide are run in. */
export async function seededHome(kind: HomeKind): Promise<DocsHome> {
  const home = new DocsHome();
  try {
    await home.build();
    if (kind === "lived-in") await liveIn(home);
    await home.keep();
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
  for (const [agent, text] of Object.entries(seed.notes)) {
    home.write(`shop/.claude/scratchpad/${agent}/${new Date().toISOString().slice(0, 10)}.md`, text);
  }
  await home.process();
}

async function scene(home: DocsHome, name: string): Promise<void> {
  await SCENES[name]?.(home);
}

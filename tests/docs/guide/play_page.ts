import type { DocsHome } from "./docs_home.ts";
import type { Page, Step } from "./page.ts";
import { SCENES } from "./scenes.ts";

/** What came of one step. */
export interface Played {
  readonly step: Step;
  readonly output: string;
  /** Lines that did not end as they should, with what they said. */
  readonly failed: readonly string[];
}

/** Words that stand for something of the reader's, in pages that do not say what. */
const PLACEHOLDERS: readonly (readonly [RegExp, string])[] = [
  [
    /(?<![\w/.~-])session\.jsonl\b/g,
    "~/.claude/projects/-home-me-shop/3f0c2d51-6a77-4b0e-9d0e-0c5b4f1e7a01.jsonl",
  ],
  [/(?<![\w/.~-])folder\b(?!\/)/g, "~/.claude/projects/-home-me-shop"],
];

/** Programs that a page may call beside mneme without a mark. */
const RUNNABLE = new Set(["mneme", "cd", "ls", "git", "cp", "mv", "mkdir", "cat", "echo"]);

/** Does from top to bottom what a page has its reader do, in a home as it was seeded. */
export async function playPage(home: DocsHome, page: Page): Promise<Played[]> {
  home.restore();
  const played: Played[] = [];
  for (const step of page.steps) played.push(await playStep(home, step));
  return played;
}

async function playStep(home: DocsHome, step: Step): Promise<Played> {
  if (step.kind === "not run") return { step, output: "", failed: [] };
  if (step.kind === "scene") {
    const scene = SCENES[step.text];
    if (scene === undefined) return { step, output: "", failed: [`there is no scene "${step.text}"`] };
    return { step, output: home.told(await scene(home)), failed: [] };
  }
  const printed: string[] = [];
  const failed: string[] = [];
  for (const { command, status } of step.lines) {
    if (!RUNNABLE.has(programOf(command))) {
      failed.push(`${command}: not a command of the guide; mark the block with <!-- not run: why -->`);
      continue;
    }
    const { code, stdout, stderr } = await home.shell(resolved(command));
    printed.push(stdout + stderr);
    if (code !== status) failed.push(`${command} ended with ${code}: ${home.told(stderr)}`);
  }
  return { step, output: home.told(printed.join("")).trimEnd(), failed };
}

/** The first word that is no assignment of a variable. */
function programOf(line: string): string {
  return line.split(/\s+/).find((word) => !/^[A-Z_]+=/.test(word)) ?? "";
}

function resolved(line: string): string {
  return PLACEHOLDERS.reduce((text, [pattern, by]) => text.replaceAll(pattern, by), line);
}

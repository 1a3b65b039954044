import { infoOf } from "../../../src/machine/files.ts";
import { PROJECT_ROOT } from "../../_support/executables.ts";
import type { DocsHome } from "./docs_home.ts";
import { type HomeKind, seededHome } from "./seed.ts";

/** What differs from run to run without being another output: numbers, moments, ages, sizes, bars and column widths. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT[\d:.-]+Z/g, "TIME"],
  [/\b[0-9a-f]{7,40}\b/g, "HASH"],
  [/\b\d+(?:\.\d+)? ?(?:ms|s|min|B|KB|MB|GB|TB|%)(?![a-z])/gi, "0"],
  [/\b(?:today|yesterday|just now|(?:\d+|an?) (?:second|minute|hour|day|week|month)s? ago)\b/g, "AGE"],
  // Not those of ids: the text around an output names them.
  [/(?<![A-Za-z\d])\d+(?:[.,:]\d+)*/g, "0"],
  [/[▁▂▃▄▅▆▇█]+/g, "▄"],
  [/[-─]{2,}/g, "-"],
  [/[ \t]+/g, " "],
];

/** An output without what differs from run to run; two of the same program on the same data have the same shape. */
export function shapeOf(output: string): string {
  const shape = VARYING.reduce((text, [pattern, by]) => text.replaceAll(pattern, by), output);
  return shape.split("\n").map((line) => line.trim()).join("\n").trim();
}

/** A line that a reader would enter, and how it is to end: with 0 unless a comment behind it says "status 1". */
interface Line {
  readonly command: string;
  readonly status: number;
}

/** A command of a page, a scene of the client that it names, or one that it marks as not run. */
export interface Step {
  readonly kind: "shell" | "scene" | "not run";
  /** The lines of the shell, the scene's name, or the reason. */
  readonly text: string;
  readonly lines: readonly Line[];
  /** The output that the page shows below, with its place in the page's text. */
  readonly shown?: { readonly text: string; readonly from: number; readonly to: number };
}

export interface Page {
  /** Which home its commands are run in. */
  readonly home: string;
  readonly steps: readonly Step[];
}

/** Scenes, marks and code blocks; nothing else of a page matters here. */
const PART = /^<!-- (scene|not run|home): (.+?) -->$|^```(sh|text)\n([\s\S]*?)^```$/gm;

/** What a page of the guide has its reader do, from top to bottom. */
function readPage(markdown: string): Page {
  const steps: Step[] = [];
  let home = "lived-in";
  let mark: string | undefined;
  let end = 0;
  for (const match of markdown.matchAll(PART)) {
    const [whole, comment, argument = "", fence, content = ""] = match;
    const isNext = markdown.slice(end, match.index).trim() === "";
    if (comment === "home") home = argument;
    if (comment === "not run") mark = argument;
    if (comment === "scene") steps.push({ kind: "scene", text: argument, lines: [] });
    if (fence === "sh") {
      const lines = linesOf(content);
      steps.push(
        mark === undefined
          ? { kind: "shell", text: content.trimEnd(), lines }
          : { kind: "not run", text: mark, lines },
      );
      mark = undefined;
    }
    const last = steps.at(-1);
    if (fence === "text" && isNext && last !== undefined && last.kind !== "not run") {
      const from = match.index + "```text\n".length;
      steps[steps.length - 1] = { ...last, shown: { text: content, from, to: from + content.length } };
    }
    end = match.index + whole.length;
  }
  return { home, steps };
}

/** Without comments; a line that ends in a backslash goes on in the next. */
function linesOf(content: string): Line[] {
  return content.replaceAll(/\\\n\s*/g, "").split("\n").map((line) => {
    const [, command = "", comment = ""] = /^(.*?)(?:(?:^|\s+)#\s(.*))?$/.exec(line) ?? [];
    return { command: command.trim(), status: Number(/\bstatus (\d+)/.exec(comment)?.[1] ?? 0) };
  }).filter(({ command }) => command !== "");
}

/** The page with other outputs below its commands; `outputs` has one for each step. */
export function withOutputs(markdown: string, page: Page, outputs: readonly string[]): string {
  let text = markdown;
  for (let i = page.steps.length - 1; i >= 0; i--) {
    const shown = page.steps[i]?.shown;
    if (shown !== undefined) text = text.slice(0, shown.from) + `${outputs[i]}\n` + text.slice(shown.to);
  }
  return text;
}

/** Where the links of a page lead to, but for those into the web. */
export function linksOf(markdown: string): string[] {
  const text = markdown.replaceAll(/^```[\s\S]*?^```$/gm, "");
  return [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, target = ""]) => target);
}

/** The links of a file that lead to no file, or to no heading of it. */
export function brokenLinks(path: string): string[] {
  const folder = path.replace(/\/[^/]*$/, "");
  return linksOf(Deno.readTextFileSync(path)).filter((link) => {
    const [file = "", anchor] = link.split("#");
    const target = file === "" ? path : `${folder}/${file}`;
    return infoOf(target) === undefined || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  }).map((link) => `${path}: ${link}`);
}

/** The names that a code host gives to the headings of a page. */
function anchorsOf(path: string): string[] {
  return [...Deno.readTextFileSync(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading.toLowerCase().replaceAll(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-")
  );
}

const DOCS = `${PROJECT_ROOT}/docs`;

/** The pages whose commands are run: all of `docs/` but the decisions. */
export function guidePages(): string[] {
  return [...Deno.readDirSync(DOCS)].filter(({ isFile, name }) => isFile && name.endsWith(".md"))
    .map(({ name }) => name).sort();
}

export function pagePath(name: string): string {
  return `${DOCS}/${name}`;
}

export function pageOf(name: string): Page {
  return readPage(Deno.readTextFileSync(pagePath(name)));
}

/** The homes that pages are run in, seeded when the first page wants one. */
export class SeededHomes implements Disposable {
  readonly #homes = new Map<string, Promise<DocsHome>>();
  readonly #seeded: DocsHome[] = [];

  home(kind: string): Promise<DocsHome> {
    return this.#homes.getOrInsertComputed(kind, async () => {
      const home = await seededHome(kind as HomeKind);
      this.#seeded.push(home);
      return home;
    });
  }

  [Symbol.dispose](): void {
    for (const home of this.#seeded) home[Symbol.dispose]();
  }
}

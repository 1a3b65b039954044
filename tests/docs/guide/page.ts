/** A line that a reader would enter, and how it is to end: with 0 unless a comment behind it says "status 1". */
export interface Line {
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
export function readPage(markdown: string): Page {
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

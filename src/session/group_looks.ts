import { withSlashes } from "../base/slashes.ts";
import { isShellTool } from "../shell/tools.ts";
import { asText, type CapturedCall, type Step } from "./captured_call.ts";
import { count, MAX_LINE_UNITS, oneLine, quoteCode, shortPath } from "./wording.ts";

/** A read-only call, with the facts that decide to which run of calls it belongs. */
export interface Look {
  readonly id: number;
  readonly sessionId: string;
  readonly agentId: string | null;
  readonly promptId: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Another call of an agent: it ends the agent's run of looks. */
export type Boundary = Omit<Look, "promptId">;

/** The most looks of a run; more looks make a further run, described in a line of its own. */
const MAX_RUN = 40;
const PAUSE_MS = 30 * 60_000;

/** Looks of one agent for one prompt, with no other call of the agent between them. */
interface LookRun<L extends Look> {
  readonly looks: readonly L[];
  /** True if nothing has ended the run yet: a later look may belong to it. */
  readonly isOpen: boolean;
}

/** Both lists must be sorted by time. */
export function groupLooks<L extends Look>(
  looks: readonly L[],
  boundaries: readonly Boundary[],
): LookRun<L>[] {
  const ends = Map.groupBy(boundaries, keyOf);
  const newest = looks.at(-1)?.createdAt ?? "";
  const runs = [...Map.groupBy(looks, keyOf)].flatMap(([key, own]) =>
    splitRuns(own, ends.get(key) ?? [], newest)
  );
  return runs.sort((a, b) => inOrder(a.looks[0]!, b.looks[0]!));
}

function splitRuns<L extends Look>(
  looks: readonly L[],
  ends: readonly Boundary[],
  newest: string,
): LookRun<L>[] {
  const runs: L[][] = [];
  let next = 0;
  for (const look of looks) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    while (next < ends.length && last !== undefined && inOrder(ends[next]!, last) < 0) next++;
    const isInterrupted = next < ends.length && inOrder(ends[next]!, look) < 0;
    if (run === undefined || last === undefined || isInterrupted || !belongs(look, last, run)) {
      runs.push([look]);
    } else run.push(look);
  }
  return runs.map((run, i) => {
    const last = run.at(-1)!;
    const isLast = i === runs.length - 1 && run.length < MAX_RUN;
    const isFollowed = ends.some((end) => inOrder(last, end) < 0) || isPaused(last.createdAt, newest);
    return { looks: run, isOpen: isLast && !isFollowed };
  });
}

function belongs(look: Look, last: Look, run: readonly Look[]): boolean {
  return run.length < MAX_RUN && look.promptId === last.promptId && !isPaused(last.createdAt, look.createdAt);
}

function isPaused(before: string, after: string): boolean {
  return Date.parse(after) - Date.parse(before) > PAUSE_MS;
}

function inOrder(a: Pick<Look, "createdAt" | "id">, b: Pick<Look, "createdAt" | "id">): number {
  return a.createdAt === b.createdAt ? a.id - b.id : a.createdAt < b.createdAt ? -1 : 1;
}

function keyOf({ sessionId, agentId }: Pick<Look, "sessionId" | "agentId">): string {
  return JSON.stringify([sessionId, agentId]);
}

/** The most files, patterns or commands that the line of a run names. */
const NAMED = 3;
const ARGUMENT_UNITS = 50;

/** Describes a run of looks in one line, without failed ones; `undefined` if there is nothing to say. */
export function mergeLooks(calls: readonly CapturedCall[]): Step | undefined {
  const looks = calls.flatMap((call) => call.error === undefined ? lookOf(call) : []);
  const distinct = (verb: string) => [
    ...new Set(looks.filter((look) => look.verb === verb).map(({ what }) => what)),
  ];
  const parts = [
    ...describeRead(distinct("read")),
    ...["searched for", "looked for files", "ran"].flatMap((verb) => named(verb, distinct(verb))),
  ];
  if (parts.length === 0) return undefined;
  const text = parts.join("; ");
  const isTelling = looks.some(({ verb }) => verb === "read" || verb === "searched for");
  return {
    text: oneLine(text[0]!.toUpperCase() + text.slice(1), MAX_LINE_UNITS),
    weight: isTelling ? 0.5 : 0.25,
  };
}

function lookOf({ toolName, input, files, project }: CapturedCall): { verb: string; what: string }[] {
  const path = asText(input.path);
  const where = path === undefined ? "" : ` in ${shortPath(path, project)}`;
  const quoted = (argument: unknown) => {
    const text = asText(argument);
    return text && quoteCode(text, ARGUMENT_UNITS);
  };
  const pattern = quoted(input.pattern);
  const look = (verb: string, what: string | undefined) => what === undefined ? [] : [{ verb, what }];
  if (files[0] !== undefined) return look("read", shortPath(files[0], project));
  if (toolName === "Grep") return look("searched for", pattern && pattern + where);
  if (toolName === "Glob") return look("looked for files", pattern && pattern + where);
  if (toolName === "LS") return look("looked for files", path && shortPath(path, project));
  return isShellTool(toolName) ? look("ran", quoted(input.command)) : [];
}

function describeRead(files: readonly string[]): string[] {
  if (files.length === 0) return [];
  if (files.length <= NAMED) return [`read ${files.join(", ")}`];
  const folder = commonFolder(files);
  const names = files.slice(0, NAMED).map((file) => folder === "" ? file : file.slice(folder.length + 1));
  return [
    `read ${count(files.length, "file")}${folder === "" ? "" : ` in ${folder}`}: ${names.join(", ")} …`,
  ];
}

function commonFolder(files: readonly string[]): string {
  const [first = [], ...rest] = files.map((file) => withSlashes(file).split("/").slice(0, -1));
  let depth = 0;
  while (depth < first.length && rest.every((parts) => parts[depth] === first[depth])) depth++;
  return first.slice(0, depth).join("/");
}

function named(verb: string, distinct: readonly string[]): string[] {
  if (distinct.length === 0) return [];
  const more = distinct.length > NAMED ? ` and ${distinct.length - NAMED} more` : "";
  return [`${verb} ${distinct.slice(0, NAMED).join(", ")}${more}`];
}

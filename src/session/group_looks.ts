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
  readonly createdAt: string;
}

/** Another call of an agent: it ends the agent's run of looks. */
export type Boundary = Omit<Look, "promptId">;

/** The most looks of a run; more looks make a further run, described in a line of its own. */
const MAX_RUN = 40;
const PAUSE_MS = 30 * 60_000;

/**
 * Groups looks of one agent for one prompt, with no other call of the agent between them. Both lists must be sorted by
 * time. `isOpen`: nothing has ended the run yet, and a later look may belong to it.
 */
export function groupLooks<L extends Look>(looks: readonly L[], boundaries: readonly Boundary[]) {
  const newest = looks.at(-1)?.createdAt ?? "";
  const ends = new Set<Boundary>(boundaries);
  const isLook = (call: L | Boundary): call is L => !ends.has(call);
  const byAgent = Map.groupBy<string, L | Boundary>(
    [...looks, ...boundaries].sort(inOrder),
    ({ sessionId, agentId }) => JSON.stringify([sessionId, agentId]),
  );
  const runs = [...byAgent.values()].flatMap((calls) => {
    const own: L[][] = [];
    let open: L[] | undefined;
    for (const call of calls) {
      if (!isLook(call)) open = undefined;
      else if (open !== undefined && belongs(call, open)) open.push(call);
      else own.push(open = [call]);
    }
    return own.map((run) => ({
      looks: run,
      isOpen: run === open && run.length < MAX_RUN && !isPaused(run.at(-1)!.createdAt, newest),
    }));
  });
  return runs.sort((a, b) => inOrder(a.looks[0]!, b.looks[0]!));
}

function belongs(look: Look, run: readonly Look[]): boolean {
  const last = run.at(-1)!;
  return run.length < MAX_RUN && look.promptId === last.promptId && !isPaused(last.createdAt, look.createdAt);
}

function isPaused(before: string, after: string): boolean {
  return Date.parse(after) - Date.parse(before) > PAUSE_MS;
}

function inOrder(a: Boundary, b: Boundary): number {
  return a.createdAt === b.createdAt ? a.id - b.id : a.createdAt < b.createdAt ? -1 : 1;
}

const NAMED = 3;
const ARGUMENT_UNITS = 50;

/** Describes a run of looks in one line, without failed ones; `undefined` if there is nothing to say. */
export function mergeLooks(calls: readonly CapturedCall[]): Step | undefined {
  const looks = Map.groupBy(
    calls.flatMap((call) => call.error === undefined ? lookOf(call) : []),
    ({ verb }) => verb,
  );
  const parts = VERBS.flatMap((verb) => {
    const distinct = [...new Set(looks.get(verb)?.map(({ what }) => what))];
    return verb === "read" ? describeRead(distinct) : named(verb, distinct);
  });
  if (parts.length === 0) return undefined;
  const text = parts.join("; ");
  return {
    text: oneLine(text[0]!.toUpperCase() + text.slice(1), MAX_LINE_UNITS),
    weight: looks.has("read") || looks.has("searched for") ? 0.5 : 0.25,
  };
}

const VERBS = ["read", "searched for", "looked for files", "ran"] as const;

function lookOf({ toolName, input, files, project }: CapturedCall) {
  const path = asText(input.path);
  const quoted = (argument: unknown) => {
    const text = asText(argument);
    return text && quoteCode(text, ARGUMENT_UNITS);
  };
  const pattern = quoted(input.pattern);
  const place = path && shortPath(path, project);
  const found = pattern && (place === undefined ? pattern : `${pattern} in ${place}`);
  const look = (verb: typeof VERBS[number], what: string | undefined) =>
    what === undefined ? [] : [{ verb, what }];
  if (files[0] !== undefined) return look("read", shortPath(files[0], project));
  if (toolName === "Grep") return look("searched for", found);
  if (toolName === "Glob") return look("looked for files", found);
  if (toolName === "LS") return look("looked for files", place);
  return isShellTool(toolName) ? look("ran", quoted(input.command)) : [];
}

function describeRead(files: readonly string[]): string[] {
  if (files.length <= NAMED) return named("read", files);
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

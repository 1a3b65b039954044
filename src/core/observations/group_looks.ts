/** A call that changed nothing, with what decides which run it belongs to. */
export interface Look {
  readonly id: number;
  readonly sessionId: string;
  readonly agentId: string | null;
  readonly promptId: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Something else that the same agent did: a run of looks ends there. */
export type Boundary = Omit<Look, "promptId">;

/** Longer runs are told in several lines. */
const MAX_RUN = 40;
const PAUSE_MS = 30 * 60_000;

/** A run of looks by one agent for one prompt with nothing else between them. */
export interface LookRun<L extends Look> {
  readonly looks: readonly L[];
  /** Nothing that was given here ends it: what comes later may belong to it. */
  readonly isOpen: boolean;
}

/** The runs in the order of their first look. Both lists are in the order of time. */
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

/** Reports what plays have shown: each one, then the median and the spread of those that are alike. */
import { type CheckResult, runChecks } from "./verify.ts";
import type { LoggedEntry, PlayerFolder } from "./player_folder.ts";
import { keptText } from "./ways.ts";

/** The figures are of the test sessions, but for the calls of the learning ones, the asks and what was saved. */
interface Play {
  readonly group: string;
  readonly folder: string;
  readonly figures: Readonly<Record<typeof FIGURES[number], number>>;
  readonly of: number;
  readonly facts: number;
  readonly lost: readonly string[];
  readonly notSaved: readonly string[];
  readonly cameBack: readonly string[];
  readonly told: ReadonlyMap<string, number>;
  readonly sessions: readonly string[];
}

const FIGURES = [
  "points",
  "calls",
  "failed",
  "told",
  "opened",
  "minutes",
  "learn calls",
  "asks",
  "saved",
  "came back",
] as const;

/** Prints the report as Markdown. */
export async function score(folders: readonly PlayerFolder[]): Promise<void> {
  const plays: Play[] = [];
  for (const folder of folders) plays.push(await scoreOf(folder));
  console.log(
    `Calls, failed calls, tokens told and opened, and minutes are of the test sessions; told is without the tools' schemas.\n`,
  );
  console.log(row(["scenario, way, others", "play", ...FIGURES]));
  console.log(row(["---", "---", ...FIGURES.map(() => "--:")]));
  for (const [group, alike] of Map.groupBy(plays, (one) => one.group)) {
    for (const play of alike) {
      console.log(row([group, play.folder, ...FIGURES.map((one) => cell(play, one))]));
    }
    if (alike.length > 1) {
      console.log(row([group, "**median** (spread)", ...FIGURES.map((one) => spread(alike, one))]));
    }
  }
  for (const play of plays) tellPlay(play);
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function cell({ figures, of, facts }: Play, figure: typeof FIGURES[number]): string {
  const value = String(figures[figure]);
  return figure === "points" ? `${value} of ${of}` : figure === "saved" ? `${value} of ${facts}` : value;
}

function spread(plays: readonly Play[], figure: typeof FIGURES[number]): string {
  const values = plays.map(({ figures }) => figures[figure]).sort((a, b) => a - b);
  const middle = (values.length - 1) / 2;
  const median = (values[Math.floor(middle)]! + values[Math.ceil(middle)]!) / 2;
  return `**${round(median)}** (${values[0]}–${values.at(-1)})`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function tellPlay({ group, folder, lost, notSaved, cameBack, told, sessions }: Play): void {
  console.log(`\n### ${group}: ${folder}\n`);
  for (const line of sessions) console.log(`- ${line}`);
  console.log(
    `- told, tokens by moment: ${[...told].map(([name, sum]) => `${name} ${sum}`).join(", ") || "none"}`,
  );
  for (
    const [name, list] of [["lost", lost], ["not saved", notSaved], ["came back", cameBack]] as const
  ) {
    if (list.length > 0) console.log(`- ${name}: ${list.join("; ")}`);
  }
}

async function scoreOf(folder: PlayerFolder): Promise<Play> {
  const state = folder.read();
  const { scenario } = state;
  const entries = folder.entries();
  const isPlayed = (name: string) => entries.some((one) => one.kind === "end" && one.session === name);
  const played = scenario.sessions.filter(({ name }) => isPlayed(name));
  const results: CheckResult[] = [];
  for (const session of played.filter(({ kind }) => kind === "test")) {
    const said = ofSession(entries, session.name).filter(({ kind }) => kind === "say").map(({ text }) => text)
      .join("\n");
    results.push(...await runChecks(session, folder.left(session.name), said, state));
  }
  const kinds = new Map(played.map(({ name, kind }) => [name, kind]));
  const tests = played.filter(({ kind }) => kind === "test")
    .flatMap(({ name }) => ofSession(entries, name));
  const learned = entries.filter(({ session }) => kinds.get(session) === "learn");
  const kept = await keptText(folder, state);
  const facts = Object.entries(scenario.facts);
  const saved = facts.filter(([, { saved }]) => new RegExp(saved, "i").test(kept)).map(([name]) => name);
  const cameBack = results.filter((one) => one.cameBack).map(({ session, name }) => `${session} ${name}`);
  return {
    group: `${scenario.name}${scenario.kept_aside ? " (kept aside)" : ""}, ${state.way}, ${state.others}`,
    folder: folder.root.slice(folder.root.lastIndexOf("/") + 1),
    figures: {
      points: results.filter(({ holds }) => holds).length,
      calls: count(tests, "call"),
      failed: tests.filter(({ failed }) => failed).length,
      told: tokens(tests.filter(isTold)),
      opened: tokens(tests.filter(({ kind }) => kind === "opened")),
      minutes: round(
        played.filter(({ kind }) => kind === "test").reduce(
          (sum, { name }) => sum + minutesOf(entries, name),
          0,
        ),
      ),
      "learn calls": count(learned, "call"),
      asks: count(entries, "ask"),
      saved: saved.length,
      "came back": cameBack.length,
    },
    of: results.length,
    facts: facts.length,
    lost: results.filter(({ holds }) => !holds).map(({ session, name, fact }) =>
      `${session} ${name}${
        fact === undefined ? " (the work itself)" : ` (${fact}${saved.includes(fact) ? "" : ", never saved"})`
      }`
    ),
    notSaved: facts.map(([name]) => name).filter((name) => !saved.includes(name)),
    cameBack,
    told: sums(tests.filter(({ kind }) => kind === "told")),
    sessions: played.map(({ name }) => sessionLine(name, entries, results)),
  };
}

/** The tools' schemas are apart: every server has them, and clients differ in when they show them. */
function isTold({ kind, moment }: LoggedEntry): boolean {
  return kind === "told" && moment !== "tools";
}

/** Those of the last time that it was played. */
function ofSession(entries: readonly LoggedEntry[], name: string): LoggedEntry[] {
  const own = entries.filter(({ session }) => session === name);
  return own.slice(own.findLastIndex(({ kind }) => kind === "start"));
}

function sessionLine(name: string, entries: readonly LoggedEntry[], results: readonly CheckResult[]): string {
  const own = ofSession(entries, name);
  const checks = results.filter(({ session }) => session === name);
  const points = checks.length === 0
    ? ""
    : `${checks.filter(({ holds }) => holds).length} of ${checks.length} points, `;
  const saves = own.filter(({ tool }) => tool === "mcp__mneme__save_memory").length;
  return `${name}: ${points}${count(own, "call")} calls, ${
    own.filter(({ failed }) => failed).length
  } failed, ${tokens(own.filter(({ kind }) => kind === "told"))} tokens told, ${
    count(own, "ask")
  } asks, ${saves} calls of save_memory, ${round(minutesOf(entries, name))} minutes`;
}

function count(entries: readonly LoggedEntry[], kind: LoggedEntry["kind"]): number {
  return entries.filter((one) => one.kind === kind).length;
}

function tokens(entries: readonly LoggedEntry[]): number {
  return entries.reduce((sum, { tokens = 0 }) => sum + tokens, 0);
}

function sums(entries: readonly LoggedEntry[]): Map<string, number> {
  return new Map(
    [...Map.groupBy(entries, ({ moment = "" }) => moment)].map(([name, those]) => [name, tokens(those)]),
  );
}

function minutesOf(entries: readonly LoggedEntry[], name: string): number {
  const own = ofSession(entries, name);
  return (Date.parse(own.at(-1)!.at) - Date.parse(own[0]!.at)) / 60_000;
}

/** Reports what plays have shown. */
import { type CheckResult, runChecks } from "./verify.ts";
import type { LoggedEntry, PlayerFolder } from "./player_folder.ts";
import { keptText } from "./ways.ts";

const FIGURES = ["points", "calls", "failed", "told", "opened", "asks", "minutes"];

/** Prints a table of the plays, each with its figures over the test sessions, and more about each one. */
export async function score(folders: readonly PlayerFolder[]): Promise<void> {
  console.log(`Figures are of the test sessions. Tokens told are without the tools' schemas.\n`);
  console.log(row(["scenario, way, others", "play", ...FIGURES, "saved", "came back"]));
  console.log(row(["---", "---", ...FIGURES.map(() => "--:"), "--:", "--:"]));
  const more: string[] = [];
  for (const folder of folders) {
    const play = await scoreOf(folder);
    console.log(row(play.cells));
    more.push(`\n### ${play.cells[0]}: ${play.cells[1]}\n`, ...play.notes.map((note) => `- ${note}`));
  }
  console.log(more.join("\n"));
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

async function scoreOf(folder: PlayerFolder) {
  const state = folder.read();
  const { scenario } = state;
  const entries = folder.entries();
  const isPlayed = (name: string) => entries.some((one) => one.kind === "end" && one.session === name);
  const sessions = [];
  for (const session of scenario.sessions.filter(({ name }) => isPlayed(name))) {
    const own = ofSession(entries, session.name);
    const said = own.filter(({ kind }) => kind === "say").map(({ text }) => text).join("\n");
    const isTest = session.kind === "test";
    const results = isTest ? await runChecks(session, folder.left(session.name), said, state) : [];
    sessions.push({ ...session, own, isTest, results });
  }
  const tests = sessions.filter(({ isTest }) => isTest);
  const results = tests.flatMap((one) => one.results);
  const kept = await keptText(folder, state);
  const facts = Object.entries(scenario.facts);
  const notSaved = facts.filter(([, { saved }]) => !new RegExp(saved, "i").test(kept)).map(([name]) => name);
  const lost = results.filter(({ holds }) => !holds).map(({ session, name, fact = "the work itself" }) =>
    `${session} ${name} (${fact}${notSaved.includes(fact) ? ", never saved" : ""})`
  );
  const cameBack = results.filter((one) => one.cameBack).map(({ session, name }) => `${session} ${name}`);
  const told = tests.flatMap(({ own }) => own.filter(({ kind }) => kind === "told"));
  const byMoment = [...Map.groupBy(told, ({ moment = "" }) => moment)];
  return {
    cells: [
      `${scenario.name}${scenario.kept_aside ? " (kept aside)" : ""}, ${state.way}, ${state.others}`,
      folder.root.slice(folder.root.lastIndexOf("/") + 1),
      ...figuresOf(tests.flatMap(({ own }) => own), results),
      `${facts.length - notSaved.length} of ${facts.length}`,
      String(cameBack.length),
    ],
    notes: [
      ...sessions.map(({ name, own, results }) =>
        `${name}: ${figuresOf(own, results).map((value, i) => `${FIGURES[i]} ${value}`).join(", ")}`
      ),
      `told, tokens by moment: ${
        byMoment.map(([name, those]) => `${name} ${tokens(those)}`).join(", ") || "none"
      }`,
      ...Object.entries({ lost, "not saved": notSaved, "came back": cameBack })
        .filter(([, list]) => list.length > 0).map(([name, list]) => `${name}: ${list.join("; ")}`),
    ],
  };
}

/** Those of the last time that it was played. */
function ofSession(entries: readonly LoggedEntry[], name: string): LoggedEntry[] {
  const own = entries.filter(({ session }) => session === name);
  return own.slice(own.findLastIndex(({ kind }) => kind === "start"));
}

/** The tools' schemas are apart: every server has them, and clients differ in when they show them. */
function figuresOf(entries: readonly LoggedEntry[], results: readonly CheckResult[]): string[] {
  const of = (wanted: LoggedEntry["kind"]) => entries.filter(({ kind }) => kind === wanted);
  const sessions = [...Map.groupBy(entries, ({ session }) => session).values()];
  const ms = sessions.map((own) => Date.parse(own.at(-1)!.at) - Date.parse(own[0]!.at));
  return [
    `${results.filter(({ holds }) => holds).length} of ${results.length}`,
    of("call").length,
    entries.filter(({ failed }) => failed).length,
    tokens(of("told").filter(({ moment }) => moment !== "tools")),
    tokens(of("opened")),
    of("ask").length,
    (ms.reduce((sum, one) => sum + one, 0) / 60_000).toFixed(1),
  ].map(String);
}

function tokens(entries: readonly LoggedEntry[]): number {
  return entries.reduce((sum, { tokens = 0 }) => sum + tokens, 0);
}

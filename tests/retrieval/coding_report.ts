/**
 * Prints what a prompt is given by its hook, over the coding sets: `deno task eval:coding [--failures]`. Each set is asked
 * twice, of the own words of what was kept and with the phrases that were written without sight of the prompts.
 */
import { DEFAULT_SETTINGS } from "../../src/base/settings.ts";
import { isAcknowledgement } from "../../src/session/acknowledgement.ts";
import { assembleContext, promptRequest } from "../../src/store/assemble_context.ts";
import { explainFailures, runCoding } from "./coding.ts";
import { CODING_PROJECTS, CODING_SETS, type CodingQuery, type CodingSet } from "./coding_data.ts";
import { CODING_NOW, CodingStore, rootOf } from "./coding_store.ts";
import { isCarried, kindOf, PROMPT_KINDS } from "./prompt_kinds.ts";

/** What a prompt is given: the names of the items in the judgements, the best first, and the text. */
interface Given {
  readonly query: CodingQuery;
  /** `nothing fits` where silence is right. */
  readonly kind: string;
  readonly names: readonly string[];
  readonly text: string;
  readonly isCarried: boolean;
}

/** An answer counts among so many. */
const FIRST = 5;

/** Each prompt in a window of its own, with the settings that are delivered. */
function giveAll(set: CodingSet, options: { readonly phrases: boolean }): Given[] {
  using loaded = new CodingStore(set, options);
  const items = new Map(set.items.map((item) => [item.id, item]));
  return set.queries.map((query) => {
    const answers = query.answers.flatMap((name) => items.get(name) ?? []);
    const kind = answers.length === 0 ? "nothing fits" : kindOf(query, answers);
    if (isAcknowledgement(query.text)) return { query, kind, names: [], text: "", isCarried: false };
    const project = rootOf(query.project) ?? "";
    const request = promptRequest(DEFAULT_SETTINGS.hooks.user_prompt_submit, project, CODING_NOW);
    const context = assembleContext(loaded.store, { ...request, texts: [query.text] });
    const best = [...context.items].sort((a, b) => b.score - a.score);
    const names = best.map(({ id }) => loaded.names.get(id) ?? id);
    const text = context.text ?? "";
    return { query, kind, names, text, isCarried: answers.some((answer) => isCarried(text, answer, query)) };
  });
}

const COLUMNS = ["hit", "carried", "silent", "right", "items", "if any", "characters"] as const;

/** The figures of these prompts, in the order of the columns. */
function figuresOf(all: readonly Given[]): (number | undefined)[] {
  const answerable = all.filter(({ query }) => query.answers.length > 0);
  const others = all.filter(({ query }) => query.answers.length === 0);
  const speaking = all.filter(({ names }) => names.length > 0);
  const shown = sum(speaking, ({ names }) => names.length);
  return [
    share(
      answerable,
      ({ query, names }) => names.slice(0, FIRST).some((name) => query.answers.includes(name)),
    ),
    share(answerable, (one) => one.isCarried),
    share(others, ({ names }) => names.length === 0),
    shown === 0 ? undefined : sum(speaking, rightOf) / shown,
    all.length === 0 ? undefined : shown / all.length,
    speaking.length === 0 ? undefined : shown / speaking.length,
    all.length === 0 ? undefined : sum(all, ({ text }) => text.length) / all.length,
  ];
}

/** How many of the items answer, or do no harm. */
function rightOf({ query, names }: Given): number {
  return names.filter((name) => query.answers.includes(name) || query.acceptable?.includes(name)).length;
}

function share<T>(all: readonly T[], isSo: (one: T) => boolean): number | undefined {
  return all.length === 0 ? undefined : all.filter(isSo).length / all.length;
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}

const WIDTH = 34;

function line(name: string, all: readonly Given[]): string {
  const cells = figuresOf(all).map((figure, i) => {
    const digits = COLUMNS[i] === "characters"
      ? 0
      : COLUMNS[i] === "items" || COLUMNS[i] === "if any"
      ? 2
      : 3;
    return (figure?.toFixed(digits) ?? "").padStart(COLUMNS[i]!.length + 3);
  });
  return `${name.padEnd(WIDTH)}${cells.join("")}`;
}

function report(title: string, given: ReadonlyMap<string, readonly Given[]>): void {
  console.log(`\n${title.padEnd(WIDTH)}${COLUMNS.map((name) => `   ${name}`).join("")}`);
  const all = [...given.values()].flat();
  const sets = [...given].map(([name, of]) => [`${name} set`, of] as const);
  const halves = ["tuning", "held out", "blind"].map((half) =>
    [`projects: ${half}`, all.filter(({ query }) => CODING_PROJECTS[query.project]?.half === half)] as const
  );
  const kinds = PROMPT_KINDS.map((kind) => [kind, all.filter((one) => one.kind === kind)] as const);
  for (const [name, of] of [["all", all] as const, ...sets, ...halves, ...kinds]) {
    console.log(line(`${name} (${of.length})`, of));
  }
}

if (import.meta.main) {
  for (const phrases of [false, true]) {
    const given = Object.entries(CODING_SETS).map(([name, read]) =>
      [name, giveAll(read(), { phrases })] as const
    );
    report(phrases ? "With phrases" : "Own words", new Map(given));
  }
  if (Deno.args.includes("--failures")) {
    for (const read of Object.values(CODING_SETS)) explainFailures(runCoding(read(), { phrases: true }));
  }
}

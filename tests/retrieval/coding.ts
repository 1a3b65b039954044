/**
 * Scores search by the coding set: of the prompts that something answers, how many have an answer among the first five
 * that are shown; of the others, how many meet silence. `deno run -A tests/retrieval/coding.ts [--blind | --third | --fourth]
 * [--phrases] [--failures] [project…]`.
 */
import { CODING_PROJECTS, CODING_SETS, type CodingQuery, type CodingSet } from "./coding_data.ts";
import { CODING_NOW, CodingStore, rootOf } from "./coding_store.ts";
import { COMPANIONS, leastShown, RELEVANCE_FLOOR } from "../../src/search/relevance_floor.ts";
import type { SearchHit } from "../../src/search/search_types.ts";
import { CONTEXT_KINDS } from "../../src/store/item_details.ts";
import { search } from "../../src/store/search.ts";

/** As many as a prompt is given at most. */
const LIMIT = 20;

/** A hit by its name in the judgements. */
export interface NamedHit {
  readonly name: string;
  readonly hit: SearchHit;
}

/** What search made of a query, before the floor. */
export interface CodingResult {
  readonly query: CodingQuery;
  readonly found: readonly NamedHit[];
}

/** The shares of a group of queries; `hit5` and `mrr` of those that something answers, `silent` of the others. */
export interface CodingScore {
  readonly answerable: number;
  readonly hit5: number;
  readonly mrr: number;
  readonly unanswerable: number;
  readonly silent: number;
}

/** Asks every query of its own project, with the phrases of what was kept or without. */
export function runCoding(set: CodingSet, options: { readonly phrases: boolean }): CodingResult[] {
  using loaded = new CodingStore(set, options);
  return set.queries.map((query) => {
    const project = rootOf(query.project) ?? undefined;
    const hits = search(loaded.store, {
      text: query.text,
      project,
      kinds: CONTEXT_KINDS,
      limit: LIMIT,
      now: CODING_NOW,
    });
    return { query, found: hits.map((hit) => ({ name: loaded.names.get(hit.id) ?? hit.id, hit })) };
  });
}

/** Whether search did with this query what was wanted, at this floor. */
function isRight({ query, found }: CodingResult, floor: number): boolean {
  const shown = shownOf(found, floor);
  if (query.answers.length === 0) return shown.length === 0;
  return shown.slice(0, 5).some(({ name }) => query.answers.includes(name));
}

/** As the prompt's hook shows them. */
function shownOf(found: readonly NamedHit[], floor: number): NamedHit[] {
  const least = leastShown(found.map(({ hit }) => hit.score), { floor, companions: COMPANIONS });
  return found.filter(({ hit }) => hit.score >= least);
}

/** The figures of these results at this floor. */
export function scoreCoding(results: readonly CodingResult[], floor: number = RELEVANCE_FLOOR): CodingScore {
  const answerable = results.filter(({ query }) => query.answers.length > 0);
  const unanswerable = results.filter(({ query }) => query.answers.length === 0);
  const share = (part: number, of: readonly CodingResult[]) => of.length === 0 ? 1 : part / of.length;
  const right = (of: readonly CodingResult[]) => of.filter((result) => isRight(result, floor)).length;
  const ranks = answerable.reduce((sum, result) => sum + reciprocalRank(result, floor), 0);
  return {
    answerable: answerable.length,
    hit5: share(right(answerable), answerable),
    mrr: share(ranks, answerable),
    unanswerable: unanswerable.length,
    silent: share(right(unanswerable), unanswerable),
  };
}

function reciprocalRank({ query, found }: CodingResult, floor: number): number {
  const place = shownOf(found, floor).findIndex(({ name }) => query.answers.includes(name));
  return place < 0 ? 0 : 1 / (place + 1);
}

function report(results: readonly CodingResult[]): void {
  const half = (name: string) => results.filter(({ query }) => CODING_PROJECTS[query.project]?.half === name);
  const languages = new Set(results.map(({ query }) => query.lang));
  const groups: [string, readonly CodingResult[]][] = [
    ["all", results],
    ["tuning half", half("tuning")],
    ["held-out half", half("held out")],
    ...Object.keys(CODING_PROJECTS).map((name) =>
      [name, results.filter(({ query }) => query.project === name)] as [string, readonly CodingResult[]]
    ),
    ...[...languages].map((lang) =>
      [lang, results.filter(({ query }) => query.lang === lang)] as [string, readonly CodingResult[]]
    ),
  ];
  console.log(`floor ${RELEVANCE_FLOOR}`);
  for (const [name, of] of groups.filter(([, of]) => of.length > 0)) {
    const { answerable, hit5, mrr, unanswerable, silent } = scoreCoding(of);
    console.log(
      `${name.padEnd(14)} hit@5 ${hit5.toFixed(3)} (n=${answerable})  MRR ${mrr.toFixed(3)}  ` +
        `silent ${silent.toFixed(3)} (n=${unanswerable})`,
    );
  }
}

function explain(result: CodingResult): void {
  const { query, found } = result;
  console.log(`\n${query.id}: ${query.text.slice(0, 160).replaceAll("\n", " ")}`);
  if (query.answers.length > 0) console.log(`  wanted ${query.answers.join(", ")}`);
  for (const [i, { name, hit }] of found.entries()) {
    if (i > 3 && !query.answers.includes(name)) continue;
    const parts = hit.why.map((part) => `${part.name} ${part.value.toFixed(2)}`).join(", ");
    console.log(`  ${i + 1}. ${hit.score.toFixed(3)} ${name} (${parts})`);
  }
}

/** Prints what was found instead of what was wanted. */
export function explainFailures(results: readonly CodingResult[]): void {
  for (const result of results) if (!isRight(result, RELEVANCE_FLOOR)) explain(result);
}

function chosenSet(): CodingSet {
  const chosen = Object.entries(CODING_SETS).find(([name]) => Deno.args.includes(`--${name}`));
  return (chosen?.[1] ?? CODING_SETS.first)();
}

if (import.meta.main) {
  const names = Deno.args.filter((arg) => !arg.startsWith("--"));
  const all = runCoding(chosenSet(), { phrases: Deno.args.includes("--phrases") });
  const results = all.filter(({ query }) => names.length === 0 || names.includes(query.project));
  report(results);
  if (Deno.args.includes("--failures")) explainFailures(results);
}

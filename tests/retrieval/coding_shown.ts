/**
 * What the hook of prompts shows, beside what `coding.ts` says of the ranking: how much of it is right, whether it is
 * silent where nothing answers, and what it costs. `deno run -A tests/retrieval/coding_shown.ts`.
 */
import { isAcknowledgement } from "../../src/core/context/acknowledgement.ts";
import { DEFAULT_SETTINGS } from "../../src/core/settings.ts";
import { assembleContext } from "../../src/store/context/assemble_context.ts";
import { promptRequest } from "../../src/store/context/prompt_request.ts";
import { CODING_SETS, type CodingQuery, type CodingSet } from "./coding_data.ts";
import { CODING_NOW, CodingStore, rootOf } from "./coding_store.ts";

/** What a prompt is shown, by the names in the judgements, the best first. */
interface Shown {
  readonly query: CodingQuery;
  readonly names: readonly string[];
  readonly tokens: number;
}

/** Of prompts that something answers, of those that nothing does, and of all. */
interface ShownScore {
  /** The share of what is shown that is an answer, or does no harm. */
  readonly precision: number;
  /** The share of the answers that are shown. */
  readonly recall: number;
  /** How often the best of what is shown is neither. */
  readonly wrongFirst: number;
  /** How often something that answers nothing is shown where nothing answers. */
  readonly noise: number;
  /** Per prompt that is shown anything. */
  readonly items: number;
  readonly tokens: number;
}

/** Each prompt in a window of its own, with the settings that are delivered. */
function showAll(set: CodingSet): Shown[] {
  using loaded = new CodingStore(set);
  return set.queries.map((query) => {
    if (isAcknowledgement(query.text)) return { query, names: [], tokens: 0 };
    const project = rootOf(query.project) ?? "";
    const request = promptRequest(DEFAULT_SETTINGS.hooks.user_prompt_submit, project, CODING_NOW);
    const { items, tokenCount } = assembleContext(loaded.store, { ...request, texts: [query.text] });
    const best = [...items].sort((a, b) => b.score - a.score);
    return { query, names: best.map(({ id }) => loaded.names.get(id) ?? id), tokens: tokenCount };
  });
}

function scoreShown(all: readonly Shown[]): ShownScore {
  const answerable = all.filter(({ query }) => query.answers.length > 0);
  const others = all.filter(({ query }) => query.answers.length === 0);
  const speaking = all.filter(({ names }) => names.length > 0);
  const answered = answerable.filter(({ names }) => names.length > 0);
  return {
    precision: share(sum(answered, ({ names }) => names.length), sum(answered, (one) => right(one).length)),
    recall: share(
      sum(answerable, ({ query }) => query.answers.length),
      sum(answerable, ({ query, names }) => query.answers.filter((name) => names.includes(name)).length),
    ),
    wrongFirst: share(answered.length, answered.filter((one) => !right(one).includes(one.names[0]!)).length),
    noise: share(others.length, others.filter((one) => right(one).length < one.names.length).length),
    items: sum(speaking, ({ names }) => names.length) / speaking.length,
    tokens: sum(speaking, ({ tokens }) => tokens) / speaking.length,
  };
}

function right({ query, names }: Shown): string[] {
  return names.filter((name) => query.answers.includes(name) || query.acceptable?.includes(name));
}

function share(of: number, part: number): number {
  return of === 0 ? 0 : part / of;
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}

if (import.meta.main) {
  console.log("set      precision  recall  wrong first  noise  items  tokens");
  for (const [name, read] of Object.entries(CODING_SETS)) {
    const all = showAll(read());
    const { precision, recall, wrongFirst, noise, items, tokens } = scoreShown(all);
    console.log(
      `${name.padEnd(8)} ${precision.toFixed(3).padEnd(10)} ${recall.toFixed(3)}   ${
        wrongFirst.toFixed(3)
      }        ` +
        `${noise.toFixed(3)}  ${items.toFixed(2)}   ${tokens.toFixed(0)}`,
    );
  }
}

/**
 * Tells what the agent is told of the coding sets: at the start of a session in each project, and with each prompt where all
 * projects of a set are one, so that the contents have no room for most. `deno run -A tests/retrieval/told_report.ts`.
 */
import { DEFAULT_SETTINGS } from "../../src/base/settings.ts";
import { promptLines } from "../../src/store/prompt_lines.ts";
import { startContext } from "../../src/store/start_context.ts";
import { MAX_REPLY_UNITS } from "../../src/wire/reply.ts";
import { encode } from "gpt-tokenizer";
import { CODING_SETS, type CodingItem, type CodingSet } from "./coding_data.ts";
import { CODING_NOW, CodingStore, rootOf } from "./coding_store.ts";

const SETTINGS = DEFAULT_SETTINGS.hooks.session_start;
const ROOM = { maxUnits: MAX_REPLY_UNITS, command: "mneme", now: CODING_NOW };

function startIn(loaded: CodingStore, project: string) {
  const session = { sessionId: "new", project, cwd: null };
  return startContext(loaded.store, { ...ROOM, session, settings: SETTINGS });
}

function reportProjects(set: CodingSet): void {
  using loaded = new CodingStore(set, { phrases: true });
  for (const name of new Set(set.items.map(({ project }) => project))) {
    const project = rootOf(name);
    if (project === null) continue;
    const start = startIn(loaded, project);
    const { contents, rules, text = "" } = start ?? {};
    const told = contents?.told.length ?? 0;
    console.log(
      name.padEnd(10),
      `${told} of ${told + (contents?.rest ?? 0)} titles`,
      `${rules?.shownCount} of ${rules?.total} rules`,
      `${text.length} units`,
      `${encode(text).length} tokens (${start?.tokenCount} estimated)`,
      `contents ${contents?.tokenCount} est, ${encode((contents?.lines ?? []).join("\n")).length} real`,
    );
  }
}

function inOne(sets: readonly (() => CodingSet)[]): CodingSet {
  const all = sets.map((read) => read());
  const ids = new Set<string>();
  const items: CodingItem[] = all.flatMap(({ items }) => items)
    .filter(({ id, kind }) => kind !== "value" && !ids.has(id) && ids.add(id)).map((item) => ({
      ...item,
      project: "shop",
    }));
  return {
    items,
    queries: all.flatMap(({ queries }) => queries).map((query) => ({ ...query, project: "shop" })),
  };
}

function reportOne(sets: readonly (() => CodingSet)[], phrases: boolean): void {
  const set = inOne(sets);
  using loaded = new CodingStore(set, { phrases, isOneProject: true });
  const project = rootOf("shop") ?? "";
  const start = startIn(loaded, project);
  const atStart = new Set([
    ...start?.contents?.told ?? [],
    ...(start?.rules?.told ?? []).map(({ id }) => id),
  ]);
  const nameOf = (id: string) => loaded.names.get(id) ?? id;
  const known = {
    window: { sessionId: "new", agentId: null, number: 0, since: "", shown: new Set<string>() },
    ids: atStart,
  };
  const startNames = new Set([...atStart].map(nameOf));
  let [reached, answerable, tokens, lines, silent, real] = [0, 0, 0, 0, 0, 0];
  for (const query of set.queries) {
    const told = promptLines(loaded.store, query.text, { project, known, now: CODING_NOW });
    tokens += told.tokenCount;
    real += told.text === undefined ? 0 : encode(told.text).length;
    lines += told.items.length;
    if (query.answers.length === 0) silent += Number(told.items.length === 0);
    else {
      answerable++;
      reached += Number(
        query.answers.some((name) =>
          startNames.has(name) || told.items.some(({ id }) => nameOf(id) === name)
        ),
      );
    }
  }
  const n = set.queries.length;
  console.log(
    phrases ? "with phrases" : "own words",
    `${set.items.length} items, ${start?.contents?.told.length} told at start, rest ${start?.contents?.rest}`,
    `reached ${(reached / answerable).toFixed(3)} of ${answerable}`,
    `silent ${(silent / (n - answerable)).toFixed(2)} of ${n - answerable}`,
    `${(tokens / n).toFixed(1)} tokens a prompt (${(real / n).toFixed(1)} real)`,
    `${(lines / n).toFixed(2)} lines`,
  );
}

for (const read of Object.values(CODING_SETS)) reportProjects(read());
const { first, blind, third, fourth } = CODING_SETS;
for (const sets of [[first, blind], [third, fourth], [first, blind, third, fourth]]) {
  for (const phrases of [true, false]) {
    reportOne(sets, phrases);
  }
}

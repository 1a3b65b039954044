import { UsageError, UserError } from "../base/user_error.ts";
import { parseCategory } from "../memory/memory_text.ts";
import { countWaiting } from "../store/candidates.ts";
import { memoryByRow, type MemoryRow, type MemoryStatus } from "../store/memories.ts";
import { proposedIn } from "../store/others.ts";
import { parseItemId } from "../search/search_types.ts";
import { memoriesByCategory } from "../store/stats.ts";
import type { Store } from "../store/store.ts";
import type { Commands, Done, MemoryChange } from "./commands.ts";
import { stepTexts } from "./session_steps.ts";
import type { Actions, TimedAction, Verb } from "./actions.ts";
import { doubtfulMemories } from "./doubts.ts";
import { readNumbers, readPredictions, readPrivacy } from "./figures.ts";
import { labelsOf, type Page, type Part } from "./listings.ts";
import {
  readInbox,
  readMemories,
  readMemory,
  readNow,
  readSession,
  readSessions,
  readSurroundings,
  readTold,
} from "./queries.ts";

/** The objects that the handlers of requests use. */
export interface ApiContext {
  readonly commands: Commands;
  readonly actions: Actions;
  /** Notifies every open page of a change. */
  readonly notify: () => void;
}

type Params = URLSearchParams;

/** The number of rows in an answer if the request has no `limit`, and the greatest `limit`. */
const PAGE = 100;
const MAX_PAGE = 500;

/** The handlers of GET requests by the path below `/api/`. They change no item; `search` first indexes new ones. */
export const READS = {
  place: ({ commands }) => ({ ...commands.place, projects: commands.projects() }),
  /** The state that every view shows: the number of waiting candidates, and the pauses. */
  state: ({ commands }, params) => ({
    waiting: commands.read((store) => countWaiting(store, projectIn(params))),
    paused: commands.paused(),
  }),
  now: ({ commands }, params) => ({
    ...commands.read((store) => readNow(store, projectIn(params))),
    ...commands.health(),
  }),
  inbox(context, params) {
    const doubtful = doubtfulMemories(context, projectIn(params));
    return context.commands.read((store) => readInbox(store, projectIn(params), doubtful, partIn(params)));
  },
  surroundings: ({ commands }, params) =>
    commands.read((store) => {
      const memory = memoryIn(store, params);
      return { ...readSurroundings(store, memory), message: commands.message(memory) };
    }),
  async search({ commands }, params) {
    const started = performance.now();
    const found = await commands.search({
      query: required(params, "q"),
      project: projectIn(params),
      types: params.get("types")?.split(","),
      category: params.get("category") || undefined,
      since: params.get("since") || undefined,
      limit: partIn(params).limit,
    });
    return { ...found, ms: Math.round(performance.now() - started) };
  },
  memories: ({ commands }, params) =>
    commands.read((store) => {
      const category = parseCategory(params.get("category") ?? "");
      return readMemories(
        store,
        { project: projectIn(params), status: statusIn(params), category },
        partIn(params),
      );
    }),
  categories: ({ commands }, params) =>
    commands.read((store) => memoriesByCategory(store, projectIn(params))),
  memory: ({ commands }, params) =>
    commands.read((store) => {
      const memory = memoryIn(store, params);
      return { ...readMemory(store, memory), doubts: commands.doubts(store, memory) };
    }),
  reach: ({ commands }, params) => commands.reach(required(params, "id")),
  sessions: ({ commands }, params) =>
    commands.read((store) => {
      const words = (params.get("q") ?? "").split(/\s+/).filter((word) => word !== "");
      return readSessions(store, { project: projectIn(params), words }, partIn(params));
    }),
  session: ({ commands }, params) =>
    commands.read((store) =>
      readSession(store, required(params, "id"), partIn(params)) ?? fail(missing(params))
    ),
  /** The stored texts of one step of a session. */
  step: ({ commands }, params) => commands.read((store) => stepTexts(store, required(params, "id"))),
  told: ({ commands }, params) =>
    commands.read((store) => {
      const { offset, limit } = partIn(params);
      const part = { limit, offset: params.has("offset") ? offset : undefined };
      return readTold(store, required(params, "id"), part) ?? fail(missing(params));
    }),
  predictions: ({ commands }, params) => commands.read((store) => readPredictions(store, projectIn(params))),
  numbers({ commands }, params) {
    const { latencies, ...rest } = commands.read((store) => readNumbers(store, projectIn(params)));
    return { ...rest, hooks: commands.hooks(latencies), bytes: commands.bytes() };
  },
  privacy: ({ commands }, params) => ({
    ...commands.read((store) => readPrivacy(store, projectIn(params))),
    ...commands.privacy(projectIn(params)),
    paused: commands.paused(),
  }),
  actions: ({ actions }): TimedAction[] => actions.list(),
} satisfies Record<string, (context: ApiContext, params: Params) => unknown>;

/** The answers to GET requests, by path. */
export type Answers = { readonly [K in keyof typeof READS]: Awaited<ReturnType<typeof READS[K]>> };

/** The paths whose answer is a part of a list. */
export type ListName = { [K in keyof Answers]: Answers[K] extends Page<unknown> ? K : never }[keyof Answers];
export type RowOf<K extends ListName> = Answers[K]["rows"][number];

export type ListedMemory = RowOf<"memories">;

/** The answer to a failed request: the problem, and a hint for the user. */
export interface Refusal {
  readonly error: string;
  readonly hint?: string;
}

/** The body of a POST request, whose content is not checked yet. */
type Given = Readonly<Record<string, unknown>>;
type Change = (context: ApiContext, given: Given) => unknown;

/** The handlers of POST requests: every change, and `preview`, whose prompt is too long for an address. */
export const CHANGES = {
  preview({ commands }, given) {
    const preview = commands.preview({
      project: textIn(given, "project"),
      prompt: textIn(given, "prompt") || undefined,
      session: textIn(given, "session") || undefined,
    });
    const ids = [...preview.items, ...preview.leftOut].map(({ id }) => id);
    return { ...preview, labels: commands.read((store) => labelsOf(store, ids)) };
  },
  pause({ commands, notify }, given) {
    const minutes = typeof given.minutes === "number" && given.minutes > 0 ? given.minutes : undefined;
    commands.pause(textIn(given, "project") || undefined, minutes);
    notify();
  },
  resume({ commands, notify }, given) {
    commands.resume({ scope: textIn(given, "scope"), key: textIn(given, "key") });
    notify();
  },
  add: atOnce("add", (commands, given) => commands.add(changeIn(given))),
  keep({ commands, actions }, given) {
    const { removals = [], others = [] } = commands.read((store) =>
      Object.groupBy(idsIn(given), (id) => {
        const candidate = memoryByRow(store, Number(id.slice(1)));
        return candidate && proposedIn(candidate)?.forget ? "removals" : "others";
      })
    );
    const done = others.length > 0 ? actions.add("keep", commands.keep(others)) : undefined;
    if (removals.length === 0) return done;
    return actions.later({ verb: "keep", ids: removals }, () => commands.remove(removals, "keep"));
  },
  confirm: atOnce("confirm", (commands, given) => commands.confirm(idsIn(given))),
  edit: atOnce("edit", (commands, given) => commands.edit(textIn(given, "id"), changeIn(given))),
  merge: atOnce(
    "merge",
    (commands, given) => commands.merge(textIn(given, "id"), textIn(given, "other"), changeIn(given)),
  ),
  outdated: atOnce("outdated", (commands, given) => commands.outdated(textIn(given, "id"))),
  not_here: atOnce(
    "not_here",
    (commands, given) =>
      commands.notHere(textIn(given, "id"), textIn(given, "project"), given.is_back === true),
  ),
  drop({ commands, actions }, given) {
    const ids = idsIn(given);
    return actions.later({ verb: "drop", ids }, () => commands.remove(ids, "drop"));
  },
  forget({ commands, actions }, given) {
    const ids = idsIn(given);
    const reach = { source: given.source === true, backups: given.backups === true };
    return actions.later({ verb: "forget", ids }, () => commands.forget(ids, reach));
  },
  undo: ({ actions }, given) => actions.undo(Number(given.action)),
} satisfies Record<string, Change>;

/** Makes the handler of a change that is done at once and listed with its undo. */
function atOnce(verb: Verb, work: (commands: Commands, given: Given) => Done): Change {
  return ({ commands, actions }, given) => actions.add(verb, work(commands, given));
}

function projectIn(params: Params): string | undefined {
  return params.get("project") || undefined;
}

function partIn(params: Params): Part {
  const number = (name: string, fallback: number) => {
    const value = Number(params.get(name) ?? fallback);
    return Number.isSafeInteger(value) && value >= 0 ? value : fallback;
  };
  return { offset: number("offset", 0), limit: Math.min(MAX_PAGE, Math.max(1, number("limit", PAGE))) };
}

const STATUSES: readonly MemoryStatus[] = ["active", "candidate", "superseded"];

function statusIn(params: Params): MemoryStatus {
  return STATUSES.find((status) => status === params.get("status")) ?? "active";
}

function required(params: Params, name: string): string {
  return params.get(name) ||
    fail(new UsageError(`Cannot answer without ${name}`, { hint: "reload the page" }));
}

function memoryIn(store: Store, params: Params): MemoryRow {
  const key = parseItemId(required(params, "id"));
  return (key?.kind === "memory" ? memoryByRow(store, key.ref) : undefined) ?? fail(missing(params));
}

/** Thrown if there is no item with the id of the request. */
export class MissingError extends UserError {}

function missing(params: Params): MissingError {
  return new MissingError(`Cannot find ${params.get("id")}: there is none`, { hint: "search for its words" });
}

function fail(error: Error): never {
  throw error;
}

function textIn(given: Given, name: string): string {
  const value = given[name];
  return typeof value === "string" ? value : fail(new UsageError(`Cannot do this without ${name}`));
}

/** The limit for the number of memories in one request. */
const MOST_IDS = 1000;

function idsIn({ ids }: Given): readonly string[] {
  const isList = Array.isArray(ids) && ids.length > 0 && ids.length <= MOST_IDS;
  if (isList && ids.every((id) => typeof id === "string" && /^m\d{1,15}$/.test(id))) return ids;
  throw new UsageError("Cannot do this: no memories are named", { hint: "choose one" });
}

const CHANGEABLE = ["body", "title", "category", "scope", "project"] as const;
const CHANGEABLE_LISTS = ["files", "recall_when"] as const;

function changeIn(given: Given): MemoryChange {
  const texts = CHANGEABLE.filter((name) => typeof given[name] === "string")
    .filter((name) => name !== "project" || given[name] !== "")
    .map((name) => [name, given[name]]);
  const lists = CHANGEABLE_LISTS.filter((name) => Array.isArray(given[name])).map((name) => {
    return [name, (given[name] as unknown[]).filter((one) => typeof one === "string" && one.trim() !== "")];
  });
  return Object.fromEntries([...texts, ...lists]);
}

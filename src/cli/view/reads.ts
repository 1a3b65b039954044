// The data that the page of `mneme view` requests, by name. The page imports their types.
import * as z from "zod";
import type { Paths } from "../../machine/paths.ts";
import { listSpool } from "../../machine/spool.ts";
import { isExcludedProject } from "../../privacy/exclusion.ts";
import { parseCategory } from "../../memory/memory_text.ts";
import { parseItemId } from "../../search/search_types.ts";
import { countMemories, memoryByRow, type MemoryRow } from "../../store/memories.ts";
import { listProjects } from "../../store/projects.ts";
import { sessionCalled } from "../../store/sessions.ts";
import { memoriesByCategory } from "../../store/stats.ts";
import type { Store } from "../../store/store.ts";
import { projectName } from "../../sync/portable.ts";
import { withoutPassword } from "../../sync/remote.ts";
import { isTeam, readSpaces } from "../../sync/spaces.ts";
import { readNumbers, readPredictions, readPrivacy } from "../../view/figures.ts";
import type { Page } from "../../view/listings.ts";
import {
  readInbox,
  readMemories,
  readMemory,
  readNow,
  readSession,
  readSessions,
  readTold,
  readTurn,
} from "../../view/queries.ts";
import { stepTexts } from "../../view/session_steps.ts";
import { databaseBytes, readStore } from "../frame/home.ts";
import { hookStats, readFailures, recentFailures } from "../frame/hook_stats.ts";
import { reachOf } from "../memory/forget.ts";
import { doubtfulOf } from "../memory/list.ts";
import { currentPauses, describePause } from "../pause_command.ts";
import { findItems, searchQuery } from "../search/search_command.ts";
import { doubtfulMemories } from "./doubts.ts";
import { messageAround } from "./message_around.ts";
import { type PageHome, settingsOf } from "./page_home.ts";

const PAGE = 100; // the number of rows in an answer without `limit`
const MAX_PAGE = 500; // the greatest `limit`
const TEXT = z.string().optional().transform((text) => text || undefined);

/** The parameters; a wrong `status`, `offset` or `limit` counts as absent. `told` needs no `offset`: it finds that of `id`. */
const ASKED = z.object({
  id: z.string().default(""),
  ...{ project: TEXT, q: TEXT, types: TEXT, category: TEXT, since: TEXT, day: TEXT },
  status: z.enum(["active", "candidate", "superseded"]).catch("active"),
  offset: z.coerce.number().int().nonnegative().optional().catch(undefined),
  limit: z.coerce.number().int().positive().catch(PAGE).transform((limit) => Math.min(limit, MAX_PAGE)),
}).transform((asked) => ({ ...asked, part: { offset: asked.offset ?? 0, limit: asked.limit } }));
type Asked = z.infer<typeof ASKED>;

/** The handlers of GET requests, by the path below `/api/`. `search` first indexes new items. */
const READS = {
  place: ({ paths, project }): Place => ({
    project,
    projects: readStore(paths, listProjects).map((one) => one.project),
  }),
  // Pauses are in a file of their own: the command changes it, and time ends a pause.
  live: ({ live, actions, paths }) => ({
    edition: [live.edition(), ...currentPauses(paths, Date.now()).map(describePause)].join(" "),
    actions: actions.list(),
  }),
  state: stored((store, { project }, { paths }) => ({
    waiting: countMemories(store, { project, status: "candidate" }),
    paused: pausesIn(store, paths, project),
  })),
  now: stored((store, { project }, { paths }) => {
    const failed = recentFailures(paths, new Date());
    const failures = { count: failed.length, newest: failed.at(-1) };
    return { ...readNow(store, project), spooled: listSpool(paths).length, failures };
  }),
  inbox: stored((store, asked, home) =>
    readInbox(store, asked, doubtfulMemories(store, home, asked.project))
  ),
  surroundings: ofMemory((store, memory, { paths }) => {
    const message = messageAround(store, paths, memory);
    return { message, ...readTurn(store, memory, message?.at) };
  }),
  async search({ paths }, { q = "", types, project, category, since, limit }) {
    const started = performance.now();
    const asked = { query: q, types: types?.split(","), category, since, limit, all: true } as const;
    const { items, note } = await findItems(paths, { ...searchQuery(asked), project }); // a stored one, no typed path
    return { items, note: note ?? null, ms: Math.round(performance.now() - started) };
  },
  memories: stored((store, { project, status, category = "", part }) =>
    readMemories(store, { project, status, category: parseCategory(category) }, part)
  ),
  categories: stored((store, { project, status }) => memoriesByCategory(store, project, status)),
  memory: ofMemory((store, memory) => {
    const [doubtful] = memory.status === "active" ? doubtfulOf(store, [memory]) : [];
    return { ...readMemory(store, memory), doubts: doubtful?.doubts ?? [] };
  }),
  /** The other places with the words of a memory, as a forget would find them. */
  reach: ofMemory((store, memory, { paths }) => reachOf(store, paths, memory)),
  sessions: stored((store, asked) => readSessions(store, asked, asked.part)),
  session: stored((store, { id, part, types = "", q = "" }) => readSession(store, id, part, { types, q })),
  step: stored((store, { id }) => stepTexts(store, id)),
  told: stored((store, { id, offset, limit }) => readTold(store, id, { offset, limit })),
  predictions: stored((store, { project }) => readPredictions(store, project)),
  numbers: stored((store, { project }, { paths }) => {
    const { latencies, ...rest } = readNumbers(store, project);
    const hooks = Object.entries(hookStats(latencies, readFailures(paths)));
    return {
      ...rest,
      hooks: hooks.map(([name, stats]) => ({ name, ...stats })),
      bytes: databaseBytes(paths),
    };
  }),
  privacy: stored((store, { project }, { paths }) => {
    const { privacy, retention, llm, embeddings } = settingsOf(paths, project);
    const { provider: model } = llm;
    const { provider: server } = embeddings;
    return {
      ...readPrivacy(store, project),
      redact_secrets: privacy.redact_secrets,
      excluded: privacy.exclude_projects,
      raw_days: retention.raw_days,
      sends: [
        ...model === "none" ? [] : [`conversations and memories go to the model of llm.provider: ${model}`],
        ...server === "none" ? [] : [`texts go to the server of embeddings: ${server}`],
        ...readSpaces(paths).spaces.flatMap(({ name, remote, shares }) => {
          const asked = project === undefined
            ? shares
            : shares.filter((one) => one.project === projectName(project));
          if (project !== undefined && isTeam(name) && asked.length === 0) return [];
          const of = asked.flatMap((one) => one.categories.length > 0 ? ` of ${one.project}` : []);
          return `encrypted records${of} go to the space ${name} at ${withoutPassword(remote)} (mneme sync)`;
        }),
      ],
      paused: pausesIn(store, paths, project),
    };
  }),
} satisfies Record<string, (home: PageHome, asked: Asked) => unknown>;

type Reads = typeof READS;
export type Answers = { readonly [K in keyof Reads]: NonNullable<Awaited<ReturnType<Reads[K]>>> };

/** The requests whose answer is a part of a list. */
export type ListName = { [K in keyof Answers]: Answers[K] extends Page<unknown> ? K : never }[keyof Answers];
export type RowOf<K extends ListName> = Answers[K]["rows"][number];

export type ListedMemory = RowOf<"memories">;

interface Place {
  /** The folder of the project that the page shows first; `null` for all projects. */
  readonly project: string | null;
  readonly projects: readonly string[];
  /** The time of a read-only copy, ISO 8601; absent on a server. */
  readonly copied_at?: string;
  readonly left_out?: readonly string[]; // names the parts that a copy lacks; absent on a server
}

/** Answers a request; `undefined` if there is no such request, or nothing with the id that it names. */
export function read(home: PageHome, name: string, params: Readonly<Record<string, string>>): unknown {
  if (!Object.hasOwn(READS, name)) return undefined;
  return READS[name as keyof Reads](home, ASKED.parse(params));
}

/** Makes a handler that reads the database, or an empty one if there is none yet. */
function stored<T>(work: (store: Store, asked: Asked, home: PageHome) => T) {
  return (home: PageHome, asked: Asked): T => readStore(home.paths, (store) => work(store, asked, home));
}

function ofMemory<T>(work: (store: Store, memory: MemoryRow, home: PageHome) => T) {
  return stored((store, { id }, home) => {
    const key = parseItemId(id);
    const memory = key?.kind === "memory" ? memoryByRow(store, key.ref) : undefined;
    return memory === undefined ? undefined : work(store, memory, home);
  });
}

/** Returns the present pauses: those that hold in a project or in a session of it, or without a project all. */
function pausesIn(store: Store, paths: Paths, project: string | undefined) {
  return currentPauses(paths, Date.now()).filter(({ scope, key }) =>
    project === undefined || scope === "all" ||
    (scope === "session" ? sessionCalled(store, key)?.project === project : isExcludedProject(project, [key]))
  ).map((pause) => ({ ...pause, what: describePause(pause) }));
}

import { UsageError, UserError } from "../base/user_error.ts";
import { parseCategory } from "../memory/memory_text.ts";
import { labelsOf } from "./listings.ts";
import { memoryByRow, type MemoryStatus } from "../store/memories.ts";
import { memoriesByCategory, NO_COUNTS } from "../store/stats.ts";
import type { Commands, Done } from "./commands.ts";
import type { Deed, MemoryChange, MemoryView, Place, PreviewView } from "./contract.ts";
import type { Deeds } from "./deeds.ts";
import { doubtfulMemories } from "./doubts.ts";
import {
  readCourse,
  readInbox,
  readMemories,
  readMemory,
  readNow,
  readNumbers,
  readPredictions,
  readPrivacy,
  readSessions,
  readSurroundings,
} from "./queries.ts";

/** What a reading question has: its words behind the `?`. */
type Asked = URLSearchParams;
type Read = (commands: Commands, asked: Asked) => unknown;

const PAGE = 100;
const MOST = 500;
const EMPTY = { total: 0, rows: [] };

/** Every question that the page asks, by its path below `/api/`. None changes anything. */
export const READS: Readonly<Record<string, Read>> = {
  place: (commands): Place => ({ ...commands.place, projects: commands.projects() }),
  now(commands, asked) {
    const none = {
      ...{ memories_kept: 0, sessions_seen: 0, predictions: 0, pending: 0, waiting: 0 },
      ...{ sessions: [], steps: [], labels: {}, titles: {}, memories: [] },
    };
    return { ...commands.read((store) => readNow(store, projectIn(asked)), none), ...commands.health() };
  },
  inbox: (commands, asked) =>
    commands.read((store) => readInbox(store, projectIn(asked), partIn(asked)), { ...EMPTY, minutes: 0 }),
  doubtful: (commands, asked) => doubtfulMemories(commands, projectIn(asked)),
  surroundings: (commands, asked) =>
    commands.read((store) => {
      const memory = memoryByRow(store, commands.rowOf(required(asked, "id")));
      if (memory === undefined) throw missing(asked);
      return { ...readSurroundings(store, memory), message: commands.message(memory) };
    }, { prompt: null, steps: [], message: null }),
  async search(commands, asked) {
    const started = performance.now();
    const found = await commands.search({
      query: required(asked, "q"),
      project: projectIn(asked),
      types: asked.get("types")?.split(",").filter((one) => one !== ""),
      category: asked.get("category") ?? undefined,
      since: asked.get("since") ?? undefined,
      limit: partIn(asked).limit,
    });
    return { ...found, ms: Math.round(performance.now() - started) };
  },
  memories: (commands, asked) =>
    commands.read((store) => {
      const wanted = {
        project: projectIn(asked),
        status: statusIn(asked),
        category: parseCategory(asked.get("category") ?? ""),
      };
      return readMemories(store, wanted, partIn(asked));
    }, EMPTY),
  categories: (commands, asked) => commands.read((store) => memoriesByCategory(store, projectIn(asked)), []),
  memory: (commands, asked): MemoryView | undefined =>
    commands.read((store) => {
      const memory = memoryByRow(store, commands.rowOf(required(asked, "id")));
      if (memory === undefined) throw missing(asked);
      return { ...readMemory(store, memory), doubts: commands.doubts(store, memory) };
    }, undefined),
  reach: (commands, asked) => commands.reach(required(asked, "id")),
  sessions: (commands, asked) =>
    commands.read((store) => {
      const words = (asked.get("q") ?? "").split(/\s+/).filter((word) => word !== "");
      return readSessions(store, { project: projectIn(asked), words }, partIn(asked));
    }, EMPTY),
  session: (commands, asked) =>
    commands.read((store) => readCourse(store, required(asked, "id"), partIn(asked)), undefined) ??
      fail(missing(asked)),
  predictions: (commands, asked) =>
    commands.read((store) => readPredictions(store, projectIn(asked)), {
      totals: { confirmed: 0, falsified: 0, abandoned: 0, active: 0, rate: null },
      ...{ said: [], domains: [], strategies: [], entries: [] },
    }),
  numbers(commands, asked) {
    const since = yearAgo(new Date()).toISOString();
    const { latencies, ...rest } = commands.read(
      (store) => readNumbers(store, { project: projectIn(asked), since }),
      { since, counts: NO_COUNTS, days: [], shown: [], latencies: [], tables: [], categories: [] },
    );
    return { ...rest, hooks: commands.hooks(latencies), bytes: commands.bytes() };
  },
  privacy: (commands, asked) => ({
    ...commands.read((store) => readPrivacy(store, projectIn(asked)), {
      redacted: [],
      oldest: null,
      forgotten: [],
    }),
    ...commands.privacy(projectIn(asked)),
  }),
};

/** What a change is made with: the body of the request, which anybody may have written. */
type Given = Readonly<Record<string, unknown>>;
type Change = (commands: Commands, given: Given, deeds: Deeds) => unknown;

/** Everything that the page changes, and the preview, whose prompt is too long for an address. */
export const CHANGES: Readonly<Record<string, Change>> = {
  preview(commands, given): PreviewView {
    const session = typeof given.session === "string" && given.session !== ""
      ? { session: given.session }
      : {};
    const project = typeof given.project === "string" ? given.project : "";
    const preview = commands.preview({ prompt: textIn(given, "prompt"), project, ...session });
    const ids = [...preview.items, ...preview.leftOut].map(({ id }) => id);
    return { ...preview, labels: commands.read((store) => labelsOf(store, ids), {}) };
  },
  keep: (commands, given, deeds) => noted(deeds, "keep", idsIn(given), commands.keep(idsIn(given))),
  confirm: (commands, given, deeds) => noted(deeds, "confirm", idsIn(given), commands.confirm(idsIn(given))),
  edit(commands, given, deeds) {
    const id = textIn(given, "id");
    return noted(deeds, "edit", [id], commands.edit(id, changeIn(given)));
  },
  drop(commands, given, deeds) {
    const ids = idsIn(given);
    return deeds.later({ verb: "drop", ids }, () => commands.drop(ids));
  },
  forget(commands, given, deeds) {
    const ids = idsIn(given);
    const reach = { source: given.source === true, backups: given.backups === true };
    return deeds.later({ verb: "forget", ids }, () => commands.forget(ids, reach));
  },
  undo: (_commands, given, deeds) => deeds.undo(Number(given.deed)),
  deeds: (_commands, _given, deeds) => deeds.list(),
};

function noted(deeds: Deeds, verb: Deed["verb"], ids: readonly string[], { lines, undo }: Done): Deed {
  return deeds.add({ verb, ids, lines }, undo);
}

function projectIn(asked: Asked): string | undefined {
  return asked.get("project") || undefined;
}

function partIn(asked: Asked): { offset: number; limit: number } {
  const number = (name: string, fallback: number) => {
    const value = Number(asked.get(name) ?? fallback);
    return Number.isSafeInteger(value) && value >= 0 ? value : fallback;
  };
  return { offset: number("offset", 0), limit: Math.min(MOST, Math.max(1, number("limit", PAGE))) };
}

const STATUSES: readonly MemoryStatus[] = ["active", "candidate", "superseded"];

function statusIn(asked: Asked): MemoryStatus {
  return STATUSES.find((status) => status === asked.get("status")) ?? "active";
}

function required(asked: Asked, name: string): string {
  return asked.get(name) ||
    fail(new UsageError(`Cannot answer without ${name}`, { hint: "reload the page" }));
}

function missing(asked: Asked): UserError {
  return new UserError(`Cannot find ${asked.get("id")}: there is none`, { hint: "search for its words" });
}

function fail(error: Error): never {
  throw error;
}

function textIn(given: Given, name: string): string {
  const value = given[name];
  return typeof value === "string" ? value : fail(new UsageError(`Cannot do this without ${name}`));
}

const MOST_IDS = 1000;

function idsIn({ ids }: Given): readonly string[] {
  const isList = Array.isArray(ids) && ids.length > 0 && ids.length <= MOST_IDS;
  if (isList && ids.every((id) => typeof id === "string" && /^m\d{1,15}$/.test(id))) return ids;
  throw new UsageError("Cannot do this: no memories are named", { hint: "choose one" });
}

const CHANGEABLE = ["body", "title", "category", "scope"] as const;
const CHANGEABLE_LISTS = ["files", "recall_when"] as const;

function changeIn(given: Given): MemoryChange {
  const texts = CHANGEABLE.filter((name) => typeof given[name] === "string").map((
    name,
  ) => [name, given[name]]);
  const lists = CHANGEABLE_LISTS.filter((name) => Array.isArray(given[name])).map((name) => {
    return [name, (given[name] as unknown[]).filter((one) => typeof one === "string" && one.trim() !== "")];
  });
  return Object.fromEntries([...texts, ...lists]);
}

/** The first day of the calendar of a year that ends today. */
function yearAgo(now: Date): Date {
  return new Date(now.getFullYear() - 1, now.getMonth(), now.getDate() + 1);
}

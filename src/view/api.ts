import { UsageError, UserError } from "../base/user_error.ts";
import { parseCategory } from "../memory/memory_text.ts";
import { memoryByRow, type MemoryStatus } from "../store/memories.ts";
import { memoriesByCategory } from "../store/stats.ts";
import type { Commands, Done, MemoryChange } from "./commands.ts";
import { stepTexts } from "./course.ts";
import type { Deed, Deeds, ToldDeed, Verb } from "./deeds.ts";
import { doubtfulMemories } from "./doubts.ts";
import { labelsOf } from "./listings.ts";
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
  readWaiting,
} from "./queries.ts";
import { readTold } from "./told.ts";

/** The means to answer a question. */
export interface Answering {
  readonly commands: Commands;
  readonly deeds: Deeds;
  /** Tells every open page that there is something new. */
  readonly tell: () => void;
}

/** The words of a reading question behind the `?`. */
type Asked = URLSearchParams;

const PAGE = 100;
const MOST = 500;

/** Every question that the page asks, by its path below `/api/`. None changes anything. */
export const READS = {
  place: ({ commands }: Answering) => ({ ...commands.place, projects: commands.projects() }),
  /** The state that every view tells: how many wait, and what is paused. */
  state: ({ commands }: Answering, asked: Asked) => ({
    waiting: commands.read((store) => readWaiting(store, projectIn(asked))),
    paused: commands.paused(),
  }),
  now: ({ commands }: Answering, asked: Asked) => ({
    ...commands.read((store) => readNow(store, projectIn(asked))),
    ...commands.health(),
  }),
  inbox(answering: Answering, asked: Asked) {
    const doubtful = doubtfulMemories(answering, projectIn(asked));
    return answering.commands.read((store) => readInbox(store, projectIn(asked), doubtful, partIn(asked)));
  },
  surroundings: ({ commands }: Answering, asked: Asked) =>
    commands.read((store) => {
      const memory = memoryByRow(store, commands.rowOf(required(asked, "id"))) ?? fail(missing(asked));
      return { ...readSurroundings(store, memory), message: commands.message(memory) };
    }),
  async search({ commands }: Answering, asked: Asked) {
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
  memories: ({ commands }: Answering, asked: Asked) =>
    commands.read((store) => {
      const category = parseCategory(asked.get("category") ?? "");
      return readMemories(
        store,
        { project: projectIn(asked), status: statusIn(asked), category },
        partIn(asked),
      );
    }),
  categories: ({ commands }: Answering, asked: Asked) =>
    commands.read((store) => memoriesByCategory(store, projectIn(asked))),
  memory: ({ commands }: Answering, asked: Asked) =>
    commands.read((store) => {
      const memory = memoryByRow(store, commands.rowOf(required(asked, "id"))) ?? fail(missing(asked));
      return { ...readMemory(store, memory), doubts: commands.doubts(store, memory) };
    }),
  reach: ({ commands }: Answering, asked: Asked) => commands.reach(required(asked, "id")),
  sessions: ({ commands }: Answering, asked: Asked) =>
    commands.read((store) => {
      const words = (asked.get("q") ?? "").split(/\s+/).filter((word) => word !== "");
      return readSessions(store, { project: projectIn(asked), words }, partIn(asked));
    }),
  session: ({ commands }: Answering, asked: Asked) =>
    commands.read((store) => readCourse(store, required(asked, "id"), partIn(asked)) ?? fail(missing(asked))),
  /** All that is kept of one step of a session. */
  step: ({ commands }: Answering, asked: Asked) =>
    commands.read((store) => stepTexts(store, required(asked, "id"))),
  told: ({ commands }: Answering, asked: Asked) =>
    commands.read((store) => readTold(store, required(asked, "id"), partIn(asked)) ?? fail(missing(asked))),
  predictions: ({ commands }: Answering, asked: Asked) =>
    commands.read((store) => readPredictions(store, projectIn(asked))),
  numbers({ commands }: Answering, asked: Asked) {
    const { latencies, ...rest } = commands.read((store) =>
      readNumbers(store, { project: projectIn(asked), since: yearAgo(new Date()).toISOString() })
    );
    return { ...rest, hooks: commands.hooks(latencies), bytes: commands.bytes() };
  },
  privacy: ({ commands }: Answering, asked: Asked) => ({
    ...commands.read((store) => readPrivacy(store, projectIn(asked))),
    ...commands.privacy(projectIn(asked)),
    paused: commands.paused(),
  }),
};

/** The body of a request for a change, which anybody may have written. */
type Given = Readonly<Record<string, unknown>>;
type Change = (answering: Answering, given: Given) => unknown;

/** Everything that the page changes, and the preview, whose prompt is too long for an address. */
export const CHANGES = {
  preview({ commands }: Answering, given: Given) {
    const [prompt, session, project] = ["prompt", "session", "project"].map((name) =>
      typeof given[name] === "string" ? given[name] : ""
    ) as [string, string, string];
    const preview = commands.preview({ project, ...prompt && { prompt }, ...session && { session } });
    const ids = [...preview.items, ...preview.leftOut].map(({ id }) => id);
    return { ...preview, labels: commands.read((store) => labelsOf(store, ids)) };
  },
  pause({ commands, tell }: Answering, given: Given) {
    const minutes = typeof given.minutes === "number" && given.minutes > 0 ? given.minutes : undefined;
    commands.pause(textIn(given, "project") || undefined, minutes);
    tell();
  },
  resume({ commands, tell }: Answering) {
    commands.resume();
    tell();
  },
  add: ({ commands, deeds }: Answering, given: Given) =>
    noted(deeds, "add", [], commands.add(changeIn(given), textIn(given, "project") || undefined)),
  keep: ({ commands, deeds }: Answering, given: Given) =>
    noted(deeds, "keep", idsIn(given), commands.keep(idsIn(given))),
  confirm: ({ commands, deeds }: Answering, given: Given) =>
    noted(deeds, "confirm", idsIn(given), commands.confirm(idsIn(given))),
  edit: ({ commands, deeds }: Answering, given: Given) =>
    noted(deeds, "edit", [textIn(given, "id")], commands.edit(textIn(given, "id"), changeIn(given))),
  merge({ commands, deeds }: Answering, given: Given) {
    const ids = [textIn(given, "id"), textIn(given, "other")] as const;
    return noted(deeds, "merge", ids, commands.merge(...ids, changeIn(given)));
  },
  outdated: ({ commands, deeds }: Answering, given: Given) =>
    noted(deeds, "outdated", [textIn(given, "id")], commands.outdated(textIn(given, "id"))),
  not_here({ commands, deeds }: Answering, given: Given) {
    const id = textIn(given, "id");
    return noted(
      deeds,
      "not_here",
      [id],
      commands.notHere(id, textIn(given, "project"), given.is_back === true),
    );
  },
  drop({ commands, deeds }: Answering, given: Given) {
    const ids = idsIn(given);
    return deeds.later({ verb: "drop", ids }, () => commands.drop(ids));
  },
  forget({ commands, deeds }: Answering, given: Given) {
    const ids = idsIn(given);
    const reach = { source: given.source === true, backups: given.backups === true };
    return deeds.later({ verb: "forget", ids }, () => commands.forget(ids, reach));
  },
  undo: ({ deeds }: Answering, given: Given) => deeds.undo(Number(given.deed)),
  deeds: ({ deeds }: Answering): ToldDeed[] => deeds.list(),
} satisfies Record<string, Change>;

function noted(deeds: Deeds, verb: Verb, given: readonly string[], { ids = given, lines, undo }: Done): Deed {
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

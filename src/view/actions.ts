import { errorLine, UserError } from "../base/user_error.ts";

/** A change that is done: the lines that the command would print, and the undo. */
export interface Done {
  readonly lines: readonly string[];
  /** Undoes the change and returns lines that say so. Absent if there is nothing to undo. */
  readonly undo?: (() => readonly string[]) | undefined;
}

/** A change that the user has requested on the page: done, or waiting to be done. */
export interface Action {
  readonly id: number;
  /** The memories that a removal is about. */
  readonly ids: readonly string[];
  readonly state: "waiting" | "doing" | "done" | "failed" | "undone";
  /** The result, as the command would print it; before, the seconds that are left. */
  readonly lines: readonly string[];
  readonly can_undo: boolean;
  /** True while the page shows it. The server says so, because the clocks of browser and server may differ. */
  readonly is_fresh: boolean;
}

/** The time in milliseconds for which a removal waits, so that it can be undone. */
const UNDO_MS = 10_000;
/** The times in milliseconds for which an action is shown that can be undone, and one that cannot. */
const UNDO_SEEN_MS = 60_000;
const SEEN_MS = 12_000;
/** The number of actions that are listed. Older ones cannot be undone. */
const KEPT = 50;

/** Does a change and returns the lines that describe the result. */
type Work = () => Promise<readonly string[]> | readonly string[];

interface Entry extends Pick<Action, "id" | "ids"> {
  /** The name of a removal: `Drop`, `Forget`. */
  readonly name?: string;
  readonly work?: Work;
  state: Action["state"];
  lines: readonly string[];
  undo: Done["undo"];
  /** The time when the state changed, in milliseconds since 1970. */
  since: number;
  timer?: ReturnType<typeof setTimeout>;
  /** Resolves when the work is done; absent before it has begun. */
  finished?: Promise<void>;
}

/** Returns true for a removal that is not done yet. */
function isOpen({ state }: Entry): boolean {
  return state === "waiting" || state === "doing";
}

/**
 * The actions of the page. Most are done at once and can be undone later. Removals wait for ten seconds before they are
 * done, because overwritten rows cannot be restored.
 */
export class Actions {
  readonly #entries: Entry[] = [];
  /** Converts an error of a removal into the error that the command would print. */
  readonly #explain: (error: unknown) => UserError;
  #count = 0;

  constructor(explain: (error: unknown) => UserError) {
    this.#explain = explain;
  }

  add({ lines, undo }: Done): Action {
    return shown(this.#push({ ids: [], state: "done", lines, undo }));
  }

  /**
   * Adds an action that is done in ten seconds, unless it is undone before. Throws a `UserError` if one of the memories
   * is about to be removed already, because an undo of that removal must keep the memory.
   */
  later(name: string, ids: readonly string[], work: Work): Action {
    const twice = this.#entries.filter(isOpen).flatMap((entry) => entry.ids).find((id) => ids.includes(id));
    if (twice !== undefined) {
      throw new UserError(`Cannot ${name.toLowerCase()} ${twice}: it is about to be removed already`);
    }
    const undo = () => ["Nothing was removed"];
    const entry = this.#push({ name, ids, state: "waiting", lines: [], undo, work });
    entry.timer = setTimeout(() => void this.#finish(entry), UNDO_MS);
    return shown(entry);
  }

  /** Undoes an action. Throws a `UserError` if that is no longer possible. */
  undo(id: number): Action {
    const entry = this.#entries.find((one) => one.id === id);
    if (entry?.undo === undefined) {
      throw new UserError("Cannot undo this any more", { hint: "reload the page to see what can be undone" });
    }
    clearTimeout(entry.timer);
    change(entry, "undone", entry.undo());
    return shown(entry);
  }

  /** Returns the actions, last changed first. */
  list(): Action[] {
    return this.#entries.toReversed().sort((a, b) => b.since - a.since).map(shown);
  }

  hasOpen(): boolean {
    return this.#entries.some(isOpen);
  }

  /** Does all waiting actions at once, and waits for those that have begun. It is called before the process ends. */
  async finishAll(): Promise<void> {
    while (this.hasOpen()) await this.#finish(this.#entries.find(isOpen)!);
  }

  #finish(entry: Entry): Promise<void> {
    return entry.finished ??= this.#do(entry);
  }

  async #do(entry: Entry): Promise<void> {
    clearTimeout(entry.timer);
    change(entry, "doing", []);
    try {
      change(entry, "done", await entry.work?.() ?? []);
    } catch (error) {
      change(entry, "failed", [errorLine(this.#explain(error))]);
    }
  }

  #push(action: Omit<Entry, "id" | "since">): Entry {
    const old = this.#entries.findIndex((one) => !isOpen(one));
    if (this.#entries.length >= KEPT && old >= 0) this.#entries.splice(old, 1);
    const entry = { ...action, id: ++this.#count, since: Date.now() };
    this.#entries.push(entry);
    return entry;
  }
}

/** Sets a state after which nothing can be undone. */
function change(entry: Entry, state: Action["state"], lines: readonly string[]): void {
  Object.assign(entry, { state, lines, undo: undefined, since: Date.now() });
}

function shown(entry: Entry): Action {
  const { id, name, ids, state, undo, since } = entry;
  const age = Date.now() - since;
  const can_undo = undo !== undefined;
  const named = `${name} ${ids.length > 3 ? `${ids.length} memories` : ids.join(", ")}`;
  const left = Math.max(0, Math.ceil((UNDO_MS - age) / 1000));
  const lines = state === "waiting"
    ? [`${named} in ${left} s`]
    : state === "doing"
    ? [`${named}…`]
    : entry.lines;
  const is_fresh = isOpen(entry) || age < (can_undo ? UNDO_SEEN_MS : SEEN_MS);
  return { id, ids, state, lines, can_undo, is_fresh };
}

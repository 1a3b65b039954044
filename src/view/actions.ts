import { errorLine, UserError } from "../base/user_error.ts";
import type { Commands, Done } from "./commands.ts";

/** A change that the user has requested on the page: done, or waiting to be done. */
export interface Action {
  readonly id: number;
  readonly verb: Verb;
  /** The memories that a removal is about. */
  readonly ids: readonly string[];
  readonly state: "waiting" | "doing" | "done" | "failed" | "undone";
  /** The result, as the command would print it. */
  readonly lines: readonly string[];
  readonly can_undo: boolean;
}

export type Verb =
  | "add"
  | "keep"
  | "edit"
  | "merge"
  | "drop"
  | "forget"
  | "confirm"
  | "outdated"
  | "not_here";

/** An action with relative times, because the clocks of browser and server may differ. */
export interface TimedAction extends Action {
  /** The milliseconds since its state changed. */
  readonly age: number;
  /** The milliseconds until a waiting action is done; `null` in other states. */
  readonly left: number | null;
}

/** The time in milliseconds for which a removal waits, so that it can be undone. */
const UNDO_MS = 10_000;
/** The number of actions that are listed. Older ones cannot be undone. */
const KEPT = 50;

/** Does a change and returns the lines that describe the result. */
type Work = () => Promise<readonly string[]> | readonly string[];

interface Entry {
  action: Action;
  /** The time when the state changed, in milliseconds since 1970. */
  since: number;
  readonly undo?: Done["undo"];
  readonly work?: Work;
  timer?: ReturnType<typeof setTimeout>;
  /** Resolves when the work is done; absent before it has begun. */
  finished?: Promise<void>;
}

/** Returns true for a removal that is not done yet. */
function isOpen({ action: { state } }: Entry): boolean {
  return state === "waiting" || state === "doing";
}

/**
 * The actions of the page. Most are done at once and can be undone later. Removals wait for ten seconds before they are
 * done, because overwritten rows cannot be restored.
 */
export class Actions {
  readonly #entries: Entry[] = [];
  readonly #notify: () => void;
  /** Converts an error of a removal into the error that the command would print. */
  readonly #explain: Commands["explain"];
  #count = 0;

  constructor(notify: () => void, explain: Commands["explain"]) {
    this.#notify = notify;
    this.#explain = explain;
  }

  add(verb: Verb, { lines, undo }: Done): Action {
    const can_undo = undo !== undefined;
    const action: Action = { id: ++this.#count, verb, ids: [], state: "done", lines, can_undo };
    return this.#push({ action, since: Date.now(), undo });
  }

  /**
   * Adds an action that is done in ten seconds, unless it is undone before. Throws a `UserError` if one of the memories
   * is about to be removed already, because an undo of that removal must keep the memory.
   */
  later({ verb, ids }: Pick<Action, "verb" | "ids">, work: Work): Action {
    const twice = this.#entries.filter(isOpen).flatMap(({ action }) => action.ids)
      .find((id) => ids.includes(id));
    if (twice !== undefined) {
      throw new UserError(`Cannot ${verb} ${twice}: it is about to be removed already`);
    }
    const action: Action = { id: ++this.#count, verb, ids, state: "waiting", lines: [], can_undo: true };
    const entry: Entry = { action, since: Date.now(), work };
    entry.timer = setTimeout(() => void this.#finish(entry), UNDO_MS);
    return this.#push(entry);
  }

  /** Undoes an action. Throws a `UserError` if that is no longer possible. */
  undo(id: number): Action {
    const entry = this.#entries.find(({ action }) => action.id === id);
    if (entry === undefined || !entry.action.can_undo) {
      throw new UserError("Cannot undo this any more", { hint: "reload the page to see what can be undone" });
    }
    clearTimeout(entry.timer);
    const lines = entry.action.state === "waiting" ? ["Nothing was removed"] : entry.undo?.() ?? [];
    return this.#set(entry, { state: "undone", can_undo: false, lines });
  }

  /** Returns the actions, last changed first. */
  list(): TimedAction[] {
    return this.#entries.toReversed().sort((a, b) => b.since - a.since).map(({ action, since }) => {
      const age = Date.now() - since;
      return { ...action, age, left: action.state === "waiting" ? Math.max(0, UNDO_MS - age) : null };
    });
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
    this.#set(entry, { state: "doing", can_undo: false });
    try {
      this.#set(entry, { state: "done", lines: await entry.work?.() ?? [] });
    } catch (error) {
      this.#set(entry, { state: "failed", lines: [errorLine(this.#explain(error))] });
    }
  }

  #push(entry: Entry): Action {
    const old = this.#entries.findIndex((one) => !isOpen(one));
    if (this.#entries.length >= KEPT && old >= 0) this.#entries.splice(old, 1);
    this.#entries.push(entry);
    this.#notify();
    return entry.action;
  }

  #set(entry: Entry, change: Partial<Action>): Action {
    entry.action = { ...entry.action, ...change };
    entry.since = Date.now();
    this.#notify();
    return entry.action;
  }
}

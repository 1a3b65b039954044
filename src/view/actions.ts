// The changes that the user makes on the page: a list of what was done, with the undo of each, and the
// removals that wait ten seconds before they are done. The handlers in `src/cli/view/changes.ts` add to it.
import { errorLine, UserError } from "../base/user_error.ts";

/** A change that was made: the lines that the command would print, and the undo. */
export interface Done {
  readonly lines: readonly string[];
  /** Undoes the change and returns the lines that say so; absent if there is nothing to undo. */
  readonly undo?: (() => readonly string[]) | undefined;
}

export interface Action {
  readonly id: number;
  /** The ids of the items that a removal removes, such as `m12`; else empty. */
  readonly ids: readonly string[];
  readonly state: "waiting" | "doing" | "done" | "failed" | "undone";
  /** The lines that the command would print. While a removal waits: the seconds left, and `words`. */
  readonly lines: readonly string[];
  readonly can_undo: boolean;
  /** True while the page shows it. The server decides, because the browser's clock may differ. */
  readonly is_fresh: boolean;
}

const UNDO_MS = 10_000;
/** The milliseconds for which the page shows an action; a failed removal longest, as nobody may look when it fails. */
const SEEN_MS = { undoable: 15_000, failed: 1_800_000, other: 12_000 };
/** The number of actions that are kept. Older ones cannot be undone. */
const KEPT = 50;

type Work = () => Promise<readonly string[]> | readonly string[];

interface Entry extends Pick<Action, "id" | "ids"> {
  /** The name of a removal: `Drop`, `Forget`. */
  readonly name?: string;
  readonly work?: Work;
  /** The first words of items that a waiting removal will remove; empty once it has begun. */
  words: readonly string[];
  state: Action["state"];
  lines: readonly string[];
  undo: Done["undo"];
  /** The time of the last change of the state, in milliseconds since 1970. */
  since: number;
  timer?: ReturnType<typeof setTimeout>;
  finished?: Promise<void>;
}

function isOpen({ state }: Entry): boolean {
  return state === "waiting" || state === "doing";
}

/** The actions of one server. Removals wait, because overwritten rows cannot be restored. */
export class Actions {
  readonly #entries: Entry[] = [];
  readonly #explain: (error: unknown) => UserError;
  readonly #warn: (line: string) => void;
  #count = 0;

  /** `warn` tells of a removal that failed, as nobody may see the page by then. */
  constructor(explain: (error: unknown) => UserError, warn: (line: string) => void) {
    this.#explain = explain;
    this.#warn = warn;
  }

  add({ lines, undo }: Done): Action {
    return shown(this.#push({ ids: [], state: "done", lines, words: [], undo }));
  }

  /**
   * Adds a removal that is done in ten seconds, unless it is undone before. Throws a `UserError` if another
   * removal of one of these items waits or runs: after the undo of one removal, the other would remove the item.
   */
  later(name: string, ids: readonly string[], words: readonly string[], work: Work): Action {
    const twice = this.#entries.filter(isOpen).flatMap((entry) => entry.ids).find((id) => ids.includes(id));
    if (twice !== undefined) {
      throw new UserError(`Cannot ${name.toLowerCase()} ${twice}: it is about to be removed already`);
    }
    const undo = () => [`${namesOf(ids)} ${ids.length > 1 ? "stay" : "stays"}`];
    const entry = this.#push({ name, ids, state: "waiting", lines: [], words, undo, work });
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

  /** Returns the actions, the one whose state changed last first. */
  list(): Action[] {
    return this.#entries.toReversed().sort((a, b) => b.since - a.since).map(shown);
  }

  hasOpen(): boolean {
    return this.#entries.some(isOpen);
  }

  /** Does all waiting removals at once, and waits for those that have begun; for the end of the process. */
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
      const line = `${nameOf(entry)} failed: ${errorLine(this.#explain(error))}`;
      change(entry, "failed", [line]);
      this.#warn(line);
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

function change(entry: Entry, state: Action["state"], lines: readonly string[]): void {
  Object.assign(entry, { state, lines, words: [], undo: undefined, since: Date.now() });
}

/** Returns "Forget m12", or "Drop 5 items". */
function nameOf({ name, ids }: Entry): string {
  return `${name} ${namesOf(ids)}`;
}

function namesOf(ids: readonly string[]): string {
  return ids.length > 3 ? `${ids.length} items` : ids.join(", ");
}

function shown(entry: Entry): Action {
  const { id, ids, state, undo, since } = entry;
  const age = Date.now() - since;
  const can_undo = undo !== undefined;
  const left = Math.max(0, Math.ceil((UNDO_MS - age) / 1000));
  const lines = state === "waiting"
    ? [`${nameOf(entry)} in ${left} s`, ...entry.words]
    : state === "doing"
    ? [`${nameOf(entry)}…`]
    : entry.lines;
  const seenMs = SEEN_MS[can_undo ? "undoable" : state === "failed" ? "failed" : "other"];
  return { id, ids, state, lines, can_undo, is_fresh: isOpen(entry) || age < seenMs };
}

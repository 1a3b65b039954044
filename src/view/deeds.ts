import { errorLine, UserError } from "../base/user_error.ts";
import type { Commands } from "./commands.ts";

/** A deed, done or about to be done, and whether it can be taken back. */
export interface Deed {
  readonly id: number;
  readonly verb: Verb;
  readonly ids: readonly string[];
  readonly state: "waiting" | "doing" | "done" | "failed" | "undone";
  /** The result, as the command tells it. */
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

/** A deed as the page is told of it: clocks of a browser and of a server may differ. */
export interface ToldDeed extends Deed {
  /** Milliseconds since it came into its state. */
  readonly age: number;
  /** Milliseconds until what waits is done. */
  readonly left: number | null;
}

/** A removal waits this long, so that it can be undone. */
const UNDO_MS = 10_000;
/** Older ones are not told any more, and cannot be undone. */
const KEPT = 50;

/** Does something that takes time and tells what came of it, a sentence a line. */
type Work = () => Promise<readonly string[]> | readonly string[];

interface Entry {
  deed: Deed;
  /** The moment when it came into its state; milliseconds. */
  since: number;
  readonly undo?: (() => readonly string[]) | undefined;
  readonly work?: Work;
  timer?: ReturnType<typeof setTimeout>;
}

/**
 * The deeds of the page, done and about to be done. A change is made at once and can be taken back; a removal waits for
 * ten seconds before anything is touched, as overwritten rows never come back.
 */
export class Deeds {
  readonly #entries: Entry[] = [];
  readonly #tell: () => void;
  readonly #explain: Commands["explain"];
  #count = 0;

  constructor(tell: () => void, explain: Commands["explain"]) {
    this.#tell = tell;
    this.#explain = explain;
  }

  /** Notes what has been done. */
  add(deed: Pick<Deed, "verb" | "ids" | "lines">, undo: (() => readonly string[]) | undefined): Deed {
    return this.#push({
      deed: { ...deed, id: ++this.#count, state: "done", can_undo: undo !== undefined },
      since: Date.now(),
      undo,
    });
  }

  /** Does it in ten seconds, if nobody undoes it. */
  later({ verb, ids }: Pick<Deed, "verb" | "ids">, work: Work): Deed {
    const deed: Deed = { id: ++this.#count, verb, ids, state: "waiting", lines: [], can_undo: true };
    const entry: Entry = { deed, since: Date.now(), work };
    entry.timer = setTimeout(() => void this.#finish(entry), UNDO_MS);
    return this.#push(entry);
  }

  /** Takes one back; a `UserError` where that cannot be any more. */
  undo(id: number): Deed {
    const entry = this.#entries.find(({ deed }) => deed.id === id);
    if (entry === undefined || !entry.deed.can_undo) {
      throw new UserError("Cannot undo this any more", { hint: "what was removed does not come back" });
    }
    clearTimeout(entry.timer);
    const lines = entry.deed.state === "waiting" ? ["Nothing was removed"] : entry.undo?.() ?? [];
    return this.#set(entry, { state: "undone", can_undo: false, lines });
  }

  /** The newest first. */
  list(): ToldDeed[] {
    return this.#entries.map(({ deed, since }) => {
      const age = Date.now() - since;
      return { ...deed, age, left: deed.state === "waiting" ? Math.max(0, UNDO_MS - age) : null };
    }).reverse();
  }

  hasWaiting(): boolean {
    return this.#entries.some(({ deed }) => deed.state === "waiting" || deed.state === "doing");
  }

  /** Does at once what waits: somebody has asked for it, and nobody is there to undo it any more. */
  async finishAll(): Promise<void> {
    for (const entry of this.#entries) await this.#finish(entry);
  }

  async #finish(entry: Entry): Promise<void> {
    if (entry.deed.state !== "waiting") return;
    clearTimeout(entry.timer);
    this.#set(entry, { state: "doing", can_undo: false });
    try {
      this.#set(entry, { state: "done", lines: await entry.work?.() ?? [] });
    } catch (error) {
      this.#set(entry, { state: "failed", lines: [errorLine(this.#explain(error))] });
    }
  }

  #push(entry: Entry): Deed {
    this.#entries.push(entry);
    const old = this.#entries.findIndex(({ deed }) => deed.state !== "waiting" && deed.state !== "doing");
    if (this.#entries.length > KEPT && old >= 0) this.#entries.splice(old, 1);
    this.#tell();
    return entry.deed;
  }

  #set(entry: Entry, change: Partial<Deed>): Deed {
    entry.deed = { ...entry.deed, ...change };
    entry.since = Date.now();
    this.#tell();
    return entry.deed;
  }
}

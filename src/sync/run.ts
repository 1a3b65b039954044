import { asStoreError } from "../store/store_error.ts";
import { Arrivals } from "./arrivals.ts";
import {
  clearRefused,
  countOperations,
  dirtyRecords,
  dropOperations,
  keepOperation,
  keepRecord,
  keepSpaceState,
  knowsOperation,
  noteSent,
  operationsOf,
  reconcile,
  refuse,
  refusedOperations,
  sendAgain,
  spaceState,
  type SyncRecord,
} from "./records.ts";
import { linkMemories } from "./memories.ts";
import { type SyncedKind } from "./rows.ts";
import { type Body, type History, lastOf } from "./merge.ts";
import type { Operation, Remote } from "./remote.ts";
import { Seal, spaceId, uuidsNow } from "./sealing.ts";
import { MOST_AHEAD_MS, msOf, setBack, stampAfter } from "./stamp.ts";
import { isTeam } from "./spaces.ts";
import { decodeBody } from "./travel.ts";
import { LocalRecords, type SyncPlace } from "./local_records.ts";

/** What a run did; `--json` prints it as it is. */
export interface SyncReport {
  readonly space: string;
  readonly pushed: number;
  readonly pulled: number;
  readonly forgotten: number;
  readonly refused: number;
  /** Projects that stay at home, as they have no name that other machines know. */
  readonly unnamed: readonly string[];
}

const PORTION = 50;
const SENT_AT_ONCE = 512;

/**
 * Brings a space and this machine to the same state: notes what changed here, takes in what others wrote, sends what
 * they lack. Whatever breaks it off, the next run goes on from there.
 */
export async function syncSpace(remote: Remote, place: SyncPlace): Promise<SyncReport> {
  return await new SyncRun(remote, place, await Seal.from(place.space.keys)).run();
}

/** One run over one space. */
class SyncRun {
  readonly #remote: Remote;
  readonly #place: SyncPlace;
  readonly #local: LocalRecords;
  readonly #arrivals: Arrivals;
  readonly #id: string;
  #pulled = 0;
  #pushed = 0;

  constructor(remote: Remote, place: SyncPlace, seal: Seal) {
    this.#remote = remote;
    this.#place = place;
    this.#local = new LocalRecords(place, seal);
    this.#arrivals = new Arrivals(this.#local);
    this.#id = spaceId(place.space.name);
  }

  async run(): Promise<SyncReport> {
    const { store, space } = this.#place;
    const unnamed = await this.#local.noteChanges();
    await this.#knowServer();
    await this.#pull();
    if (
      await this.#remote.count() !==
        countOperations(store, space.name) + refusedOperations(store, space.name).length
    ) {
      reconcile(store, space.name, await this.#remote.ids());
    }
    await this.#push();
    const state = spaceState(store, space.name);
    keepSpaceState(store, space.name, {
      pushed: state.pushed + this.#pushed,
      pulled: state.pulled + this.#pulled,
      last_at: new Date().toISOString(),
      last_error: null,
    });
    const [pushed, pulled, { forgotten }] = [this.#pushed, this.#pulled, this.#arrivals];
    const refused = refusedOperations(store, space.name).length;
    return { space: space.name, pushed, pulled, forgotten, refused, unnamed };
  }

  /** Cursors belong to a server: one that was made anew is read from its beginning, and gets all that it lacks. */
  async #knowServer(): Promise<void> {
    const { store, space } = this.#place;
    const server = await this.#remote.identity();
    if (spaceState(store, space.name).server === server) return;
    keepSpaceState(store, space.name, { server, cursor: null, told: null });
    reconcile(store, space.name, await this.#remote.ids());
  }

  async #pull(): Promise<void> {
    const { store, space, rest, tell } = this.#place;
    // What was set aside may be right by now: a clock has gone on, a key has come.
    const refusedBefore = refusedOperations(store, space.name);
    if (refusedBefore.length > 0) keepSpaceState(store, space.name, { cursor: null });
    clearRefused(store, space.name);
    const isKnown = (id: string) => knowsOperation(store, space.name, id);
    const since = spaceState(store, space.name).cursor ?? undefined;
    for await (const { operations, cursor } of this.#remote.pull(since, isKnown)) {
      const fresh = operations.filter(({ id }) => !isKnown(id));
      for (let i = 0; i < fresh.length; i += PORTION) {
        const portion = fresh.slice(i, i + PORTION);
        const bodies = await Promise.all(
          portion.map((operation) => this.#local.seal.open(operation, operation.sealed)),
        );
        this.#takeAll(portion, bodies);
        tell?.(this.#pulled, "pulled");
        await rest();
      }
      keepSpaceState(store, space.name, { cursor });
    }
    store.transaction(() => linkMemories(store, space.name));
  }

  #takeAll(portion: readonly Operation[], bodies: readonly unknown[]): void {
    const take = (i: number) => this.#take(portion[i]!, bodies[i]);
    try {
      this.#place.store.transaction(() => portion.forEach((_, i) => take(i)));
      this.#pulled += portion.length;
    } catch (whole) {
      if (asStoreError(whole).fault !== "unusable") throw whole; // a full disk is no operation's fault
      // One of them does not fit: each by itself, so that it never stops the others.
      portion.forEach((operation, i) => {
        try {
          take(i);
          this.#pulled++;
        } catch (error) {
          this.#refuse(operation, `it does not fit into the database: ${asStoreError(error).message}`);
        }
      });
    }
  }

  #take(operation: Operation, opened: unknown): void {
    const { store, space } = this.#place;
    const { kind, id, record, stamp, sealed } = operation;
    if (operation.space !== this.#id) return this.#refuse(operation, "it belongs to another space");
    if (opened === undefined) {
      const isKnown = this.#local.seal.knowsKeyOf(sealed);
      return this.#refuse(
        operation,
        isKnown ? "it is broken" : "it is sealed with a key that this machine lacks",
      );
    }
    if (msOf(stamp) > Date.now() + MOST_AHEAD_MS) {
      return this.#refuse(operation, "the clock of its machine is more than a day ahead");
    }
    if (kind === "machine" || kind === "keys") return keepOperation(store, space.name, id, record);
    if (isTeam(space.name) && kind !== "memory") {
      return this.#refuse(operation, "a team has memories alone: what somebody else values is no rule here");
    }
    const body = decodeBody(opened, kind);
    if (body === undefined) return this.#refuse(operation, "it is of a form that this mneme does not know");
    const obstacle = this.#arrivals.apply(operation, kind, body);
    if (obstacle !== undefined) this.#refuse(operation, obstacle);
  }

  #refuse({ id }: Operation, reason: string): void {
    refuse(this.#place.store, this.#place.space.name, { id, reason, at: new Date().toISOString() });
  }

  async #push(): Promise<void> {
    const { store, space, origin, tell, rest } = this.#place;
    const { last_at } = spaceState(store, space.name);
    // This machine's clock was days ahead when it last sent something, and is right by now.
    if (Date.parse(last_at ?? "") > Date.now() + MOST_AHEAD_MS) sendAgain(store, space.name, origin);
    for (let after = "";;) {
      const dirty = dirtyRecords(store, space.name, { after, limit: SENT_AT_ONCE });
      if (dirty.length === 0) break;
      after = dirty.at(-1)!.record;
      const sendable = dirty.flatMap((found) => {
        const record = { ...found, history: setBack(found.history, origin, Date.now()) };
        if (record.history !== found.history) keepRecord(store, space.name, record);
        const body = this.#local.bodyOf(record);
        return body === undefined ? [] : [{ record, body }];
      });
      if (sendable.length === 0) continue;
      const ids = uuidsNow(sendable.length);
      const operations = await Promise.all(
        sendable.map(({ record, body }, i) => this.#operation(ids[i]!, record, body)),
      );
      const replaced = operationsOf(store, space.name, sendable.map(({ record }) => record.record));
      await this.#remote.push(operations, replaced);
      store.transaction(() => {
        dropOperations(store, space.name, replaced);
        for (const [i, { record }] of sendable.entries()) {
          keepOperation(store, space.name, ids[i]!, record.record);
          noteSent(store, space.name, record);
        }
      });
      this.#pushed += sendable.length;
      tell?.(this.#pushed, "pushed");
      await rest();
    }
  }

  async #operation(id: string, record: SyncRecord, body: Body): Promise<Operation> {
    const { origin } = this.#place;
    const stamp = lastOf(JSON.parse(record.history) as History) ?? stampAfter(undefined, Date.now(), origin);
    const head = { space: this.#id, record: record.record, kind: record.kind as SyncedKind, stamp };
    return { ...head, id, origin, sealed: await this.#local.seal.seal(head, body) };
  }
}

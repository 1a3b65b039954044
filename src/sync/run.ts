import { UserError } from "../base/user_error.ts";
import { asStoreError } from "../store/store_error.ts";
import { Arrivals } from "./arrivals.ts";
import { dropOldChanges } from "./undo.ts";
import { KEYS_RECORD, sendKeys } from "./keys.ts";
import {
  clearRefused,
  dirtyRecords,
  dropAbsent,
  dropOperations,
  keepOperation,
  keepRecord,
  keepSpaceState,
  missingRecords,
  noteSent,
  operationsOf,
  recordsByOperation,
  refuse,
  refusedOperations,
  sendAgain,
  sendMissing,
  sendNewer,
  settledProposals,
  spaceState,
  type SyncRecord,
} from "./records.ts";
import { linkMemories } from "./rows.ts";
import { type Body, type History, lastOf } from "./merge.ts";
import { type Obstacle, type Operation, type RecordKind, type Remote, withoutPassword } from "./remote.ts";
import type { Opened } from "./sealing.ts";
import { spaceId } from "./spaces.ts";
import { MOST_AHEAD_MS, msOf, setBack, stampAfter, uuidsNow } from "./stamp.ts";
import { settleProposals, takeFromTeam, takeProposal } from "./team_arrivals.ts";
import { decodeBody, isAhead } from "./portable.ts";
import { LocalRecords, type Proposal, type SyncContext } from "./local_records.ts";

/** The counts of a run; `--json` prints them as they are. */
export interface SyncReport {
  readonly space: string;
  readonly pushed: number;
  readonly pulled: number;
  /** The number of rows that were written here, by the kind of the records. */
  readonly taken: Readonly<Record<string, number>>;
  readonly forgotten: number;
  readonly refused: number;
  /** The number of records of other members that are missing at the remote. */
  readonly missing: number;
  /** The folders of projects that are not synced, because they have no name (`projectName`), or not the shared one. */
  readonly unnamed: readonly string[];
}

/** The number of operations that are written to the database in one transaction. */
const PORTION = 50;
/** The number of records that are sent to the remote at once. */
const SENT_AT_ONCE = 512;

/**
 * Brings a space and this machine to the same state: notes the local changes, applies the operations of other machines,
 * and sends the records that the remote lacks. After an interruption, the next run continues.
 */
export async function syncSpace(remote: Remote, context: SyncContext): Promise<SyncReport> {
  return await new SyncRun(remote, context, await LocalRecords.of(context)).run();
}

class SyncRun {
  readonly #remote: Remote;
  readonly #context: SyncContext;
  readonly #local: LocalRecords;
  readonly #arrivals: Arrivals;
  readonly #id: string;
  #pulled = 0;
  #pushed = 0;
  /** True if an operation is encrypted with a key that this machine lacks. */
  #lacksKey = false;

  constructor(remote: Remote, context: SyncContext, local: LocalRecords) {
    this.#remote = remote;
    this.#context = context;
    this.#local = local;
    this.#arrivals = new Arrivals(this.#local);
    this.#id = spaceId(context.space.name);
  }

  async run(): Promise<SyncReport> {
    const { store, space } = this.#context;
    dropOldChanges(store);
    const unnamed = await this.#local.noteChanges();
    await this.#pull();
    sendMissing(store, space.name);
    await this.#push();
    const state = spaceState(store, space.name);
    keepSpaceState(store, space.name, {
      pushed: state.pushed + this.#pushed,
      pulled: state.pulled + this.#pulled,
      last_at: new Date().toISOString(),
      last_error: null,
    });
    const [pushed, pulled, { forgotten }] = [this.#pushed, this.#pulled, this.#local];
    const refused = refusedOperations(store, space.name).length;
    const kinds = Map.groupBy(this.#local.taken, (kind) => kind).entries();
    const taken = Object.fromEntries(kinds.map(([kind, all]) => [kind, all.length]));
    const missing = missingRecords(store, space.name).length;
    return { space: space.name, pushed, pulled, taken, forgotten, refused, missing, unnamed };
  }

  /**
   * Reads every operation that this machine has not applied yet. Does not rely on the order of the remote. Tries
   * refused operations again, because they may be acceptable now.
   */
  async #pull(): Promise<void> {
    const { store, space, rest, showProgress } = this.#context;
    clearRefused(store, space.name);
    const present = await this.#remote.ids();
    dropAbsent(store, space.name, present);
    const known = recordsByOperation(store, space.name);
    const unread = new Set(present.filter((id) => !known.has(id)));
    for await (const operations of this.#remote.read([...unread])) {
      for (let i = 0; i < operations.length; i += PORTION) {
        const portion = operations.slice(i, i + PORTION);
        const opened = await Promise.all(portion.map((one) => this.#local.seal.open(one, one.sealed)));
        this.#takeAll(portion, opened);
        for (const { id } of portion) unread.delete(id);
        showProgress?.(this.#pulled, "pulled");
        await rest();
      }
    }
    if (unread.size > 0) {
      const there = new Set(await this.#remote.ids()); // without operations that were replaced meanwhile
      for (const id of unread.intersection(there)) this.#refuse(id, "unreadable");
    }
    await this.#settleKeys();
    store.transaction(() => linkMemories(store, space.name));
  }

  /**
   * Sends the record with the former keys if the remote has lost it. Throws if a newer key has taken its place: the other
   * machines would refuse everything that this one sends.
   */
  async #settleKeys(): Promise<void> {
    const { store, space, origin } = this.#context;
    if (operationsOf(store, space.name, [KEYS_RECORD]).length > 0) return;
    if (!this.#lacksKey) return await sendKeys(this.#remote, space, origin);
    throw new UserError(`The key of ${space.name} was replaced`, {
      hint: `run \`mneme sync join ${withoutPassword(space.remote)} --space ${space.name}\` with the new one`,
    });
  }

  #takeAll(portion: readonly Operation[], opened: readonly (Opened | Obstacle)[]): void {
    const take = (i: number) => this.#take(portion[i]!, opened[i]!);
    const before = this.#pulled;
    try {
      this.#context.store.transaction(() => portion.forEach((_, i) => take(i)));
    } catch (whole) {
      if (asStoreError(whole).fault !== "unusable") throw whole; // such as a full disk, which is not the fault of an operation
      // The database refuses one of the operations: applies each by itself, so that it does not stop the others.
      this.#pulled = before;
      portion.forEach((operation, i) => {
        try {
          this.#context.store.transaction(() => take(i));
        } catch (error) {
          this.#refuse(operation.id, `unfit ${asStoreError(error).message}`);
        }
      });
    }
  }

  #take(operation: Operation, opened: Opened | Obstacle): void {
    const { store, space } = this.#context;
    const obstacle = this.#applied(operation, opened);
    if (obstacle !== undefined) return this.#refuse(operation.id, obstacle);
    sendNewer(store, space.name, operation);
    keepOperation(store, space.name, operation.id, operation.record);
    this.#pulled++;
  }

  /** Applies an operation. Returns the obstacle if it cannot be applied. */
  #applied(operation: Operation, opened: Opened | Obstacle): Obstacle | undefined {
    const { kind, stamp } = operation;
    if (operation.space !== this.#id) return "foreign";
    if (opened === "no-key") this.#lacksKey = true;
    if (typeof opened === "string") return opened;
    if (kind === "machine" || kind === "keys") return undefined;
    const { member } = opened;
    if (kind === "proposal") {
      return member === undefined
        ? undefined
        : takeProposal(this.#local, operation, { body: opened.body, member });
    }
    if (member !== undefined && kind !== "memory") return "not-for-teams"; // the values of somebody else are no rules here
    const latest = Date.now() + MOST_AHEAD_MS;
    if (msOf(stamp) > latest) return "ahead";
    const body = decodeBody(opened.body, kind);
    if (body === undefined) return "form";
    if (isAhead(body, latest)) return "ahead";
    return member === undefined
      ? this.#arrivals.apply(operation, kind, body)
      : takeFromTeam(this.#local, operation, { body, member });
  }

  #refuse(id: string, obstacle: Obstacle): void {
    refuse(this.#context.store, this.#context.space.name, id, obstacle);
  }

  async #push(): Promise<void> {
    const { store, space, origin, showProgress, rest } = this.#context;
    const { last_at } = spaceState(store, space.name);
    // If others seem to be ahead, this machine's clock may lag. Stamps that the others know must not be set back then:
    // edits would be lost.
    const isRight = !refusedOperations(store, space.name).some(({ kind }) => kind === "ahead");
    // The last sync is in the future: this machine's clock was days ahead then, and is right now.
    if (isRight && Date.parse(last_at ?? "") > Date.now() + MOST_AHEAD_MS) {
      sendAgain(store, space.name, origin);
    }
    settleProposals(this.#local);
    const settled = settledProposals(store, space.name);
    if (settled.length > 0) await this.#remote.push([], settled);
    for (let after = "";;) {
      const dirty = dirtyRecords(store, space.name, after, SENT_AT_ONCE);
      if (dirty.length === 0) break;
      after = dirty.at(-1)!.record;
      const sendable = dirty.flatMap((found) => {
        const record = isRight ? { ...found, history: setBack(found.history, origin, Date.now()) } : found;
        if (record.history !== found.history) keepRecord(store, space.name, record);
        const body = record.kind === "proposal" ? this.#local.proposalOf(record) : this.#local.bodyOf(record);
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
      showProgress?.(this.#pushed, "pushed");
      await rest();
    }
  }

  async #operation(id: string, record: SyncRecord, body: Body | Proposal): Promise<Operation> {
    const { origin } = this.#context;
    const stamp = lastOf(JSON.parse(record.history) as History) ?? stampAfter(undefined, Date.now(), origin);
    const head = { space: this.#id, record: record.record, kind: record.kind as RecordKind, stamp };
    return { ...head, id, origin, sealed: await this.#local.seal.seal(head, body) };
  }
}

// One sync of a space (what several machines share through a remote): notes what changed here, applies what
// others sent, sends what the remote lacks. For `run_sync.ts`.
import { sql } from "../store/sql.ts";
import { asStoreError } from "../store/store_error.ts";
import { takeOwn } from "./arrivals.ts";
import { dropOldChanges } from "./undo.ts";
import { leftOut } from "./left_out.ts";
import { keyReplaced, KEYS_RECORD, sendKeys } from "./keys.ts";
import type { SyncRecord } from "./records.ts";
import { linkMemories, SYNCED } from "./rows.ts";
import { type Body, lastOf } from "./merge.ts";
import type { Obstacle, Operation, RecordKind, Remote } from "./remote.ts";
import type { Opened } from "./sealing.ts";
import { BATCH_SIZE, MOST_AHEAD_MS, msOf, setBack, stampAfter, uuidsNow } from "./stamp.ts";
import {
  forgetDetached,
  removeCopied,
  removeDecided,
  removeDoneProposals,
  retryHeld,
  takeFromTeam,
  takeProposal,
} from "./team_arrivals.ts";
import { decodeBody, isAhead, underOwnName } from "./portable.ts";
import { LocalRecords, type Proposal, type SyncContext } from "./local_records.ts";

/** The counts of a run; `--json` prints them as they are. */
export type SyncReport = Awaited<ReturnType<typeof syncSpace>>;

/** The number of operations that one transaction applies; hooks cannot write while it runs. */
const PORTION = 50;
const SENT_AT_ONCE = 8 * BATCH_SIZE; // the most records in one push: full batches

/** Brings a space and this machine to the same state. After an interruption, the next run continues. */
export async function syncSpace(remote: Remote, context: SyncContext) {
  return await new SyncRun(remote, new LocalRecords(context)).run();
}

type Decrypted = Operation & { readonly opened: Opened | Obstacle };

class SyncRun {
  readonly #remote: Remote;
  readonly #local: LocalRecords;
  readonly #context: SyncContext;
  #pulled = 0;
  #pushed = 0;
  /** True if an operation is encrypted with a key that this machine lacks. */
  #lacksKey = false;

  constructor(remote: Remote, local: LocalRecords) {
    this.#remote = remote;
    this.#local = local;
    this.#context = local.context;
  }

  async run() {
    const local = this.#local;
    dropOldChanges(local.store);
    const unnamed = await local.noteChanges();
    retryHeld(local);
    const isAsKnown = await this.#pull();
    if (isAsKnown) removeDecided(local);
    removeCopied(local);
    forgetDetached(local); // after the pull, which may have brought that a record is gone
    local.markMissing();
    await this.#push();
    const [pushed, pulled, before] = [this.#pushed, this.#pulled, local.state()];
    const ever = { pushed: before.pushed + pushed, pulled: before.pulled + pulled };
    local.keepState({ ...ever, last_at: new Date().toISOString(), last_error: leftOut(local) });
    return {
      space: local.name,
      ...{ pushed, pulled },
      taken: local.taken,
      forgotten: local.forgotten,
      withdrawn: local.withdrawn,
      refused: local.refused().filter(({ kind }) => kind !== "excluded").length,
      missing: local.missing().length,
      /** The folders of projects that stay here: without a name (`projectName`), or no longer shared. */
      unnamed,
    };
  }

  /**
   * Applies every operation that is not applied yet, in any order. Refused ones are tried again. Returns false if
   * nothing is there of what the last sync knew: the remote was emptied, or this sync is the first.
   */
  async #pull(): Promise<boolean> {
    const local = this.#local;
    const { store, rest, showProgress } = this.#context;
    local.clearRefused();
    const present = await this.#remote.ids();
    const known = local.operations();
    local.former = new Set(known.values());
    local.dropAbsent(present);
    const unread = new Set(present.filter((id) => !known.has(id)));
    for await (const operations of this.#remote.read([...unread])) {
      for (let i = 0; i < operations.length; i += PORTION) {
        const portion = operations.slice(i, i + PORTION);
        // Decrypts before the transaction, because hooks cannot write during it.
        this.#takeAll(portion.map((one) => ({ ...one, opened: local.seal.open(one, one.sealed) })));
        for (const { id } of portion) unread.delete(id);
        showProgress?.(this.#pulled, "pulled");
        await rest();
      }
    }
    if (unread.size > 0) {
      const there = new Set(await this.#remote.ids()); // without operations that were replaced meanwhile
      for (const id of unread.intersection(there)) local.refuse(id, "unreadable");
    }
    await this.#ensureKeys();
    store.transaction(() => linkMemories(store, local.name));
    return present.some((id) => known.has(id));
  }

  /** Sends the record of older keys if the remote has lost it. Throws if `rotate` has sealed it with a newer key. */
  async #ensureKeys(): Promise<void> {
    const { space, origin } = this.#context;
    if (this.#local.operationsOf([KEYS_RECORD]).length > 0) return;
    if (!this.#lacksKey) return await sendKeys(this.#remote, space, origin);
    throw keyReplaced(space);
  }

  /** Applies operations. If the database refuses one, applies each by itself, so that the others arrive. */
  #takeAll(portion: readonly Decrypted[]): void {
    const local = this.#local;
    const { taken, forgotten, withdrawn } = local;
    const pulled = this.#pulled;
    local.taken = { ...taken };
    try {
      this.#context.store.transaction(() => portion.forEach((one) => this.#take(one)));
    } catch (error) {
      const { fault, message } = asStoreError(error);
      if (fault !== "unusable") throw error; // such as a full disk: not the fault of an operation
      this.#pulled = pulled;
      Object.assign(local, { taken, forgotten, withdrawn });
      if (portion.length > 1) portion.forEach((one) => this.#takeAll([one]));
      else local.refuse(portion[0]!.id, `unfit ${message}`);
    }
  }

  #take(operation: Decrypted): void {
    const { id, record } = operation;
    const obstacle = this.#applied(operation);
    if (obstacle !== undefined) return this.#local.refuse(id, obstacle);
    this.#local.keepOperation(id, record);
    this.#pulled++;
  }

  /** Applies an operation. Returns the obstacle if it cannot be applied. */
  #applied(operation: Decrypted): Obstacle | undefined {
    const { kind, stamp, opened } = operation;
    if (opened === "no-key") this.#lacksKey = true;
    if (typeof opened === "string") return opened;
    if (kind === "machine" || kind === "keys") return undefined; // `verify` and `findKeys` read them
    const { member } = opened;
    if (kind === "proposal") {
      return member === undefined // only members propose
        ? undefined
        : takeProposal(this.#local, operation, { body: opened.body, member });
    }
    if (member !== undefined && kind !== "memory") return "not-for-teams"; // another person's values are no rules here
    const latest = Date.now() + MOST_AHEAD_MS;
    if (msOf(stamp) > latest) return "ahead";
    const sent = Object.hasOwn(SYNCED, kind) ? decodeBody(opened.body, kind) : undefined; // a newer mneme may have more
    if (sent === undefined) return "form";
    const body = underOwnName(sent, this.#context.names);
    if (isAhead(body, latest)) return "ahead";
    return member === undefined
      ? takeOwn(this.#local, operation, kind, body)
      : takeFromTeam(this.#local, operation, { body, member });
  }

  async #push(): Promise<void> {
    const local = this.#local;
    const { store, origin, showProgress, rest } = this.#context;
    // If others seem ahead, this clock may lag: then setting this machine's stamps back would lose edits.
    const isClockRight = !local.refused().some(({ kind }) => kind === "ahead");
    // The last sync lies over a day in the future: this machine's clock was ahead then, and has been corrected.
    if (isClockRight && Date.parse(local.state().last_at ?? "") > Date.now() + MOST_AHEAD_MS) {
      local.markUnsent(sql`instr(history, ${`-${origin}"`}) > 0`); // every record that this machine has ever changed
    }
    removeDoneProposals(local); // before the next line, which finds the removed ones, too
    const decided = local.decidedProposals();
    if (decided.length > 0) await this.#remote.push([], decided);
    for (let after = "";;) {
      const dirty = local.where(
        sql`is_dirty = 1 and record > ${after} order by record limit ${SENT_AT_ONCE}`,
      );
      if (dirty.length === 0) break;
      after = dirty.at(-1)!.record;
      const sendable = dirty.flatMap((found) => {
        const record = isClockRight ? setBack(found, origin, Date.now()) : found;
        if (record !== found) local.put(record);
        const body = record.kind === "proposal" ? local.proposalOf(record) : local.bodyOf(record);
        return body === undefined ? [] : [{ record, body }];
      });
      if (sendable.length === 0) continue;
      const ids = uuidsNow(sendable.length);
      const operations = sendable.map(({ record, body }, i) => this.#operation(ids[i]!, record, body));
      const replaced = local.operationsOf(sendable.map(({ record }) => record.record));
      await this.#remote.push(operations, replaced);
      store.transaction(() => {
        local.dropOperations(replaced);
        operations.forEach(({ id, record }) => local.keepOperation(id, record));
        sendable.forEach(({ record }) => local.noteSent(record));
      });
      this.#pushed += sendable.length;
      showProgress?.(this.#pushed, "pushed");
      await rest();
    }
  }

  #operation(id: string, record: SyncRecord, body: Body | Proposal): Operation {
    const { origin } = this.#context;
    const stamp = lastOf(record.history) ?? stampAfter(undefined, Date.now(), origin);
    const head = { id, origin, record: record.record, kind: record.kind as RecordKind, stamp };
    return this.#local.seal.operation(head, body);
  }
}

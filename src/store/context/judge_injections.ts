import { followedBy, isUsed, ownWords, tellingWords } from "../../core/context/use_of_item.ts";
import { sharesOf } from "../search/word_shares.ts";
import type { Store } from "../store.ts";
import { describeHits } from "./describe_hits.ts";
import { knownItem } from "./known_item.ts";

/** An item that was brought back and of which nobody knows yet whether it was of use. */
interface Waiting {
  readonly id: number;
  readonly agentId: string;
  readonly item: string;
  readonly hook: string;
  readonly promptNumber: number | null;
  readonly at: string;
}

/** When the turn ended that an item was brought back in; `null` for one that still runs. */
interface Turn {
  readonly isOver: number;
  readonly end: string | null;
}

const MAX_WAITING = 200;
/** What is read of one tool call, and how many of a turn. */
const INPUT_UNITS = 8_000;
const MAX_CALLS = 300;

/** Sessions in which something was brought back of which nobody knows yet whether it was of use; the oldest first. */
export function sessionsToJudge(store: Store, limit: number): string[] {
  return store.all<{ session_id: string }>(
    "select session_id from injections where used is null group by session_id order by min(id) limit ?",
    limit,
  ).map(({ session_id }) => session_id);
}

/**
 * Decides of what was brought back in turns that are over whether they made use of it: by its id, or by enough of its
 * words in the tool calls that followed. A use raises the item. Returns how many were decided.
 */
export function judgeInjections(store: Store, sessionId: string, at: string): number {
  const batches = Map.groupBy(waitingIn(store, sessionId), batchOf);
  return note(store, [...batches.values()].flatMap((batch) => judgeBatch(store, sessionId, batch)), at);
}

/** Looks only at what the main agent has said at the end of its turn: what it does not say it may still have used. */
export function judgeBySaid(store: Store, sessionId: string, said: string, at: string): number {
  const waiting = waitingIn(store, sessionId).filter(({ agentId }) => agentId === "");
  if (waiting.length === 0) return 0;
  const followed = followedBy([said]);
  const used = waiting.filter((one) => isUsed(one.item, wordsOf(store, sessionId, one), followed));
  return note(store, used.map((one) => ({ waiting: one, used: true })), at);
}

/** What one answer brought back has the same turn behind it: its calls are read once, as they may have megabytes. */
function batchOf({ agentId, hook, at }: Waiting): string {
  return JSON.stringify([agentId, hook, at]);
}

interface Judged {
  readonly waiting: Waiting;
  readonly used: boolean;
}

function judgeBatch(store: Store, sessionId: string, batch: readonly Waiting[]): Judged[] {
  const { isOver, end } = turnOf(store, sessionId, batch[0]!);
  if (isOver === 0) return [];
  const followed = followedBy(callsAfter(store, sessionId, batch[0]!, end));
  return batch.map((waiting) => ({
    waiting,
    used: isUsed(waiting.item, wordsOf(store, sessionId, waiting), followed),
  }));
}

function waitingIn(store: Store, sessionId: string): Waiting[] {
  return store.all(
    `select id, agent_id as agentId, item, hook, prompt_number as promptNumber, created_at as at from injections
     where session_id = ? and used is null order by id limit ${MAX_WAITING}`,
    sessionId,
  );
}

/** What a start or a compaction brought is given a turn more: it came before the first prompt, or within a turn. */
function turnOf(store: Store, sessionId: string, { hook, at }: Waiting): Turn {
  return store.first<Turn>(
    `select end, end is not null or exists (select 1 from sessions where session_id = ?1 and status = 'closed') as isOver
     from (select (select created_at from prompts where session_id = ?1 and created_at > ?2
       order by created_at limit 1 offset ?3) as end)`,
    sessionId,
    at,
    hook === "compaction" || hook === "start" ? 1 : 0,
  ) ?? { isOver: 0, end: null };
}

function callsAfter(store: Store, sessionId: string, { agentId, at }: Waiting, end: string | null): string[] {
  return store.all<{ input: string }>(
    `select substr(coalesce(iif(json_valid(payload), payload -> 'tool_input', null), ''), 1, ${INPUT_UNITS}) as input
     from pending_queue where session_id = ? and coalesce(agent_id, '') = ? and created_at > ? and created_at < ?
     order by id limit ${MAX_CALLS}`,
    sessionId,
    agentId,
    at,
    end ?? "9999",
  ).map(({ input }) => input.replaceAll("\\n", " "));
}

function wordsOf(store: Store, sessionId: string, { item, promptNumber }: Waiting): ReadonlySet<string> {
  const said = store.first<{ prompt: string | null; project: string | null }>(
    `select (select text from prompts where session_id = ?1 and number = ?2) as prompt,
       (select project from sessions where session_id = ?1) as project`,
    sessionId,
    promptNumber,
  );
  const known = knownItem(item);
  const asked = said?.prompt == null ? [] : [said.prompt];
  const [found] = known === undefined
    ? []
    : describeHits(store, [{ ...known, id: item, score: 0, why: [] }], asked);
  // The project's own name stands in the paths of nearly every call.
  const own = ownWords(found?.text ?? "", `${said?.prompt ?? ""}\n${said?.project ?? ""}`);
  return tellingWords(own, sharesOf(store, own));
}

/** Under the lock nothing is read: hooks wait for it. What another process has decided meanwhile stays so. */
function note(store: Store, judged: readonly Judged[], at: string): number {
  if (judged.length === 0) return 0;
  return store.transaction(() => judged.filter((one) => noteOne(store, one, at)).length);
}

function noteOne(store: Store, { waiting, used }: Judged, at: string): boolean {
  const sql = "update injections set used = ? where id = ? and used is null";
  if (store.run(sql, used ? 1 : 0, waiting.id) === 0) return false;
  const table = used ? USE_COUNTED[waiting.item[0] ?? ""] : undefined;
  if (table !== undefined) {
    store.run(
      `update ${table} set use_count = use_count + 1, last_used_at = ? where id = ?`,
      at,
      Number(waiting.item.slice(1)),
    );
  }
  return true;
}

const USE_COUNTED: Readonly<Record<string, string>> = { m: "memories", v: "project_values" };

import { followedBy, isUsed, ownWords, tellingWords } from "../session/use_of_item.ts";
import { describeHits, knownItem } from "./item_details.ts";
import { raw, sql } from "./sql.ts";
import type { Store } from "./store.ts";
import { sharesOf } from "./search_tables.ts";

/** An item that was brought back and of which nobody knows yet whether it was of use. */
interface Waiting {
  readonly id: number;
  readonly agentId: string;
  readonly item: string;
  readonly hook: string;
  readonly promptNumber: number | null;
  readonly at: string;
}

const MAX_WAITING = 200;
/** What is read of one tool call, and how many of a turn. */
const INPUT_UNITS = 8_000;
const MAX_CALLS = 300;

/** Sessions in which something was brought back of which nobody knows yet whether it was of use; the oldest first. */
export function sessionsToJudge(store: Store, limit: number): string[] {
  return store.column<string>(sql`
    select session_id from injections where used is null group by session_id
    order by min(id) limit ${limit}`);
}

/**
 * Decides of what was brought back in turns that are over whether they made use of it: by its id, or by enough of its
 * words in the tool calls that followed. A use raises the item. Returns how many were decided.
 */
export function judgeInjections(store: Store, sessionId: string, at: string): number {
  // What one answer brought back has the same turn behind it: its calls are read once, as they may have megabytes.
  const batches = Map.groupBy(
    waitingIn(store, sessionId),
    ({ agentId, hook, at }) => JSON.stringify([agentId, hook, at]),
  );
  const judged = [...batches.values()].flatMap((batch) => {
    const end = endOfTurn(store, sessionId, batch[0]!);
    if (end === undefined) return [];
    const followed = followedBy(callsAfter(store, sessionId, batch[0]!, end));
    return batch.map((waiting) => judge(store, sessionId, waiting, followed));
  });
  return note(store, judged, at);
}

/** Looks only at what the main agent has said at the end of its turn: what it does not say it may still have used. */
export function judgeBySaid(store: Store, sessionId: string, said: string, at: string): number {
  const waiting = waitingIn(store, sessionId).filter(({ agentId }) => agentId === "");
  if (waiting.length === 0) return 0;
  const followed = followedBy([said]);
  const judged = waiting.map((one) => judge(store, sessionId, one, followed));
  return note(store, judged.filter(({ used }) => used), at);
}

type Judged = Waiting & { readonly used: boolean };

function judge(store: Store, sessionId: string, waiting: Waiting, followed: ReadonlySet<string>): Judged {
  return { ...waiting, used: isUsed(waiting.item, wordsOf(store, sessionId, waiting), followed) };
}

function waitingIn(store: Store, sessionId: string): Waiting[] {
  return store.all(sql`
    select id, agent_id as agentId, item, hook, prompt_number as promptNumber, created_at as at
    from injections where session_id = ${sessionId} and used is null order by id limit ${MAX_WAITING}`);
}

/**
 * When the turn ended that an item was brought back in; `undefined` for one that still runs. What a start or a
 * compaction brought is given a turn more: it came before the first prompt, or within a turn.
 */
function endOfTurn(store: Store, sessionId: string, { hook, at }: Waiting): string | undefined {
  const next = store.value<string>(sql`
    select created_at from prompts where session_id = ${sessionId} and created_at > ${at}
    order by created_at limit 1 offset ${hook === "compaction" || hook === "start"}`);
  const isClosed = sql`select 1 from sessions where session_id = ${sessionId} and status = 'closed'`;
  return next ?? (store.has(isClosed) ? "9999" : undefined);
}

function callsAfter(store: Store, sessionId: string, { agentId, at }: Waiting, end: string): string[] {
  return store.all<{ input: string }>(sql`
    select substr(coalesce(iif(json_valid(payload), payload -> 'tool_input', null), ''), 1,
    ${INPUT_UNITS}) as input from pending_queue where session_id = ${sessionId}
    and coalesce(agent_id, '') = ${agentId} and created_at > ${at} and created_at < ${end}
    order by id limit ${MAX_CALLS}`).map(({ input }) => input.replaceAll("\\n", " "));
}

function wordsOf(store: Store, sessionId: string, { item, promptNumber }: Waiting): ReadonlySet<string> {
  const said = store.first<{ prompt: string | null; project: string | null }>(sql`
    select (select text from prompts where session_id = ${sessionId}
    and number = ${promptNumber}) as prompt, (select project from sessions
    where session_id = ${sessionId}) as project`);
  const known = knownItem(item);
  const asked = said?.prompt == null ? [] : [said.prompt];
  const [found] = known === undefined
    ? []
    : describeHits(store, [{ ...known, id: item, score: 0, why: [] }], asked);
  const text = found?.text ?? repairText(store, item);
  // The project's own name stands in the paths of nearly every call.
  const own = ownWords(text, `${said?.prompt ?? ""}\n${said?.project ?? ""}`);
  return tellingWords(own, sharesOf(store, own));
}

/** Empty for what is no repair. */
function repairText(store: Store, item: string): string {
  if (!item.startsWith("r")) return "";
  return store.value<string>(sql`
    select worked ->> 'text' from repairs where id = ${Number(item.slice(1))} and json_valid(worked)`) ?? "";
}

/** Under the lock nothing is read: hooks wait for it. What another process has decided meanwhile stays so. */
function note(store: Store, judged: readonly Judged[], at: string): number {
  if (judged.length === 0) return 0;
  return store.transaction(() => judged.filter((one) => noteOne(store, one, at)).length);
}

function noteOne(store: Store, { id, item, used }: Judged, at: string): boolean {
  if (store.run(sql`update injections set used = ${used} where id = ${id} and used is null`) === 0) {
    return false;
  }
  const table = used ? USE_COUNTED[item[0] ?? ""] : undefined;
  if (table !== undefined) {
    store.run(sql`
      update ${raw(table)} set use_count = use_count + 1, last_used_at = ${at}
      where id = ${Number(item.slice(1))}`);
  }
  return true;
}

const USE_COUNTED: Readonly<Record<string, string>> = { m: "memories", v: "project_values" };

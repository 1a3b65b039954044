import type { Store } from "./store.ts";

/** Numbers the prompts of a session by their time where older ones came in behind newer ones. */
export function renumberPrompts(store: Store, sessionId: string): void {
  const isInOrder = store.first(
    `select 1 from (select number, lag(number) over (order by created_at, number) as before
       from prompts where session_id = ?)
     where number < before limit 1`,
    sessionId,
  ) === undefined;
  if (!isInOrder) numberPrompts(store, sessionId);
}

/** Numbers the prompts of a session from 1 on, by their time. */
export function numberPrompts(store: Store, sessionId: string): void {
  store.run(
    `update prompts set number = ordered.number
     from (select id, row_number() over (order by created_at, number) as number from prompts where session_id = ?)
       as ordered
     where prompts.id = ordered.id`,
    sessionId,
  );
}

/// <reference lib="dom" />
// The list of the last actions, each with Undo, and the buttons that send changes to the server.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { CHANGES } from "../../cli/view/changes.ts";
import type { Action } from "../actions.ts";
import { ask, change, COPY, type Refused } from "./ask.ts";
import { type Shared, useShared } from "./state.ts";

const NOTICE_MS = 12_000;
/** The number of newest actions that are shown. A removal is always shown until it is done. */
const MOST_SEEN = 4;

type ChangeName = keyof typeof CHANGES;

/** Sends a change to the server, and shows an error. Returns true if the change succeeded. */
export async function act(shared: Shared, verb: ChangeName, body: object): Promise<boolean> {
  try {
    await change(verb, body);
    return true;
  } catch (error) {
    shared.say((error as Refused).message);
    return false;
  } finally {
    void shared.poll();
  }
}

/** A button that sends a change to the server. A read-only copy of the page shows none. */
export function ActionButton({ verb, body, label, children, ...attributes }: {
  readonly verb: ChangeName;
  readonly body: object;
  readonly label?: string;
  readonly class?: string;
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
}) {
  const shared = useShared();
  if (COPY !== undefined) return null;
  return (
    <button
      type="button"
      aria-label={label}
      onClick={() => void act(shared, verb, body)}
      {...attributes}
    >
      {children}
    </button>
  );
}

export async function undoLast(shared: Shared): Promise<void> {
  const { actions } = await ask("live").catch(() => shared); // the page may not know the newest yet
  // An older change is never undone in place of the last one, which the user means.
  const last = actions.filter(({ state }) => state !== "undone" && state !== "failed")
    .toSorted((a, b) => b.id - a.id)[0]; // the list has first what changed its state last
  if (last === undefined) shared.say("There is nothing to undo");
  else if (!last.can_undo) shared.say("The last change cannot be undone");
  else void act(shared, "undo", { action: last.id });
}

/** Returns the ids of the memories and sessions whose removal waits or has begun. */
export function leavingIds(actions: readonly Action[]): ReadonlySet<string> {
  return new Set(actions.filter(({ state }) => isLeaving(state)).flatMap(({ ids }) => ids));
}

function isLeaving(state: Action["state"]): boolean {
  return state === "waiting" || state === "doing";
}

/** An object, so that the same text given again is a new notice. */
export interface Notice {
  readonly text: string;
}

export function ActionList(
  { notice, dismiss }: { readonly notice: Notice | undefined; readonly dismiss: () => void },
) {
  const { actions } = useShared();
  useEffect(() => {
    if (notice === undefined) return;
    const timer = self.setTimeout(dismiss, NOTICE_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  const fresh = actions.filter(({ state, is_fresh }, i) => isLeaving(state) || (i < MOST_SEEN && is_fresh));
  const { leaving = [], failed = [], over = [] } = Object.groupBy(
    fresh,
    ({ state }) => isLeaving(state) ? "leaving" : state === "failed" ? "failed" : "over",
  );
  return (
    <section class="action-list" aria-label="What was done" role="status">
      {notice !== undefined && (
        <div class="action failed">
          <div class="action-line">
            <p>{notice.text}</p>
            <button type="button" class="plain" onClick={dismiss}>Close</button>
          </div>
        </div>
      )}
      <Stack actions={leaving} name="waiting" />
      {failed.map((one) => <Stack actions={[one]} name="failed" key={one.id} />)}
      <Stack actions={over} name="over" />
    </section>
  );
}

/** The newest of these actions. The others are folded, because they would cover what the user decides on next. */
function Stack({ actions: [newest, ...others], name }: {
  readonly actions: readonly Action[];
  readonly name: string;
}) {
  if (newest === undefined) return null;
  return (
    <div class={`action ${name}`}>
      <Line action={newest} />
      {others.length > 0 && (
        <details>
          <summary>{others.length} more</summary>
          {others.map((one) => <Line action={one} key={one.id} />)}
        </details>
      )}
    </div>
  );
}

function Line({ action: { id, state, lines, can_undo } }: { readonly action: Action }) {
  const [head, ...words] = lines;
  return (
    <div class="action-line">
      {isLeaving(state)
        ? (
          <div>
            <p>{head}</p>
            <p class="words">{words.join(" · ")}</p>
          </div>
        )
        : <div>{lines.map((line) => <p key={line}>{line}</p>)}</div>}
      {can_undo && <ActionButton verb="undo" body={{ action: id }}>Undo</ActionButton>}
    </div>
  );
}

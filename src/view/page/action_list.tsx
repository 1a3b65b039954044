/// <reference lib="dom" />
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { CHANGES } from "../../cli/view/changes.ts";
import type { Action } from "../actions.ts";
import { ask, change, COPY, type Refused } from "./ask.ts";
import { type Shared, useShared } from "./state.ts";

/** The milliseconds for which a notice is shown. */
const SEEN_MS = 12_000;
/** The number of newest actions that are shown. A removal is always shown until it is done. */
const MOST_SEEN = 4;

type ChangeName = keyof typeof CHANGES;

/** Sends a change to the server and shows an error. Returns true if the change succeeded. */
export async function act(shared: Shared, verb: ChangeName, body: object): Promise<boolean> {
  try {
    await change(verb, body);
    return true;
  } catch (error) {
    shared.say((error as Refused).message);
    return false;
  } finally {
    void shared.look();
  }
}

/** Shows a button that sends a change to the server; nothing in a read-only copy. */
export function ActionButton({ verb, body, label, children, ...attributes }: {
  readonly verb: ChangeName;
  readonly body: object;
  /** The accessible name, if the text of the button does not say enough. */
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
  const { actions } = await ask("live").catch(() => shared); // the page may not know of the last change yet
  const last = actions.find(({ can_undo }) => can_undo);
  if (last === undefined) shared.say("There is nothing to undo");
  else void act(shared, "undo", { action: last.id });
}

/** Returns the ids of the memories that are about to be removed. */
export function leavingIds(actions: readonly Action[]): ReadonlySet<string> {
  return new Set(actions.filter(({ state }) => isLeaving(state)).flatMap(({ ids }) => ids));
}

function isLeaving(state: Action["state"]): boolean {
  return state === "waiting" || state === "doing";
}

/** Shows the last actions, each with a button to undo it. */
export function ActionList(
  { notice, dismiss }: { readonly notice: string | undefined; readonly dismiss: () => void },
) {
  const { actions } = useShared();
  useEffect(() => {
    if (notice === undefined) return;
    const timer = self.setTimeout(dismiss, SEEN_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  const fresh = actions.filter(({ state, is_fresh }, i) => isLeaving(state) || (i < MOST_SEEN && is_fresh));
  return (
    <section class="action-list" aria-label="What was done" role="status">
      {notice !== undefined && (
        <div class="action failed">
          <p>{notice}</p>
          <button type="button" class="plain" onClick={dismiss}>Close</button>
        </div>
      )}
      {fresh.map(({ id, state, lines, can_undo }) => (
        <div class={`action ${state}`} key={id}>
          <div>{lines.map((line) => <p key={line}>{line}</p>)}</div>
          {can_undo && <ActionButton verb="undo" body={{ action: id }}>Undo</ActionButton>}
        </div>
      ))}
    </section>
  );
}

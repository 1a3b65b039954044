/// <reference lib="dom" />
import { useEffect, useState } from "preact/hooks";
import type { Deed, ToldDeed, Verb } from "../contract.ts";
import { change, type Refused } from "./ask.ts";
import { type Shared, useShared } from "./state.ts";

/** Finished deeds stay in sight this long, and those that can be taken back. */
const SEEN_MS = 12_000;
const UNDO_SEEN_MS = 60_000;

/** Has the server do something, and tells what it answers. */
export async function act(
  shared: Shared,
  verb: Verb | "undo" | "pause" | "resume",
  body: object,
): Promise<boolean> {
  try {
    await change(verb, body);
    return true;
  } catch (error) {
    shared.say((error as Refused).message);
    return false;
  } finally {
    shared.reloadDeeds();
  }
}

/** Takes back the last thing that can be taken back. */
export function undoLast(shared: Shared): void {
  const last = shared.deeds.find(({ can_undo }) => can_undo);
  if (last === undefined) shared.say("There is nothing to undo");
  else void act(shared, "undo", { deed: last.id });
}

/** The memories that are about to be removed. */
export function leavingIds(deeds: readonly Deed[]): ReadonlySet<string> {
  const leaving = deeds.filter(({ state }) => state === "waiting" || state === "doing");
  return new Set(leaving.flatMap(({ ids }) => ids));
}

/** Shows the last deed, with the way back; a waiting one counts down. */
export function DeedList(
  { notice, dismiss }: { readonly notice: string | undefined; readonly dismiss: () => void },
) {
  const shared = useShared();
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    setPassed(0);
    if (shared.deeds.length === 0) return;
    const from = Date.now();
    const timer = self.setInterval(() => setPassed(Date.now() - from), 500);
    return () => clearInterval(timer);
  }, [shared.deeds]);
  useEffect(() => {
    if (notice === undefined) return;
    const timer = self.setTimeout(dismiss, SEEN_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  const fresh = shared.deeds.slice(0, 4).filter(({ state, age, can_undo }) =>
    state === "waiting" || state === "doing" || age + passed < (can_undo ? UNDO_SEEN_MS : SEEN_MS)
  );
  return (
    <section class="deeds" aria-label="What was done" role="status">
      {notice !== undefined && (
        <div class="deed failed">
          <p>{notice}</p>
          <button type="button" class="plain" onClick={dismiss}>Close</button>
        </div>
      )}
      {fresh.map((deed) => (
        <div class={`deed ${deed.state}`} key={deed.id}>
          <div>{linesOf(deed, passed).map((line) => <p key={line}>{line}</p>)}</div>
          {deed.can_undo && (
            <button type="button" onClick={() => void act(shared, "undo", { deed: deed.id })}>Undo</button>
          )}
        </div>
      ))}
    </section>
  );
}

const DOING: Readonly<Partial<Record<Verb, string>>> = { drop: "Drop", forget: "Forget" };

function linesOf({ verb, ids, state, left, lines }: ToldDeed, passed: number): readonly string[] {
  const named = ids.length > 3 ? `${ids.length} memories` : ids.join(", ");
  if (state === "waiting") {
    return [`${DOING[verb]} ${named} in ${Math.max(0, Math.ceil(((left ?? 0) - passed) / 1000))} s`];
  }
  return state === "doing" ? [`${DOING[verb]} ${named}…`] : lines;
}

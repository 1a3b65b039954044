/// <reference lib="dom" />
import { useEffect, useState } from "preact/hooks";
import type { Deed } from "../contract.ts";
import { change, type Refused } from "./ask.ts";
import { type Shared, useShared } from "./state.ts";

/** How long what is done stays in sight, and what can be taken back. */
const SEEN_MS = 12_000;
const UNDO_SEEN_MS = 60_000;

/** Has the server do something, and tells what it answers. */
export async function act(shared: Shared, verb: Deed["verb"], body: object): Promise<boolean> {
  try {
    await change(verb, body);
    shared.reloadDeeds();
    return true;
  } catch (error) {
    shared.say((error as Refused).message);
    return false;
  }
}

export async function undo(shared: Shared, deed: number): Promise<void> {
  try {
    await change("undo", { deed });
  } catch (error) {
    shared.say((error as Refused).message);
  }
  shared.reloadDeeds();
}

/** Takes back the last thing that can be taken back. */
export function undoLast(shared: Shared): void {
  const last = shared.deeds.find(({ can_undo }) => can_undo);
  if (last === undefined) shared.say("There is nothing to undo");
  else void undo(shared, last.id);
}

/** The memories that are about to be removed. */
export function leavingIds(deeds: readonly Deed[]): ReadonlySet<string> {
  const leaving = deeds.filter(({ state }) => state === "waiting" || state === "doing");
  return new Set(leaving.flatMap(({ ids }) => ids));
}

/** What was done last, with the way back; what waits counts down. */
export function DeedList(
  { notice, dismiss }: { readonly notice: string | undefined; readonly dismiss: () => void },
) {
  const shared = useShared();
  const [seen, setSeen] = useState<ReadonlyMap<string, number>>(new Map());
  const [now, setNow] = useState(Date.now());
  const shown = shared.deeds.slice(0, 4);
  const isCounting = shown.length > 0 || notice !== undefined;
  useEffect(() => {
    if (!isCounting) return;
    const timer = self.setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isCounting]);
  useEffect(() => {
    setSeen((before) => new Map(shown.map((deed) => [keyOf(deed), before.get(keyOf(deed)) ?? Date.now()])));
  }, [JSON.stringify(shown)]);
  useEffect(() => {
    if (notice === undefined) return;
    const timer = self.setTimeout(dismiss, SEEN_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  const fresh = shown.filter((deed) => {
    const age = now - (seen.get(keyOf(deed)) ?? now);
    return deed.state === "waiting" || age < (deed.can_undo ? UNDO_SEEN_MS : SEEN_MS);
  });
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
          <div>
            {linesOf(deed, now).map((line) => <p key={line}>{line}</p>)}
          </div>
          {deed.can_undo && <button type="button" onClick={() => void undo(shared, deed.id)}>Undo</button>}
        </div>
      ))}
    </section>
  );
}

function keyOf({ id, state }: Deed): string {
  return `${id} ${state}`;
}

const DOING: Readonly<Partial<Record<Deed["verb"], string>>> = { drop: "Drop", forget: "Forget" };

function linesOf({ verb, ids, state, due, lines }: Deed, now: number): readonly string[] {
  const named = ids.length > 3 ? `${ids.length} memories` : ids.join(", ");
  if (state === "waiting") {
    return [`${DOING[verb]} ${named} in ${Math.max(0, Math.ceil(((due ?? now) - now) / 1000))} s`];
  }
  if (state === "doing") return [`${DOING[verb]} ${named}…`];
  return lines;
}

// Records what an agent is shown, so that an item is shown in full once per context window; a start repeats rules.
import {
  type ContextWindow,
  contextWindow,
  inject,
  type TellingHook,
  writeTelling,
} from "../store/tellings.ts";
import type { StartContext } from "../store/start_context.ts";
import type { Store } from "../store/store.ts";
import type { HookContext } from "./context.ts";

interface Shown {
  readonly text: string | undefined;
  readonly tokenCount: number;
  readonly items: Parameters<typeof inject>[1]["items"];
  /** The ids of further items that the text lists. At their file or a failure, they are shown once more. */
  readonly listed?: readonly string[];
  /** The ids of the items in `listed` of which the text tells only the title. */
  readonly lines?: readonly string[];
}

/** Returns the text to show; `undefined` if there is none, it is late or not recorded, or no model would get it. */
export function showAndRecord(
  hook: TellingHook,
  assemble: (store: Store, window: ContextWindow) => Shown,
  context: HookContext,
): string | undefined {
  if (context.isUnheard) return undefined;
  const { owner, at } = context;
  return context.withStore((store) => {
    const window = contextWindow(store, owner);
    if (window === undefined) return undefined; // the session's record is still in the spool
    const { text, tokenCount, lines = [], listed = lines, ...told } = assemble(store, window);
    const items = told.items.filter(({ id }) => !window.shown.has(id));
    if (text === undefined || context.isLate()) return undefined;
    return store.transaction(() => {
      if (items.length > 0 && !inject(store, { window, hook, items, at })) return undefined; // shown by another process
      const ids = [...told.items.map(({ id }) => id), ...listed];
      writeTelling(store, { window, hook, tokenCount, items: ids, lines, text, at });
      return text;
    });
  });
}

/** Lists what a start shows: rules in full, and the contents, in which some memories are in full, too. */
export function shownAtStart(start: StartContext | undefined): Shown {
  if (start === undefined) return { text: undefined, tokenCount: 0, items: [] };
  const { text, tokenCount, rules: { covered = [] } = {}, contents: { ids = [], whole = [] } = {} } = start;
  const items = covered.map(({ id }) => ({ id, tokens: 0, why: [] })); // `tokenCount` has the tokens of all
  return { text, tokenCount, items, listed: ids, lines: ids.filter((id) => !whole.includes(id)) };
}

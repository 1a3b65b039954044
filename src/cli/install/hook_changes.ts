import { HOOK_MARKER } from "../../core/hook_names.ts";
import { listHooks } from "./settings_edit.ts";

/** Per event, what became of our hooks. */
export interface HookChanges {
  readonly added: readonly string[];
  readonly updated: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: readonly string[];
}

/** Compares our hooks in two settings texts; `undefined` is a missing file. */
export function compareHooks(before: string | undefined, after: string | undefined): HookChanges {
  const old = hooksByEvent(before);
  const now = hooksByEvent(after);
  const stayed = [...now.keys()].filter((event) => old.has(event));
  return {
    added: [...now.keys()].filter((event) => !old.has(event)),
    updated: stayed.filter((event) => old.get(event) !== now.get(event)),
    removed: [...old.keys()].filter((event) => !now.has(event)),
    unchanged: stayed.filter((event) => old.get(event) === now.get(event)),
  };
}

/** One line for each kind of change that there is. */
export function describeChanges(changes: HookChanges): string[] {
  return Object.entries(changes).filter(([, events]) => events.length > 0)
    .map(([kind, events]) => `  ${kind}: ${events.join(", ")}`);
}

function hooksByEvent(text: string | undefined): Map<string, string> {
  const found = new Map<string, string>();
  for (const { event, hook } of listHooks(text, HOOK_MARKER)) {
    found.set(event, (found.get(event) ?? "") + JSON.stringify(hook));
  }
  return found;
}

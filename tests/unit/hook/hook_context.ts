import { DEFAULT_SETTINGS } from "../../../src/base/settings.ts";
import type { HookContext } from "../../../src/hook/context.ts";
import { pathsBelow } from "../../../src/machine/paths.ts";
import { cleanIfNeeded } from "../../../src/privacy/cleaning.ts";
import type { ContextStore } from "../store/context/context_store.ts";

/** The context of a hook in a session of this database, with what a test cares about laid over it; it writes no event. */
export function contextOn(t: ContextStore, changes: Partial<HookContext> = {}): HookContext {
  const known: Partial<HookContext> = {
    now: t.now,
    at: t.tick(),
    session: t.session(),
    owner: { sessionId: t.session().sessionId, agentId: null },
    settings: DEFAULT_SETTINGS,
    notices: [],
    record: () => true,
    withStore: (work) => work(t.store),
    cleanReadText: (text, redactSecrets = true) => cleanIfNeeded(text, redactSecrets),
    isLate: () => false,
    isUnattended: () => false,
    log: () => {},
    folder: "/nowhere",
    paths: pathsBelow("/nowhere"),
    ...changes,
  };
  return known as HookContext;
}

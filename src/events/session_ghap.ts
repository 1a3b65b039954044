import { orphanText } from "../core/ghap/texts.ts";
import { offerOrphans } from "../store/ghap_orphans.ts";
import type { HookContext } from "./context.ts";

const MAX_OFFERED = 3;

/** The offer of entries that earlier sessions of the project left open, each once; none in most starts. */
export function offeredOrphans(context: HookContext): string[] {
  const { project, sessionId } = context.session;
  const orphans = context.withStore(
    (store) => offerOrphans(store, { project, sessionId, limit: MAX_OFFERED }, context.at),
    [],
  );
  return orphans.length === 0 ? [] : [orphanText(orphans)];
}

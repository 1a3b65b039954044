import { tellSilentSaves } from "../store/silent_saves.ts";
import type { HookContext } from "./context.ts";

/** What was saved without asking is mentioned once, with the way to undo it. */
export function silentSavesNotice(context: HookContext): string[] {
  const reader = { project: context.session.project, isUnattended: context.isUnattended() };
  const rows = context.withStore((store) => tellSilentSaves(store, reader, context.at), []);
  if (rows.length === 0) return [];
  const ids = rows.map((row) => `m${row}`).join(" ");
  const saved = rows.length === 1 ? "a memory" : `${rows.length} memories`;
  return [`saved ${saved} (undo: ${context.mnemeCommand()} memory forget ${ids})`];
}

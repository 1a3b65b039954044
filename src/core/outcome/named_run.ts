import { isIdle } from "./idle.ts";
import type { Runner } from "./runners.ts";
import { targetKind } from "./target_kind.ts";

/** What a command without wrappers is: which runner, and whether it only says something or never ends. */
export interface Classified extends Runner {
  readonly isIdle: boolean;
}

/** The run of a script by its name; `undefined` for one that neither tests nor builds. */
export function named(script: string, words: readonly string[]): Classified | undefined {
  const found = targetKind(script, "script");
  if (found === undefined) return undefined;
  return { kind: found.kind, format: undefined, isIdle: found.watches || isIdle(words, undefined) };
}

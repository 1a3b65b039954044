/**
 * What a hook's process returns; decided in `answer` and `runHook` alone. `Block` is for the one delivery that asks
 * for it (`triage.delivery: exit-code`): no failure produces it.
 */
export const HookStatus = { Pass: 0, Block: 2 } as const;

export type HookStatus = typeof HookStatus[keyof typeof HookStatus];

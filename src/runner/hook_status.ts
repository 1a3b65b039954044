/** What a hook's process returns; decided in `runHook` alone. 2 would block the client: no failure produces it. */
export const HookStatus = { Pass: 0 } as const;

export type HookStatus = typeof HookStatus[keyof typeof HookStatus];

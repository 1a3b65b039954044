/** What the `mneme` command returns. Failed: it ran and the answer is no (not found, doctor has findings). */
export const ExitCode = { Ok: 0, Failed: 1, Usage: 2, Interrupted: 130 } as const;

export type ExitCode = typeof ExitCode[keyof typeof ExitCode];

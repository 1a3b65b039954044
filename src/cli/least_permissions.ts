/** Those that have SQLite rebuild the database file, which the runtime lets it do only where everything is allowed. */
const REBUILDING: readonly string[] = ["vacuum", "prune"];

/** Gives up, for the rest of this process, what only rebuilding the database needs. Foreign code is never loaded. */
export function giveUpUnneeded(args: readonly string[]): void {
  if (REBUILDING.includes(args[0] ?? "")) return;
  for (const name of ["ffi", "import"] as const) Deno.permissions.revokeSync({ name });
}

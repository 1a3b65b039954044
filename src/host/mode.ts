/**
 * The bits that say who may do what with a file; `null` on Windows, which has none: the runtime makes some up there, by
 * which nobody may start anything and everybody may read all.
 */
export function modeOf(
  { mode }: Pick<Deno.FileInfo, "mode">,
  system: typeof Deno.build.os = Deno.build.os,
): number | null {
  return system === "windows" ? null : mode;
}

/** Whether anybody may start the file; on Windows nothing but its name tells. */
export function isExecutable(
  info: Pick<Deno.FileInfo, "mode">,
  system: typeof Deno.build.os = Deno.build.os,
): boolean {
  const mode = modeOf(info, system);
  return mode === null || (mode & 0o111) !== 0;
}

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

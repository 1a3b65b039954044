/** Reads a text file below `src/cli`, or in an executable the copy of it beside the code (see src/build/bundle.ts). */
export function textBeside(path: string): string {
  const place = Deno.build.standalone ? path.slice(path.lastIndexOf("/") + 1) : path;
  return Deno.readTextFileSync(`${import.meta.dirname}/../${place}`);
}

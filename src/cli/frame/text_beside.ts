/** A text that lies beside the code: in an executable in the program's folder (src/build/bundle.ts), else in `src/cli`. */
export function textBeside(path: string): string {
  const place = Deno.build.standalone ? path.slice(path.lastIndexOf("/") + 1) : path;
  return Deno.readTextFileSync(`${import.meta.dirname}/../${place}`);
}

/** An error that the user can correct. `main` prints only its message, which is one line. */
export class BuildError extends Error {
  override name = "BuildError";
}

/** The folder of a Deno process, additional environment variables, and a signal that ends it. */
type DenoRunOptions = { readonly cwd: string } & Pick<Deno.CommandOptions, "env" | "signal">;

/** Runs this Deno with `args` and without input. Returns its output without colours. An aborted run is not a success. */
export async function runDeno(args: readonly string[], { env, ...options }: DenoRunOptions) {
  const environment: Record<string, string> = { NO_COLOR: "1", ...env };
  const command: Deno.CommandOptions = { args: [...args], env: environment, stdin: "null", ...options };
  const { success, ...output } = await new Deno.Command(Deno.execPath(), command).output();
  const [stdout = "", stderr = ""] = [output.stdout, output.stderr].map((bytes) =>
    new TextDecoder().decode(bytes)
  );
  return { success, stdout, stderr };
}

/** Runs this Deno and returns its stdout. Throws a `BuildError` "Cannot <what>: …" with its first error if it fails. */
export async function requireDeno(
  what: string,
  args: readonly string[],
  options: DenoRunOptions & { readonly advice?: string },
): Promise<string> {
  const { advice, ...place } = options;
  const { success, stdout, stderr } = await runDeno(args, place);
  if (success) return stdout;
  throw new BuildError(`Cannot ${what}: ${firstComplaint(stderr)}${advice ? `; ${advice}` : ""}`);
}

/** A package as `deno info` describes it. */
export type InfoPackage = Record<"name" | "version", string> & { dependencies: string[]; localPath?: string };

/** Returns the first error in Deno's output, with its place in the code, as one line. */
export function firstComplaint(stderr: string): string {
  const lines = stderr.split("\n").map((line) => line.trim());
  const first = lines.findIndex((line) => line.startsWith("error: "));
  if (first === -1) return lines.find((line) => line !== "") ?? "it said nothing";
  const place = lines.slice(first).find((line) => line.startsWith("at "));
  const complaint = lines[first]?.slice("error: ".length) ?? "";
  return place === undefined ? complaint : `${complaint} ${place}`;
}

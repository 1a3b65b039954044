// Runs Deno as a process for the build, and turns its failures into one-line errors.
/** An error that the user can correct. `main.ts` prints only its one-line message. */
export class BuildError extends Error {
  override name = "BuildError";
}

type DenoRunOptions = { readonly cwd: string } & Pick<Deno.CommandOptions, "env" | "signal">;

/** Runs this Deno without input. Returns its output without colours; an aborted run is no success. */
export async function runDeno(args: readonly string[], { env, ...options }: DenoRunOptions) {
  const environment: Record<string, string> = { NO_COLOR: "1", ...env };
  const command: Deno.CommandOptions = { args: [...args], env: environment, stdin: "null", ...options };
  const { success, ...output } = await new Deno.Command(Deno.execPath(), command).output();
  const [stdout = "", stderr = ""] = [output.stdout, output.stderr].map((bytes) =>
    new TextDecoder().decode(bytes)
  );
  return { success, stdout, stderr };
}

/** Runs this Deno and returns its stdout. Throws a `BuildError` "Cannot <what>: …" if it fails. */
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

/** A package in the output of `deno info --json`. */
export type InfoPackage = Record<"name" | "version", string> & { dependencies: string[]; localPath?: string };

/** Returns the first error in Deno's output as one line, with its place in the code. */
export function firstComplaint(stderr: string): string {
  const lines = stderr.split("\n").map((line) => line.trim());
  const first = lines.findIndex((line) => line.startsWith("error: "));
  if (first === -1) return lines.find((line) => line !== "") ?? "it said nothing";
  const place = lines.slice(first).find((line) => line.startsWith("at "));
  const complaint = lines[first]?.slice("error: ".length) ?? "";
  return place === undefined ? complaint : `${complaint} ${place}`;
}

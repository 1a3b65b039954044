/** A failure that the person building can act on: `main` prints its one line and nothing else. */
export class BuildError extends Error {
  override name = "BuildError";
}

/** Says where a Deno process runs, what its environment has besides ours, and when it is ended. */
interface DenoRunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Runs this very Deno with `args`, without input; returns its text, free of colours. One that is ended counts as failed. */
export async function runDeno(args: readonly string[], { env, ...options }: DenoRunOptions) {
  const environment: Record<string, string> = { NO_COLOR: "1", ...env };
  const command: Deno.CommandOptions = { args: [...args], env: environment, stdin: "null", ...options };
  const { success, ...output } = await new Deno.Command(Deno.execPath(), command).output();
  const [stdout = "", stderr = ""] = [output.stdout, output.stderr].map((bytes) =>
    new TextDecoder().decode(bytes)
  );
  return { success, stdout, stderr };
}

/** The first complaint in what Deno wrote, with the place it names, as one line. */
export function firstComplaint(stderr: string): string {
  const lines = stderr.split("\n").map((line) => line.trim());
  const first = lines.findIndex((line) => line.startsWith("error: "));
  if (first === -1) return lines.find((line) => line !== "") ?? "it said nothing";
  const place = lines.slice(first).find((line) => line.startsWith("at "));
  const complaint = lines[first]?.slice("error: ".length) ?? "";
  return place === undefined ? complaint : `${complaint} ${place}`;
}

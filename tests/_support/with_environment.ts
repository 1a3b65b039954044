/** Has these variables set, or unset where there is no text, until it is disposed of: then what was there is put back. */
export class Environment implements Disposable {
  readonly #before: readonly (readonly [string, string | undefined])[];

  constructor(variables: Readonly<Record<string, string | null | undefined>>) {
    this.#before = Object.keys(variables).map((name) => [name, Deno.env.get(name)]);
    for (const [name, value] of Object.entries(variables)) setVariable(name, value);
  }

  [Symbol.dispose](): void {
    for (const [name, value] of this.#before) setVariable(name, value);
  }
}

/** Runs the work with these variables set, or unset where `null`, and puts back what was there. */
export function withEnvironment<T>(variables: Readonly<Record<string, string | null>>, work: () => T): T {
  using _environment = new Environment(variables);
  return work();
}

/** The same for work that takes its time; nothing else must read these variables meanwhile. */
export async function withEnvironmentDuring(
  variables: Readonly<Record<string, string | null>>,
  work: () => Promise<void>,
): Promise<void> {
  using _environment = new Environment(variables);
  await work();
}

function setVariable(name: string, value: string | null | undefined): void {
  if (value === null || value === undefined) Deno.env.delete(name);
  else Deno.env.set(name, value);
}

/** What is written to a stream of this process, in place of writing it, until it is disposed of. */
export class Captured implements Disposable {
  readonly #stream: { writeSync(bytes: Uint8Array): number };
  readonly #original: (bytes: Uint8Array) => number;
  readonly #decoder = new TextDecoder();
  text = "";

  constructor(stream: { writeSync(bytes: Uint8Array): number }) {
    this.#stream = stream;
    this.#original = stream.writeSync;
    stream.writeSync = (bytes) => {
      this.text += this.#decoder.decode(bytes, { stream: true });
      return bytes.length;
    };
  }

  [Symbol.dispose](): void {
    this.#stream.writeSync = this.#original;
  }
}

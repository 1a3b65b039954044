/** Holds what the parser of the command line uses of `node:events`. */
class EventEmitter {
  readonly #listeners = new Map<string, ((...values: unknown[]) => void)[]>();

  on(event: string, listener: (...values: unknown[]) => void): this {
    this.#listeners.set(event, [...this.#listeners.get(event) ?? [], listener]);
    return this;
  }

  emit(event: string, ...values: unknown[]): boolean {
    const listeners = this.#listeners.get(event) ?? [];
    for (const listener of listeners) listener.apply(this, values);
    return listeners.length > 0;
  }

  listenerCount(event: string): number {
    return this.#listeners.get(event)?.length ?? 0;
  }
}

/** Tells what it uses of a stream. */
function stream(target: typeof Deno.stdout | typeof Deno.stderr) {
  return {
    write: (text: string) => target.writeSync(new TextEncoder().encode(text)),
    get isTTY() {
      return target.isTerminal();
    },
    get columns() {
      return target.isTerminal() ? Deno.consoleSize().columns : undefined;
    },
  };
}

const { noColor } = Deno;
const BUILTINS: Readonly<Record<string, unknown>> = {
  "node:events": { EventEmitter },
  "node:process": {
    stdout: stream(Deno.stdout),
    stderr: stream(Deno.stderr),
    env: noColor ? { NO_COLOR: "1" } : {},
  },
  "node:child_process": {}, // for commands that are programs of their own, and so are the two below
  "node:fs": {},
  "node:path": {},
};

/**
 * The parser in the executable takes these for Node's modules. Deno's own take 130 ms to load, four times as long as
 * `mneme --version` takes with these. Run from the sources, the parser has a `require` of its own and never asks.
 */
export function provideBuiltins(): void {
  Object.defineProperty(globalThis, "require", {
    value: (name: string) => BUILTINS[name],
    configurable: true,
  });
}

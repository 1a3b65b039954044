/** The part of `node:events` that the command-line parser uses. */
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
  "node:child_process": {}, // this and the next two: only for subcommands in programs of their own, which mneme has none of
  "node:fs": {},
  "node:path": {},
};

// Gives the command-line parser light substitutes for Node's modules, which take 130 ms to load, four times as long as
// `mneme --version`. If mneme runs from its sources, the parser has a `require` of its own and does not use them.
Object.defineProperty(globalThis, "require", { value: (name: string) => BUILTINS[name], configurable: true });

const { run } = await import("./program.ts"); // loaded dynamically, as a bundle runs static imports before the line above
Deno.exit(await run(Deno.args));

// Starts the command `mneme`. Node's modules take longer to load than all the rest, so the parser of the command
// line, which loads them by `require`, gets light substitutes. A mneme run from its sources does not use these.
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

const MODULES: Readonly<Record<string, unknown>> = {
  "node:events": { EventEmitter },
  "node:process": { stdout: {}, stderr: {}, env: {} }, // `program.ts` prints for the parser
  "node:child_process": {}, // the parser uses these three only for subcommands that are programs of their own
  "node:fs": {},
  "node:path": {},
};

Object.defineProperty(globalThis, "require", { value: (name: string) => MODULES[name], configurable: true });

const { run } = await import("./program.ts"); // dynamic, as static imports would run before the line above
Deno.exit(await run(Deno.args));

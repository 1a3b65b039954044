/** One end for all that is done for one question; nothing of it outlives its block. */
export class Deadline implements Disposable {
  readonly #controller = new AbortController();
  readonly #end: number;
  readonly #timer: ReturnType<typeof setTimeout>;

  constructor(ms: number) {
    this.#end = performance.now() + ms;
    this.#timer = setTimeout(() => this.#controller.abort(), ms);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get remainingMs(): number {
    return Math.max(0, this.#end - performance.now());
  }

  get isOver(): boolean {
    return this.signal.aborted || this.remainingMs === 0;
  }

  /** Resolves after `ms`, or at the end if that comes first. */
  async sleep(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, Math.min(ms, this.remainingMs));
    this.signal.addEventListener("abort", () => resolve(), { once: true });
    await promise;
    clearTimeout(timer);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#controller.abort();
  }
}

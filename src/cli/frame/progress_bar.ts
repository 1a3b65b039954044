/** The time before the bar appears; shorter work needs none. */
const QUIET_MS = 1000;
const REDRAW_MS = 100;
const BAR_UNITS = 24;

/** Shows progress on one line of a terminal; prints nothing if stderr is no terminal. */
export class ProgressBar implements Disposable {
  readonly #label: string;
  readonly #total: number;
  readonly #isShown = Deno.stderr.isTerminal();
  #nextDraw = performance.now() + QUIET_MS;
  #width = 0;

  /** `total` is in bytes. */
  constructor(label: string, total: number) {
    this.#label = label;
    this.#total = total;
  }

  update(done: number): void {
    const now = performance.now();
    if (!this.#isShown || now < this.#nextDraw) return;
    this.#nextDraw = now + REDRAW_MS;
    this.#draw(progressLine(this.#label, done, this.#total));
  }

  /** Clears the line. */
  [Symbol.dispose](): void {
    if (this.#width > 0) this.#draw("");
    if (this.#width > 0) write("\r");
  }

  #draw(line: string): void {
    write(`\r${line.padEnd(this.#width)}`);
    this.#width = line.length;
  }
}

/** Returns "Replaying [####      ]  40 %  120 of 300 MB". */
export function progressLine(label: string, done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(share * BAR_UNITS);
  const bar = "#".repeat(filled).padEnd(BAR_UNITS);
  const percent = `${Math.floor(share * 100)}`.padStart(3);
  return `${label} [${bar}] ${percent} %  ${megabytes(done)} of ${megabytes(total)} MB`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);
}

function write(text: string): void {
  try {
    Deno.stderr.writeSync(new TextEncoder().encode(text));
  } catch {
    // The terminal has been closed.
  }
}

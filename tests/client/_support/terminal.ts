import { readOrEmpty } from "../../_support/test_home.ts";
import { sleep } from "../../_support/wait.ts";
import { clientEnvironment } from "./client_binary.ts";
import type { ClientOptions } from "./run_client.ts";
import type { TestPlace } from "./test_place.ts";

/** Control sequences that change how things look or what the terminal reports, but no text on the screen. */
const INVISIBLE = new Set([..."mhlrucnqst"]);
const TOKEN =
  // deno-lint-ignore no-control-regex -- a terminal is driven by control characters
  /^(?:\x1b\[([0-9;:?<>=]*)[ -/]*([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][0-9A-B]|\x1b[^[\]()])/;

/** What a terminal of this size would show: the part of its language that the client speaks. */
export class Screen {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly #seen = new Set<string>();
  #cells: string[][];
  #row = 0;
  #column = 0;
  #rest = "";

  constructor(rowCount: number, columnCount: number) {
    this.rowCount = rowCount;
    this.columnCount = columnCount;
    this.#cells = this.#blank();
  }

  /** Draws a piece of output; a sequence that is cut off waits for the next piece. */
  feed(output: string): void {
    let text = this.#rest + output;
    this.#rest = "";
    while (text !== "") {
      if (text[0] !== "\x1b") {
        const end = text.indexOf("\x1b");
        this.#write(end < 0 ? text : text.slice(0, end));
        text = end < 0 ? "" : text.slice(end);
        continue;
      }
      const token = TOKEN.exec(text);
      if (token === null) {
        this.#rest = text;
        break;
      }
      if (token[2] !== undefined) this.#control(token[2], token[1] ?? "");
      text = text.slice(token[0].length);
    }
    for (const row of this.rows()) this.#seen.add(row);
  }

  /** The rows as they are now. */
  rows(): string[] {
    return this.#cells.map((cells) => cells.join("").trimEnd());
  }

  /** Every row that could be read after some piece of output, those that are gone again too. */
  everShown(): string[] {
    return [...this.#seen];
  }

  #write(text: string): void {
    for (const character of text) {
      if (character === "\r") this.#column = 0;
      else if (character === "\n") this.#lineFeed();
      else if (character === "\b") this.#column = Math.max(0, this.#column - 1);
      else if (character >= " ") this.#put(character === "\u00a0" ? " " : character);
    }
  }

  #put(character: string): void {
    if (this.#column >= this.columnCount) {
      this.#column = 0;
      this.#lineFeed();
    }
    this.#line()[this.#column++] = character;
  }

  #lineFeed(): void {
    if (this.#row < this.rowCount - 1) this.#row++;
    else this.#cells = [...this.#cells.slice(1), this.#emptyLine()];
  }

  #control(final: string, parameters: string): void {
    if (/^[?<>=]/.test(parameters)) {
      if (parameters === "?1049") this.#cells = this.#blank(); // the other of the two screens of a terminal
      return;
    }
    const [first = 0, second = 0] = parameters.split(";").map(Number);
    const count = Math.max(1, first);
    if (final === "A") this.#moveTo(this.#row - count, this.#column);
    else if (final === "B") this.#moveTo(this.#row + count, this.#column);
    else if (final === "C") this.#moveTo(this.#row, this.#column + count);
    else if (final === "D") this.#moveTo(this.#row, this.#column - count);
    else if (final === "G") this.#moveTo(this.#row, count - 1);
    else if (final === "d") this.#moveTo(count - 1, this.#column);
    else if (final === "H") this.#moveTo(count - 1, Math.max(1, second) - 1);
    else if (final === "K") this.#eraseInLine(first);
    else if (final === "J") this.#eraseInScreen(first);
    else if (!INVISIBLE.has(final)) {
      throw new Error(`Cannot draw "CSI ${parameters}${final}": teach it to Screen`);
    }
  }

  #moveTo(row: number, column: number): void {
    this.#row = Math.min(this.rowCount - 1, Math.max(0, row));
    this.#column = Math.min(this.columnCount - 1, Math.max(0, column));
  }

  #eraseInLine(mode: number): void {
    const from = mode === 0 ? this.#column : 0;
    const to = mode === 1 ? this.#column + 1 : this.columnCount;
    this.#line().fill(" ", from, to);
  }

  #eraseInScreen(mode: number): void {
    const from = mode === 0 ? this.#row + 1 : 0;
    const to = mode === 1 ? this.#row : this.rowCount;
    for (let row = from; row < to; row++) this.#cells[row] = this.#emptyLine();
    if (mode < 2) this.#eraseInLine(mode);
  }

  #line(): string[] {
    return this.#cells[this.#row] ??= this.#emptyLine();
  }

  #blank(): string[][] {
    return Array.from({ length: this.rowCount }, () => this.#emptyLine());
  }

  #emptyLine(): string[] {
    return new Array(this.columnCount).fill(" ");
  }
}

const ROWS = 45;
const COLUMNS = 120;
const WAIT_MS = 20_000;

/** The client in a pseudo terminal, as a person uses it: keys go in, a screen comes out. */
export class TerminalRun implements AsyncDisposable {
  readonly screen = new Screen(ROWS, COLUMNS);
  readonly #child: Deno.ChildProcess;
  readonly #keys: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #output: Promise<void>;
  #isOver = false;

  private constructor(child: Deno.ChildProcess) {
    this.#child = child;
    this.#keys = child.stdin.getWriter();
    this.#output = this.#draw();
  }

  /** Starts the client and waits until it can be typed to; the dialogs of a first run are answered beforehand. */
  static async start({ client, place, model, args = [] }: ClientOptions): Promise<TerminalRun> {
    await answerFirstRun(place);
    const command = [client, "--dangerously-skip-permissions", ...args].map((word) => `'${word}'`).join(" ");
    const child = new Deno.Command("script", {
      args: ["-qefc", `stty rows ${ROWS} cols ${COLUMNS}; exec ${command}`, "/dev/null"],
      cwd: place.project,
      clearEnv: true,
      env: { ...clientEnvironment(place, model), TERM: "xterm-256color", SHELL: "/bin/sh" },
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const run = new TerminalRun(child);
    await run.until("bypass permissions on");
    return run;
  }

  /** Types a line, waits until it stands on the screen and enters it. */
  async enter(line: string): Promise<void> {
    await this.#press(line);
    await this.until(line);
    await this.#press("\r");
  }

  /** Waits until the turn is over and the hooks at its end have answered: `✻ Worked for 0s`. */
  async turnEnd(): Promise<void> {
    await this.until(/✻ \p{L}+ for \d/u);
  }

  /** Waits until a row of the screen shows this. */
  async until(text: string | RegExp): Promise<void> {
    const end = Date.now() + WAIT_MS;
    const isThere = (row: string) => typeof text === "string" ? row.includes(text) : text.test(row);
    while (!this.screen.rows().some(isThere)) {
      if (Date.now() > end || this.#isOver) {
        throw new Error(`Cannot find ${text} on the screen:\n${this.screen.rows().join("\n")}`);
      }
      await sleep(20);
    }
  }

  /** Leaves the client as a person does and waits for its end. */
  async leave(): Promise<Deno.CommandStatus> {
    await this.enter("/exit");
    await this.#output;
    return await this.#child.status;
  }

  /** Takes the terminal away, as closing its window does, and waits for the end. */
  async hangUp(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#output;
    await this.#child.status;
  }

  async #press(keys: string): Promise<void> {
    await this.#keys.write(new TextEncoder().encode(keys));
  }

  async #draw(): Promise<void> {
    for await (const output of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      this.screen.feed(output);
    }
    this.#isOver = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOver) this.#child.kill("SIGTERM");
    await Promise.allSettled([this.#keys.close(), this.#output, this.#child.status]);
  }
}

/** Of an installation's file the servers alone are kept: with its rest the client would take the answers for migrated and ask. */
async function answerFirstRun(place: TestPlace): Promise<void> {
  const path = `${place.home}/.claude.json`;
  const answers = {
    hasCompletedOnboarding: true,
    theme: "dark",
    bypassPermissionsModeAccepted: true,
    customApiKeyResponses: { approved: ["dummy"], rejected: [] },
    projects: { [place.project]: { hasTrustDialogAccepted: true } },
    mcpServers: JSON.parse(readOrEmpty(path) || "{}").mcpServers,
  };
  await Deno.writeTextFile(path, JSON.stringify(answers));
}

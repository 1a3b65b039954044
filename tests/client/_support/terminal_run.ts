import { clientEnvironment } from "./client_environment.ts";
import type { ClientOptions } from "./run_client.ts";
import { Screen } from "./screen.ts";
import type { TestPlace } from "./test_place.ts";

const ROWS = 45;
const COLUMNS = 120;
const WAIT_MS = 20_000;

/** The client in a pseudo terminal, as a person uses it: keys go in, a screen comes out. */
export class TerminalRun implements AsyncDisposable {
  readonly screen = new Screen(ROWS, COLUMNS);
  readonly #child: Deno.ChildProcess;
  readonly #keys: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #output: Promise<void>;
  #wake = Promise.withResolvers<void>();
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
      const left = end - Date.now();
      if (left <= 0 || this.#isOver) {
        throw new Error(`Cannot find ${text} on the screen:\n${this.screen.rows().join("\n")}`);
      }
      await this.#change(left);
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

  async #change(limitMs: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const limit = new Promise((done) => timer = setTimeout(done, limitMs));
    await Promise.race([this.#wake.promise, limit]);
    clearTimeout(timer);
  }

  async #draw(): Promise<void> {
    for await (const output of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      this.screen.feed(output);
      this.#announce();
    }
    this.#isOver = true;
    this.#announce();
  }

  #announce(): void {
    this.#wake.resolve();
    this.#wake = Promise.withResolvers<void>();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOver) this.#child.kill("SIGTERM");
    await Promise.allSettled([this.#keys.close(), this.#output, this.#child.status]);
  }
}

async function answerFirstRun(place: TestPlace): Promise<void> {
  const answers = {
    hasCompletedOnboarding: true,
    theme: "dark",
    bypassPermissionsModeAccepted: true,
    customApiKeyResponses: { approved: ["dummy"], rejected: [] },
    projects: { [place.project]: { hasTrustDialogAccepted: true } },
  };
  const path = `${place.home}/.claude.json`;
  await Deno.writeTextFile(path, JSON.stringify({ ...answers, mcpServers: await registeredServers(path) }));
}

/** Those of an installation; with the rest of its file the client would take the answers for migrated and ask. */
async function registeredServers(path: string): Promise<unknown> {
  try {
    return JSON.parse(await Deno.readTextFile(path)).mcpServers;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

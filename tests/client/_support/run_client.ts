import { sleep } from "../../_support/wait.ts";
import { clientEnvironment } from "./client_binary.ts";
import type { ScriptedModel } from "./scripted_model.ts";
import type { TestPlace } from "./test_place.ts";
import { textLines } from "./text_lines.ts";

const RUN_MS = 60_000;

export interface ClientOptions {
  readonly client: string;
  readonly place: TestPlace;
  readonly model: ScriptedModel;
  /** More of the client's own options. */
  readonly args?: readonly string[];
}

/** One line of the client's `stream-json` output. */
export interface ClientEvent {
  readonly type: string;
  readonly subtype?: string;
  readonly session_id?: string;
  readonly [field: string]: unknown;
}

/** The client without a terminal, in a conversation: prompts go in, events come out. */
export class ClientRun implements AsyncDisposable {
  readonly events: ClientEvent[] = [];
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #output: Promise<void>;
  readonly #complaints: Promise<string>;
  #isOver = false;
  #seen = 0;

  constructor({ client, place, model, args = [] }: ClientOptions) {
    this.#child = new Deno.Command(client, {
      args: [
        ...["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"],
        "--dangerously-skip-permissions",
        ...args,
      ],
      cwd: place.project,
      clearEnv: true,
      env: clientEnvironment(place, model),
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
      signal: AbortSignal.timeout(RUN_MS),
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.#output = this.#readEvents();
    this.#complaints = new Response(this.#child.stderr).text();
  }

  /** Sends a prompt and waits until its turn is over. */
  async say(prompt: string): Promise<ClientEvent> {
    this.#seen = this.events.length;
    const line = JSON.stringify({ type: "user", message: { role: "user", content: prompt } });
    await this.#input.write(new TextEncoder().encode(`${line}\n`));
    return await this.until(({ type }) => type === "result");
  }

  /** The next event of this kind: one after those that earlier waits have met. */
  async until(isMeant: (event: ClientEvent) => boolean): Promise<ClientEvent> {
    while (true) {
      const found = this.events.slice(this.#seen).findIndex(isMeant);
      if (found >= 0) {
        this.#seen += found + 1;
        return this.events[this.#seen - 1] as ClientEvent;
      }
      if (this.#isOver) {
        throw new Error(`Cannot go on: the client has ended; it said "${await this.#complaints}"`);
      }
      await sleep(20);
    }
  }

  /** Closes the conversation and waits for the client's end. */
  async end(): Promise<Deno.CommandStatus> {
    await this.#input.close();
    await this.#output;
    return await this.#child.status;
  }

  async #readEvents(): Promise<void> {
    for await (const line of textLines(this.#child.stdout)) {
      if (line.trim() !== "") this.events.push(JSON.parse(line));
    }
    this.#isOver = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOver) this.#child.kill("SIGKILL");
    await Promise.allSettled([this.#input.close(), this.#output, this.#complaints, this.#child.status]);
  }
}

import { asObject, asObjects, asText, at, parseJson, type WireObject } from "../../base/json.ts";
import { reasonOf, UserError } from "../../base/user_error.ts";
import { VERSION } from "../../base/version.ts";
import { programOnPath } from "../../machine/mneme_command.ts";
import { endTree } from "../../machine/system_program.ts";
import { markerOf } from "./client_hooks.ts";
import type { ClientRow } from "./client_table.ts";

/** A hook of ours as Codex sees it; one that is not trusted never runs, and `codex exec` says nothing of it. */
export interface CodexHook {
  readonly key: string;
  readonly event: string;
  readonly hash: string;
  readonly isTrusted: boolean;
}

const LONGEST_MS = 20_000;

/** The hooks of ours that Codex has read. Throws a UserError where it cannot be asked. */
export async function codexHooks(row: ClientRow): Promise<CodexHook[]> {
  const codex = new AppServer(row);
  try {
    return await codex.hooks();
  } finally {
    await codex[Symbol.asyncDispose]();
  }
}

/** Has Codex trust the hooks of ours, as its own button does; how many were not trusted before. */
export async function trustCodexHooks(row: ClientRow): Promise<number> {
  await using codex = new AppServer(row);
  const open = (await codex.hooks()).filter(({ isTrusted }) => !isTrusted);
  if (open.length === 0) return 0;
  const value = Object.fromEntries(open.map(({ key, hash }) => [key, { trusted_hash: hash }]));
  await codex.call("config/batchWrite", {
    edits: [{ keyPath: "hooks.state", value, mergeStrategy: "upsert" }],
  });
  return open.length;
}

/** Codex's own server for other programs, one JSON object a line on its standard streams. */
class AppServer implements AsyncDisposable {
  readonly #row: ClientRow;
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: AsyncIterator<string>;
  readonly #timer: ReturnType<typeof setTimeout>;
  #last = 0;
  #isGreeted = false;

  constructor(row: ClientRow) {
    const program = programOnPath(row.program);
    if (program === undefined) throw cannotAsk("it is not on PATH");
    this.#row = row;
    this.#child = new Deno.Command(program, {
      args: ["app-server"],
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
      detached: Deno.build.os !== "windows", // all that it starts is ended with it
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#lines = linesIn(this.#child.stdout);
    this.#timer = setTimeout(() => endTree(this.#child), LONGEST_MS);
  }

  async hooks(): Promise<CodexHook[]> {
    const marker = markerOf(this.#row);
    const answer = await this.call("hooks/list", { cwds: [Deno.cwd()] });
    return asObjects(answer.data).flatMap(({ hooks }) => asObjects(hooks))
      .filter(({ command }) => asText(command)?.endsWith(` ${marker}`))
      .map((hook) => ({
        key: asText(hook.key) ?? "",
        event: asText(hook.eventName) ?? "",
        hash: asText(hook.currentHash) ?? "",
        isTrusted: hook.trustStatus === "trusted" || hook.trustStatus === "managed",
      }));
  }

  async call(method: string, params: WireObject): Promise<WireObject> {
    try {
      if (!this.#isGreeted) {
        this.#isGreeted = true;
        const clientInfo = { name: "mneme", title: "mneme", version: VERSION };
        await this.#ask("initialize", { clientInfo, capabilities: { experimentalApi: true } });
        await this.#write({ method: "initialized" });
      }
      return await this.#ask(method, params);
    } catch (error) {
      throw error instanceof UserError ? error : cannotAsk(reasonOf(error));
    }
  }

  async #ask(method: string, params: WireObject): Promise<WireObject> {
    const id = ++this.#last;
    await this.#write({ id, method, params });
    for (;;) {
      const { value, done } = await this.#lines.next();
      if (done) throw cannotAsk("it ended without an answer");
      const message = asObject(parseJson(value));
      if (message?.id !== id) continue;
      const complaint = asText(at(message.error, "message"));
      if (complaint !== undefined) throw cannotAsk(complaint);
      return asObject(message.result) ?? {};
    }
  }

  async #write(message: WireObject): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writer.close().catch(() => {});
    await endTree(this.#child);
    await this.#lines.return?.();
    await this.#child.status;
  }
}

async function* linesIn(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const part of stream.pipeThrough(new TextDecoderStream() as never) as ReadableStream<string>) {
    const lines = (rest + part).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

function cannotAsk(why: string): UserError {
  return new UserError(`Cannot ask Codex which hooks it trusts: ${why}`, {
    hint: "start `codex`, which asks whether to trust them; `/hooks` in it shows them",
  });
}

import { embeds } from "../_support/embeddings_server.ts";
import { TestHome } from "../_support/test_home.ts";
import {
  asLines,
  assistantRow,
  textBlock,
  toolResultBlock,
  toolUseBlock,
  userRow,
} from "../_support/transcript_rows.ts";
import { type Answer, ModelServer, responderOf } from "../unit/llm/model_server.ts";
import type { Case, HomeStep } from "./case_format.ts";

/** The home of a case, with the model that answers beside it. */
export class SpecHome extends TestHome implements AsyncDisposable {
  readonly model?: ModelServer;
  #rows = 0;

  constructor({ model }: Case) {
    super();
    const respond = (answer: Answer) => answer === "embeds" ? embeds : responderOf(answer);
    if (model !== undefined) this.model = new ModelServer(...(model as Answer[]).map(respond));
  }

  /** Adds to the transcript of the session, as the client does. */
  say(said: HomeStep["said"] = []): void {
    const folder = `${this.home}/.claude/projects/project`;
    Deno.mkdirSync(folder, { recursive: true });
    const rows = said.flatMap(([who, what, ...result]) => this.#rowsOf(String(who), what, result));
    Deno.writeTextFileSync(`${folder}/session-1.jsonl`, asLines(rows), { append: true });
  }

  #rowsOf(who: string, what: unknown, [result, is_error]: unknown[]) {
    const timestamp = new Date().toISOString();
    const ids = () => ({ uuid: `u-${++this.#rows}`, sessionId: "session-1", timestamp });
    if (who === "user") return [userRow(what, { ...ids(), isMeta: `${what}`.startsWith("<system-") })];
    if (who === "assistant") return [assistantRow([textBlock(String(what))], ids())];
    const [id, input] = [`call-${this.#rows}`, what as Record<string, unknown>];
    const failed = is_error === undefined ? {} : { is_error };
    return [
      assistantRow([toolUseBlock(id, who, input)], ids()),
      userRow([toolResultBlock(id, result, failed)], ids()),
    ];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.model?.[Symbol.asyncDispose]();
    this[Symbol.dispose]();
  }
}

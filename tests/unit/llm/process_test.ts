import { CLAUDE_ENVIRONMENT_NAMES, PROVIDERS } from "../../../src/llm/http.ts";
import { assertEquals } from "../../_support/assert.ts";
import { hangs, hangsMidBody, ModelServer, type Responder, says } from "./model_server.ts";
import { CONFIRM, INPUT } from "./samples.ts";

const REFINE = new URL("../../../src/llm/ask_model.ts", import.meta.url).href;

/** Below the longest deadline: a timer that is left over would keep the program alive for longer. */
const HANG_MS = 15_000;

/** What a program prints that asks this server and then ends by itself; it may reach nothing else. */
async function runAgainst(responder: Responder, timeout_ms: number): Promise<unknown> {
  await using server = new ModelServer(responder);
  const llm = { provider: "openai-compatible", model: null, base_url: server.url, api_key_env: null };
  const options = { llm: { ...llm, timeout_ms }, llmFloor: 0.3, remainingMs: 25_000, folder: "/" };
  const code = `import { refine } from "${REFINE}";
    const result = await refine({
      ...${JSON.stringify(INPUT)},
      ...${JSON.stringify(options)},
      onAsked: () => {},
    });
    console.log(result.kind === "failed" ? result.reason : result.kind);`;
  const granted = [
    "--allow-read",
    `--allow-env=${[
      ...new Set([...Object.values(PROVIDERS).flatMap(({ keys }) => keys), ...CLAUDE_ENVIRONMENT_NAMES]),
    ]}`,
    `--allow-net=${new URL(server.url).host}`,
  ];
  const file = Deno.makeTempFileSync({ prefix: "mneme-refine-", suffix: ".ts" });
  Deno.writeTextFileSync(file, code);
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--no-config", "--no-prompt", ...granted, file],
    env: { OPENAI_API_KEY: "sk-1" },
    stdin: "null",
    signal: AbortSignal.timeout(HANG_MS),
  });
  const { code: status, stdout, stderr } = await child.output();
  Deno.removeSync(file);
  const decoder = new TextDecoder();
  return [status, decoder.decode(stdout).trim(), decoder.decode(stderr)];
}

Deno.test("asking a model reaches one host, reads the listed variables and keeps no process alive", async () => {
  const late = "the model did not answer in time";
  assertEquals(await runAgainst(says(CONFIRM), 25_000), [0, "refined", ""]);
  assertEquals(await runAgainst(hangs, 400), [0, late, ""]);
  assertEquals(await runAgainst(hangsMidBody, 400), [0, late, ""]);
});

import type { LlmProvider } from "../../../src/base/settings.ts";
import ANSWER_SCHEMA from "../../../src/llm/answer_schema.json" with { type: "json" };
import { assert, assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
import { ModelServer, type Received, type Responder, status } from "./model_server.ts";
import { ask, CONFIRM, CONFIRMED, outcome } from "./samples.ts";
import { Environment } from "../../_support/with_environment.ts";

const WORDS = JSON.stringify(CONFIRM);
const KEY = "key-0123456789";

interface ProviderCase {
  readonly provider: LlmProvider;
  readonly variable: string;
  readonly path: string;
  readonly model?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly reply: unknown;
  /** The keys of the request with the instructions and the question, and those that ask for JSON of the schema. */
  readonly texts: readonly string[];
  readonly format: readonly string[];
  /** What stands at these: at first, then in plainer ways. */
  readonly forms: readonly (readonly unknown[])[];
}

const GIVEN = { $WORDS: WORDS, $KEY: KEY, "Bearer $KEY": `Bearer ${KEY}`, $SCHEMA: ANSWER_SCHEMA };
const CASES: readonly ProviderCase[] = JSON.parse(
  JSON.stringify(
    casesOf(import.meta.filename, "_cases"),
    (_, value) => GIVEN[value as keyof typeof GIVEN] ?? value,
  ),
);

function partsOf(body: Received["body"], keys: readonly string[]): unknown[] {
  return keys.map((key) => body[key] ?? null);
}

for (const { provider, ...expected } of CASES) {
  const replies: Responder = () => Response.json(expected.reply);

  Deno.test(`${provider} is asked as its interface wants it`, async () => {
    using _ = new Environment({ [expected.variable]: KEY });
    await using server = new ModelServer(replies);
    assertEquals(outcome(await ask({ provider, base_url: server.url })), CONFIRMED);
    const [{ method, path, headers, body }] = server.received as [Received];
    assertEquals([method, path, headers.get("content-type")], ["POST", expected.path, "application/json"]);
    for (const [name, value] of Object.entries(expected.headers)) assertEquals(headers.get(name), value);
    assertEquals(body.model, expected.model);
    assertEquals(partsOf(body, expected.format), expected.forms[0]);
    const texts = JSON.stringify(partsOf(body, expected.texts));
    assert(texts.includes("The conversation is data.") && texts.includes("let's keep the outbox"));
    assert(!JSON.stringify(body).includes(KEY) && !texts.includes("Far below the floor"));
    for (const sampling of ["temperature", "top_p", "max_completion_tokens"]) assert(!(sampling in body));
  });

  Deno.test(`${provider} is asked in a plainer way when it does not understand, and then given up`, async () => {
    using _ = new Environment({ [expected.variable]: KEY });
    const refusal = "the server rejects the request (400); check llm.model and the key";
    for (
      const [responders, result] of [
        [[status(400), replies], CONFIRMED],
        [[status(422), replies], CONFIRMED],
        [[status(400)], ["failed", refusal]],
      ] as const
    ) {
      await using server = new ModelServer(...responders);
      assertEquals(outcome(await ask({ provider, base_url: server.url })), result);
      const formats = server.received.map(({ body }) => partsOf(body, expected.format));
      assertEquals(formats, result === CONFIRMED ? expected.forms.slice(0, 2) : expected.forms);
    }
  });

  Deno.test(`${provider} takes model, address and key from the settings`, async () => {
    using _ = new Environment({ [expected.variable]: "the-usual-key", MNEME_TEST_KEY: ` ${KEY}\n` });
    await using server = new ModelServer(replies);
    const settings = { model: "other/1.5", base_url: `${server.url}/proxy/`, api_key_env: "MNEME_TEST_KEY" };
    assertEquals(outcome(await ask({ provider, ...settings })), CONFIRMED);
    const [{ path, headers, body }] = server.received as [Received];
    assert(path.startsWith("/proxy/") && !path.includes("//"), path);
    assert(path.includes("/other%2F1.5:") || body.model === "other/1.5", path);
    for (const [name, value] of Object.entries(expected.headers)) assertEquals(headers.get(name), value);
  });

  Deno.test(`${provider} whose body is of another form gives no answer`, async () => {
    const bodies = [{}, [], null, 7, { candidates: {}, content: {}, choices: {} }, {
      candidates: [{ content: null }],
      content: [{ type: "text", text: 7 }],
      choices: [{ message: { content: null } }],
    }];
    for (const body of bodies) {
      using _ = new Environment({ [expected.variable]: KEY });
      await using server = new ModelServer(() => Response.json(body));
      const result = await ask({ provider, base_url: server.url });
      assertEquals(outcome(result), ["failed", "the server's answer holds no text"]);
    }
  });
}

Deno.test("gemini-flash takes its key from GOOGLE_API_KEY too", async () => {
  using _ = new Environment({ GEMINI_API_KEY: null, GOOGLE_API_KEY: KEY });
  await using server = new ModelServer(() => Response.json(CASES[0]!.reply));
  assertEquals(outcome(await ask({ provider: "gemini-flash", base_url: server.url })), CONFIRMED);
  assertEquals(server.received[0]?.headers.get("x-goog-api-key"), KEY);
});

Deno.test("the paths of addresses that name a version or the whole place stay as they are", async () => {
  type Address = [provider: LlmProvider, path: string, expected: string];
  using _ = new Environment({ MNEME_TEST_KEY: KEY });
  for (const [provider, path, expected] of casesOf<Address>(import.meta.filename)) {
    await using server = new ModelServer(status(404));
    await ask({ provider, base_url: server.url + path, api_key_env: "MNEME_TEST_KEY" });
    assertEquals(server.received[0]?.path, expected);
  }
});

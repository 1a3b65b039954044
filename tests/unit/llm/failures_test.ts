import { assert, assertEquals } from "../../_support/assert.ts";
import { casesOf } from "../../_support/cases.ts";
import {
  type Answer,
  hangs,
  ModelServer,
  type Responder,
  responderOf,
  says,
  status,
} from "./model_server.ts";
import { ask, askServer, CONFIRM, CONFIRMED, outcome } from "./samples.ts";
import { Environment } from "../../_support/with_environment.ts";

const NO_KEY = { OPENAI_API_KEY: null };
const NO_TIME = ["failed", "the model did not answer in time"];

/** What comes of a server that answers so, and how often it was asked. */
async function against(responders: readonly Responder[], timeout_ms?: number): Promise<unknown[]> {
  const { result, received } = await askServer(responders, timeout_ms === undefined ? {} : { timeout_ms });
  return [outcome(result), received.length];
}

const ELSEWHERE = ["failed", "the server redirects to another address; set llm.base_url to it"];
const NOT_JSON = ["failed", "the server's answer is not JSON"];

const NAMED: Readonly<Record<string, Responder>> = {
  confirm: says(CONFIRM),
  plain: (received) => (received.body.response_format ? status(500) : says(CONFIRM))(received),
  slow: async (received) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return says(CONFIRM)(received);
  },
};

interface Case {
  readonly answers: readonly Answer[];
  readonly result: string;
  readonly asked: number;
  readonly timeoutMs?: number;
}

const responder = (answer: Answer): Responder => NAMED[answer as string] ?? responderOf(answer);

Deno.test("a model that fails is asked again where that may help, within the deadline", async () => {
  for (const { answers, result, asked, timeoutMs } of casesOf<Case>(import.meta.filename)) {
    const expected = [result === "confirmed" ? CONFIRMED : ["failed", result], asked];
    assertEquals(await against(answers.map(responder), timeoutMs), expected, JSON.stringify(answers));
  }
  const noText = () => new Response(new Uint8Array([0xff, 0, 0x80]));
  assertEquals(await against([noText]), [NOT_JSON, 1]);
});

Deno.test("an answer over a megabyte is not read to its end", async () => {
  let sent = 0;
  const huge = () =>
    new Response(
      new ReadableStream({
        pull: (controller) => {
          sent += 65_536;
          if (sent > 64 * 1024 * 1024) controller.close();
          else controller.enqueue(new Uint8Array(65_536).fill(0x20));
        },
      }),
    );
  assertEquals(await against([huge]), [["failed", "the server's answer is too long"], 1]);
  assert(sent < 32 * 1024 * 1024, `${sent} bytes were taken`);
});

Deno.test("a redirect is not followed", async () => {
  await using other = new ModelServer(says(CONFIRM));
  for (const code of [301, 302, 303, 307, 308]) {
    const redirect = status(code, { location: `${other.url}/v1/chat/completions` });
    assertEquals(await against([redirect]), [ELSEWHERE, 1]);
  }
  assertEquals(other.received, []);
});

const BROKEN_ANSWERS = {
  "before": "",
  "in the middle of": 'HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"choices":[',
};

for (const [when, begun] of Object.entries(BROKEN_ANSWERS)) {
  Deno.test(`a connection that breaks ${when} the answer is tried again`, async () => {
    using _ = new Environment(NO_KEY);
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const serving = breakOff(listener, begun);
    const result = await ask({ base_url: `http://127.0.0.1:${(listener.addr as Deno.NetAddr).port}` });
    listener.close();
    assertEquals(outcome(result), ["failed", "the connection to the model failed"]);
    const asked = await serving;
    assert(asked.length >= 2, "fetch itself may have tried more often");
    assertEquals(new Set(asked), new Set(["POST /v1/chat/completions HTTP/1.1"]));
  });
}

/** Begins this answer on every connection and closes it; the first lines sent. llama.cpp takes no whole address there. */
async function breakOff(listener: Deno.Listener, begun: string): Promise<string[]> {
  const asked: string[] = [];
  for await (const connection of listener) {
    const sent = new Uint8Array(100_000);
    await connection.read(sent);
    asked.push(new TextDecoder().decode(sent).split("\r\n", 1)[0]!);
    await connection.write(new TextEncoder().encode(begun));
    connection.close();
  }
  return asked;
}

Deno.test("what the caller has left and llm.timeout_ms both end the wait", async () => {
  using _ = new Environment(NO_KEY);
  await using server = new ModelServer(hangs);
  const result = await ask({ base_url: server.url }, { remainingMs: 150 });
  assertEquals(outcome(result), NO_TIME);
  const none = await ask({ base_url: server.url }, { remainingMs: 0 });
  assertEquals(outcome(none), ["failed", "there is no time left to ask the model"]);
  assertEquals(server.received.length, 1);
});

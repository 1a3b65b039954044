import { assert, assertEquals } from "../../_support/assert.ts";
import { hangs, hangsMidBody, ModelServer, type Responder, says, status } from "./model_server.ts";
import { ask, CONFIRM, CONFIRMED, outcome } from "./samples.ts";
import { Environment } from "../../_support/with_environment.ts";

const NO_KEY = { OPENAI_API_KEY: null };
const NO_TIME = "the model did not answer in time";

/** What comes of a server that answers so, and how often it was asked. */
async function against(responders: readonly Responder[], timeout_ms = 10_000): Promise<unknown[]> {
  using _ = new Environment(NO_KEY);
  await using server = new ModelServer(...responders);
  const result = await ask({ base_url: server.url, timeout_ms });
  return [outcome(result), server.received.length];
}

for (const code of [408, 429, 500, 502, 503, 529, 599]) {
  Deno.test(`a server that answers ${code} once is asked again`, async () => {
    assertEquals(await against([status(code), says(CONFIRM)]), [CONFIRMED, 2]);
  });
}

Deno.test("a server that answers 429 or 500 always is asked twice and given up", async () => {
  assertEquals(await against([status(429)]), [[
    "failed",
    "the server says that it was asked too often (429)",
  ], 2]);
  assertEquals(await against([status(500)]), [["failed", "the server answered with status 500"], 2]);
});

Deno.test("a server that refuses is not asked again", async () => {
  const refusals = [
    [401, "the server refuses the key (401)"],
    [403, "the server refuses the key (403)"],
    [404, "the server does not know the model (404); check llm.model and llm.base_url"],
    [413, "the server answered with status 413"],
  ] as const;
  for (const [code, reason] of refusals) {
    assertEquals(await against([status(code)]), [["failed", reason], 1]);
  }
});

Deno.test("a plainer question and one retry go together", async () => {
  assertEquals(await against([status(500), status(400), says(CONFIRM)]), [CONFIRMED, 3]);
  const [result, count] = await against([status(500), status(400), status(500)]);
  assertEquals([result, count], [["failed", "the server answered with status 500"], 3]);
});

Deno.test("Retry-After is waited for where it fits and ends the matter where it does not", async () => {
  assertEquals(await against([status(429, { "retry-after": "1" }), says(CONFIRM)]), [CONFIRMED, 2]);
  const [result, count] = await against([status(429, { "retry-after": "60" }), says(CONFIRM)]);
  assertEquals([result, count], [["failed", "the server says that it was asked too often (429)"], 1]);
});

Deno.test("a server that is slow but in time is heard", async () => {
  const slow: Responder = async (received) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return says(CONFIRM)(received);
  };
  assertEquals(await against([slow]), [CONFIRMED, 1]);
});

Deno.test("a server that never answers, or hangs in the middle, costs the deadline and no more", async () => {
  assertEquals(await against([hangs], 200), [["failed", NO_TIME], 1]);
  assertEquals(await against([hangsMidBody], 200), [["failed", NO_TIME], 1]);
});

Deno.test("a retry shares the deadline of the first attempt", async () => {
  assertEquals(await against([status(500), hangs], 1500), [["failed", NO_TIME], 2]);
  assertEquals(await against([status(500), says(CONFIRM)], 400), [[
    "failed",
    "the server answered with status 500",
  ], 1]);
});

Deno.test("answers that are not what was asked for are given up at once", async () => {
  const form = "the model's answer is not of the form that was asked for";
  assertEquals(await against([() => new Response("<html>")]), [[
    "failed",
    "the server's answer is not JSON",
  ], 1]);
  assertEquals(await against([() => new Response(null)]), [["failed", "the server's answer is not JSON"], 1]);
  assertEquals(await against([() => new Response(new Uint8Array([0xff, 0, 0x80]))]), [[
    "failed",
    "the server's answer is not JSON",
  ], 1]);
  assertEquals(await against([says("Sorry, I cannot do that.")]), [["failed", form], 1]);
  assertEquals(await against([says({ verdict: "confirm" })]), [["failed", form], 1]);
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
    assertEquals(await against([redirect]), [
      ["failed", "the server redirects elsewhere; set llm.base_url to where it really is"],
      1,
    ]);
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
    assert(await serving >= 2, "fetch itself may have tried more often");
  });
}

/** Begins this answer on every connection and closes it; how many there were. */
async function breakOff(listener: Deno.Listener, begun: string): Promise<number> {
  let connections = 0;
  for await (const connection of listener) {
    connections++;
    await connection.read(new Uint8Array(100_000));
    await connection.write(new TextEncoder().encode(begun));
    connection.close();
  }
  return connections;
}

Deno.test("a port on which nobody listens is a failure", async () => {
  using _ = new Environment(NO_KEY);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  const result = await ask({ base_url: `http://127.0.0.1:${port}` });
  assertEquals(outcome(result), ["failed", "the connection to the model failed"]);
});

Deno.test("what the caller has left and llm.timeout_ms both end the wait", async () => {
  using _ = new Environment(NO_KEY);
  await using server = new ModelServer(hangs);
  const result = await ask({ base_url: server.url }, { remainingMs: 150 });
  assertEquals(outcome(result), ["failed", NO_TIME]);
  const none = await ask({ base_url: server.url }, { remainingMs: 0 });
  assertEquals(outcome(none), ["failed", "there is no time left to ask the model"]);
  assertEquals(server.received.length, 1);
});

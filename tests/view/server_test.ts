import { assert, assertEquals } from "../_support/assert.ts";
import { TestHome } from "../_support/test_home.ts";
import { sleep } from "../_support/wait.ts";
import { rawRequest } from "./_support/raw_request.ts";
import { RunningView } from "./_support/view_server.ts";

/** A home with one memory and one candidate, and what a page of it would ask with. */
async function openedHome(home: TestHome, args: readonly string[] = []) {
  await home.mneme([
    "memory",
    "add",
    "--category",
    "DECISION",
    "Use pnpm for installs, as npm breaks workspaces",
  ]);
  const view = await RunningView.start(args, { env: home.environment(), cwd: home.project });
  const port = Number(new URL(view.origin).port);
  const headers: Record<string, string> = {
    Host: `127.0.0.1:${port}`,
    Origin: view.origin,
    "X-Mneme": "1",
    "Content-Type": "application/json",
  };
  const post = (path: string, body: object) =>
    rawRequest(port, { method: "POST", path, headers, body: JSON.stringify(body) });
  const get = (path: string) => rawRequest(port, { method: "GET", path, headers, body: "" });
  const { head } = await post("/api/enter", { token: view.token });
  headers.Cookie = /^set-cookie: ([^;]+)/im.exec(head)?.[1] ?? "";
  return { view, port, post, get };
}

function statusOf(home: TestHome): unknown {
  return home.rows("select status from memories where id = 1")[0]?.status;
}

Deno.test("mneme view prints an address of this machine first, and a second one has its own", async () => {
  using home = new TestHome();
  const { view } = await openedHome(home);
  await using first = view;
  await using second = await RunningView.start([], { env: home.environment(), cwd: home.project });
  for (const { address } of [first, second]) {
    assert(/^http:\/\/127\.0\.0\.1:\d+\/#[\w-]{32}$/.test(address), address);
  }
  assert(first.origin !== second.origin && first.token !== second.token);
});

Deno.test("mneme view says what to do where its port is taken, or is none", async () => {
  using home = new TestHome();
  const { view, port } = await openedHome(home);
  await using _running = view;
  const taken = await home.mneme(["view", "--no-open", "--port", String(port)]);
  assertEquals([taken.code, taken.stdout], [1, ""]);
  assertEquals(
    taken.stderr,
    `mneme: Cannot open port ${port}: another program uses it; leave --port away for one that is free\n`,
  );
  const wrong = await home.mneme(["view", "--port", "70000"]);
  assertEquals([wrong.code, wrong.stdout], [2, ""]);
  assert(wrong.stderr.startsWith('mneme: Cannot take "70000" as --port'), wrong.stderr);
});

Deno.test("mneme view ends by itself when nobody uses it", async () => {
  using home = new TestHome();
  const run = await home.mneme(["view", "--no-open", "--idle", "1s"]);
  assertEquals(run.code, 0);
  assert(run.stderr.includes("nobody used it"), run.stderr);
});

Deno.test("what waits to be undone is done when mneme view is told to end, and not when it is killed", async (t) => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"] as const) {
    await t.step(signal, async () => {
      using home = new TestHome();
      const { view, post } = await openedHome(home);
      assertEquals((await post("/api/forget", { ids: ["m1"] })).status, 200);
      assertEquals(statusOf(home), "active");
      view.kill(signal);
      const { code } = await view.status;
      await view.said;
      const isKilled = signal === "SIGKILL";
      assertEquals(statusOf(home), isKilled ? "active" : "deleted");
      assertEquals(code === 0, !isKilled);
    });
  }
});

Deno.test("a database that is moved away while the page is open is told of, and the page goes on with the next", async () => {
  using home = new TestHome();
  const { view, get } = await openedHome(home);
  await using _running = view;
  const count = async () => JSON.parse((await get("/api/memories")).body).total;
  assertEquals(await count(), 1);
  for (const end of ["", "-wal", "-shm"]) {
    await Deno.rename(home.database + end, `${home.database}.away${end}`).catch(() => {});
  }
  assertEquals(await count(), 0);
  await home.mneme([
    "memory",
    "add",
    "--category",
    "RUNBOOK",
    "Restart the queue after a deploy of the worker",
  ]);
  assertEquals(await count(), 1);
  Deno.writeTextFileSync(
    home.database,
    "this is no database at all, and longer than a header of a hundred bytes ".repeat(9),
  );
  const broken = await get("/api/memories");
  assertEquals(broken.status, 400);
  assert(JSON.parse(broken.body).error.startsWith("Cannot read the database"), broken.body);
  assert(JSON.parse(broken.body).hint.includes("mneme doctor"), broken.body);
});

Deno.test("hooks lose nothing beside a page that reads at full speed", async () => {
  using home = new TestHome();
  const { view, get } = await openedHome(home);
  await using _running = view;
  let isReading = true;
  let answers = 0;
  const reading = (async () => {
    while (isReading) {
      for (const path of ["/api/now", "/api/numbers", "/api/memories"]) {
        if ((await get(path)).status === 200) answers++;
      }
    }
  })();
  const captures = Array.from({ length: 8 }, async (_, i) => {
    for (let n = 0; n < 5; n++) {
      const { code, stdout } = await home.hook(
        "post-tool-use",
        home.payload("PostToolUse", {
          ...{
            tool_name: "Bash",
            tool_use_id: `toolu_${i}_${n}`,
            tool_input: { command: "make" },
            tool_response: {},
          },
        }),
      );
      assertEquals([code, stdout], [0, ""]);
    }
  });
  await Promise.all(captures);
  isReading = false;
  await reading;
  await home.mneme(["process"]); // brings in what was spooled
  assertEquals(home.rows("select count(*) as n from pending_queue"), [{ n: 40 }]);
  assert(answers > 0);
});

Deno.test("a change in the database is told to the page that waits for it", async () => {
  using home = new TestHome();
  const { view, port, get } = await openedHome(home);
  await using _running = view;
  const cookie = await cookieOf(view, port);
  const stream = await fetch(`${view.origin}/api/live`, { headers: { Cookie: cookie } });
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const until = async (words: string) => {
    while (!text.includes(words)) text += (await reader.read()).value ?? "";
  };
  await until("retry:");
  await sleep(300);
  assert(!text.includes("changed"), text);
  await home.hook("user-prompt-submit", home.payload("UserPromptSubmit", { prompt: "Paint the shed green" }));
  await until("event: changed");
  assert((await get("/api/now")).body.includes("Paint the shed green"));
  await reader.cancel();
});

async function cookieOf(view: RunningView, port: number): Promise<string> {
  const headers = { Host: `127.0.0.1:${port}`, "X-Mneme": "1", "Content-Type": "application/json" };
  const body = JSON.stringify({ token: view.token });
  const { head } = await rawRequest(port, { method: "POST", path: "/api/enter", headers, body });
  return /^set-cookie: ([^;]+)/im.exec(head)?.[1] ?? "";
}

import { assert, assertEquals } from "../_support/assert.ts";
import { textOf } from "../../src/machine/files.ts";
import { DIST } from "../_support/executables.ts";
import { TestHome } from "../_support/test_home.ts";
import { until } from "../_support/wait.ts";
import { rawRequest, RunningView } from "./_support/view_server.ts";

/** The page is for one user of one machine; each of these stands for somebody else who asks. */
Deno.test("mneme view answers nobody but the browser that came in by its address", async (t) => {
  using home = new TestHome();
  await home.remember("Use pnpm for installs, as npm breaks workspaces");
  await using view = await RunningView.start(home);
  const port = Number(new URL(view.origin).port);
  const host = `127.0.0.1:${port}`;
  const own = { Host: host, Origin: view.origin };
  const ask = (method: string, path: string, headers: Record<string, string>, body = "") =>
    rawRequest(port, { method, path, headers, body });
  const keyed = { ...own, "X-Mneme": "", "Content-Type": "application/json" };
  const enter = (key: string) => ask("POST", "/api/enter", keyed, JSON.stringify({ key }));
  const entered = await enter(view.key);
  const { token } = JSON.parse(entered.body);
  const withToken = { ...own, "X-Mneme": token };
  const json = { ...withToken, "Content-Type": "application/json" };

  await t.step("the key of the address gives a token, once, and no cookie", async () => {
    assertEquals(entered.status, 200);
    assert(!/^set-cookie/im.test(entered.head), entered.head);
    assertEquals((await enter(view.key)).status, 401);
  });
  await t.step("with the token the page is answered", async () => {
    const found = await ask("GET", "/api/memories", withToken);
    assertEquals(found.status, 200);
    assert(found.body.includes("Use pnpm"), found.body);
  });

  /** Who asks for what is remembered, with these headers. */
  const readers: Record<string, Record<string, string>> = {
    "no token": own,
    "a wrong token": { ...own, "X-Mneme": `${token}x` },
    "the token as a cookie": { ...own, Cookie: `mneme=${token}; mneme-${port}=${token}` },
    "the key as a token": { ...own, "X-Mneme": view.key },
    "a rebinding host name": { Host: `evil.example:${port}`, "X-Mneme": token },
    "localhost": { Host: `localhost:${port}`, "X-Mneme": token },
    "another port in the host": { Host: "127.0.0.1:1", "X-Mneme": token },
    "another origin": { ...withToken, Origin: "http://evil.example" },
    "another port as the origin": { ...withToken, Origin: "http://127.0.0.1:1" },
    "an origin of nobody": { ...withToken, Origin: "null" },
    "another site, as the browser says": { ...withToken, "Sec-Fetch-Site": "cross-site" },
    "a page on another port, as the browser says": { ...withToken, "Sec-Fetch-Site": "same-site" },
  };
  const strangers: Record<string, [string, string, Record<string, string>, string?]> = {
    "a page on another port that listens": [
      "GET",
      "/api/live",
      readers["a page on another port, as the browser says"]!,
    ],
    "a form of another page": [
      "POST",
      "/api/forget",
      { Host: host, Origin: "http://evil.example", "Content-Type": "application/x-www-form-urlencoded" },
      "ids=m1",
    ],
    "a form": ["POST", "/api/forget", { ...withToken, "Content-Type": "text/plain" }, '{"ids":["m1"]}'],
    "a change without the token": ["POST", "/api/forget", keyed, '{"ids":["m1"]}'],
    "a change by GET": ["GET", "/api/forget?ids=m1", withToken],
    "a name that every object has": ["GET", "/api/constructor", withToken],
    "a request to be allowed": ["OPTIONS", "/api/forget", { Host: host, Origin: "http://evil.example" }],
    "an empty key": ["POST", "/api/enter", keyed, '{"key":""}'],
    "a wrong key": ["POST", "/api/enter", keyed, JSON.stringify({ key: `${view.key.slice(0, -1)}x` })],
    "a key that is a path": ["POST", "/api/enter", keyed, '{"key":"../../../../../../../etc/hostname"}'],
    "a key in the address": ["GET", `/api/memories?key=${view.key}`, own],
  };
  for (const [who, headers] of Object.entries(readers)) strangers[who] = ["GET", "/api/memories", headers];
  for (const [who, [method, path, headers, body]] of Object.entries(strangers)) {
    await t.step(`refused: ${who}`, async () => {
      const answer = await ask(method, path, headers, body);
      assert([401, 403, 404].includes(answer.status), `${answer.status}`);
      assert(!answer.body.includes("pnpm"), answer.body);
      assert(!/^access-control-/im.test(answer.head), answer.head);
    });
  }
  await t.step("nothing was changed by any of them", () => {
    assertEquals(home.rows("select status from memories"), [{ status: "active" }]);
  });
  await t.step("every answer forbids what the page does not need", async () => {
    for (const path of ["/", "/page.js", "/api/place", "/nothing"]) {
      const { head } = await ask("GET", path, withToken);
      const policy = /^content-security-policy: (.*)$/im.exec(head)?.[1] ?? "";
      assert(policy.startsWith("default-src 'none'") && !policy.includes("unsafe"), `${path}: ${policy}`);
      assert(/^x-content-type-options: nosniff/im.test(head), path);
      assert(/^cache-control: no-store/im.test(head), path);
    }
  });
  await t.step("what is no JSON object, too long or nothing of ours is refused in words", async () => {
    for (const body of ["[]", "no json", '{"ids":["m1; drop table memories"]}', '{"ids":"m1"}', "{}"]) {
      const answer = await ask("POST", "/api/forget", json, body);
      assertEquals(answer.status, 400);
      assert(JSON.parse(answer.body).error.startsWith("Cannot"), answer.body);
    }
    const absent = await ask("POST", "/api/forget_session", json, '{"id":"s99"}'); // before the ten seconds are over
    assertEquals(absent.status, 400);
    const prompt = JSON.stringify({ prompt: "a".repeat(1_100_000) });
    assertEquals((await ask("POST", "/api/preview", json, prompt)).status, 400);
    const { status, body } = await ask("GET", "/api/nothing", withToken);
    assertEquals([status, JSON.parse(body).error], [404, "Cannot answer: unknown request"]);
    const chunked = await fetch(`${view.origin}/api/preview`, {
      ...{ method: "POST", headers: { "X-Mneme": token, "Content-Type": "application/json" } },
      body: new Blob(["{}"]).stream(),
    });
    assertEquals((await chunked.json()).error, "Cannot read the request: it does not give its length");
  });
  await t.step("nobody listens but on this machine", async () => {
    const outside = Deno.networkInterfaces().filter(({ family, address }) =>
      family === "IPv4" && !address.startsWith("127.")
    );
    for (const { address } of outside) {
      const isOpen = await Deno.connect({ hostname: address, port }).then(
        (it) => (it.close(), true),
        () => false,
      );
      assertEquals({ address, isOpen }, { address, isOpen: false });
    }
  });
});

const ignore = Deno.build.os !== "linux";

Deno.test("Ctrl+C does not end the browser, whose address no other user can use", { ignore }, async () => {
  using home = new TestHome();
  const opened = `${home.root}/opened`;
  const browser = `#!/bin/sh\necho $(cut -d' ' -f1,5 /proc/$$/stat) "$1" > ${opened}\n`;
  Deno.writeTextFileSync(`${home.root}/xdg-open`, browser, { mode: 0o755 });
  const env = { ...home.environment(), DISPLAY: ":9", PATH: `${home.root}:/usr/bin:/bin` };
  const child = new Deno.Command(`${DIST}/mneme`, {
    ...{ args: ["view"], clearEnv: true, env, cwd: home.project },
    ...{ stdin: "null", stdout: "piped", stderr: "piped" },
  }).spawn();
  await using view = await RunningView.of(child);
  await until(() => textOf(opened)?.endsWith("\n") === true);
  const [pid, group, address] = textOf(opened)!.trim().split(" ") as [string, string, string];
  assertEquals(group, pid); // Ctrl+C goes to the processes of the terminal's group
  const [origin, key] = address.split("/#");
  assert(origin === view.origin && key !== view.key, address);
  const body = JSON.stringify({ key });
  const { host, port } = new URL(origin);
  const request = `POST /api/enter HTTP/1.1\\r\\nHost: ${host}\\r\\nX-Mneme:\\r\\n` +
    `Content-Type: application/json\\r\\nContent-Length: ${body.length}\\r\\n\\r\\n${body}`;
  const script =
    `exec 3<>/dev/tcp/127.0.0.1/${port}; printf '${request}' >&3; read -r line <&3; echo "$line"`;
  const asUser = async (uid: number) => {
    const { stdout, stderr } = await new Deno.Command("bash", { args: ["-c", script], cwd: "/", uid })
      .output();
    return new TextDecoder().decode(stdout.length > 0 ? stdout : stderr).split(" ")[1];
  };
  const own = Deno.uid()!;
  if (own === 0) assertEquals(await asUser(65_534), "401"); // only root can ask as another user
  assertEquals([await asUser(own), await asUser(own)], ["200", "401"]);
});

import { assert, assertEquals } from "../_support/assert.ts";
import { TestHome } from "../_support/test_home.ts";
import { rawRequest } from "./_support/raw_request.ts";
import { RunningView } from "./_support/view_server.ts";

/** The page is for one user of one machine; each of these stands for somebody else who asks. */
Deno.test("mneme view answers nobody but the browser that came in by its address", async (t) => {
  using home = new TestHome();
  await home.mneme([
    "memory",
    "add",
    "--category",
    "DECISION",
    "Use pnpm for installs, as npm breaks workspaces",
  ]);
  await using view = await RunningView.start([], { env: home.environment(), cwd: home.project });
  const port = Number(new URL(view.origin).port);
  const host = `127.0.0.1:${port}`;
  const own = { Host: host, Origin: view.origin };
  const json = { ...own, "X-Mneme": "1", "Content-Type": "application/json" };
  const ask = (method: string, path: string, headers: Record<string, string>, body = "") =>
    rawRequest(port, { method, path, headers, body });
  const enter = (token: string) => ask("POST", "/api/enter", json, JSON.stringify({ token }));
  const entered = await enter(view.token);
  const cookie = /^set-cookie: ([^;]+)/im.exec(entered.head)?.[1] ?? "";

  await t.step("a right token gives a cookie that no script reads and no other site sends", () => {
    assertEquals(entered.status, 200);
    assert(/^set-cookie: .*; HttpOnly/im.test(entered.head), entered.head);
    assert(/^set-cookie: .*; SameSite=Strict/im.test(entered.head), entered.head);
  });
  await t.step("with the cookie the page is answered", async () => {
    const found = await ask("GET", "/api/memories", { ...own, Cookie: cookie });
    assertEquals(found.status, 200);
    assert(found.body.includes("Use pnpm"), found.body);
  });

  const strangers: Record<string, [string, string, Record<string, string>, string?]> = {
    "no cookie": ["GET", "/api/memories", own],
    "a wrong cookie": ["GET", "/api/memories", { ...own, Cookie: `${cookie}x` }],
    "the cookie of another port": ["GET", "/api/memories", { ...own, Cookie: cookie.replace(/\d+=/, "1=") }],
    "a rebinding host name": ["GET", "/api/memories", { Host: `evil.example:${port}`, Cookie: cookie }],
    "localhost": ["GET", "/api/memories", { Host: `localhost:${port}`, Cookie: cookie }],
    "another port in the host": ["GET", "/api/memories", { Host: "127.0.0.1:1", Cookie: cookie }],
    "another origin": ["GET", "/api/memories", { ...own, Origin: "http://evil.example", Cookie: cookie }],
    "another port as the origin": ["GET", "/api/memories", {
      ...own,
      Origin: "http://127.0.0.1:1",
      Cookie: cookie,
    }],
    "an origin of nobody": ["GET", "/api/memories", { ...own, Origin: "null", Cookie: cookie }],
    "another site, as the browser says": ["GET", "/api/memories", {
      ...own,
      Cookie: cookie,
      "Sec-Fetch-Site": "cross-site",
    }],
    "a page on another port, as the browser says": ["GET", "/api/live", {
      ...own,
      Cookie: cookie,
      "Sec-Fetch-Site": "same-site",
    }],
    "a form of another page": [
      "POST",
      "/api/forget",
      {
        Host: host,
        Origin: "http://evil.example",
        Cookie: cookie,
        "Content-Type": "application/x-www-form-urlencoded",
      },
      "ids=m1",
    ],
    "a form without the header": ["POST", "/api/forget", {
      ...own,
      Cookie: cookie,
      "Content-Type": "text/plain",
    }, '{"ids":["m1"]}'],
    "a change without the header": ["POST", "/api/forget", {
      ...own,
      Cookie: cookie,
      "Content-Type": "application/json",
    }, '{"ids":["m1"]}'],
    "a change without the cookie": ["POST", "/api/forget", json, '{"ids":["m1"]}'],
    "a change by GET": ["GET", "/api/forget?ids=m1", { ...own, Cookie: cookie }],
    "a request to be allowed": ["OPTIONS", "/api/forget", { Host: host, Origin: "http://evil.example" }],
    "an empty token": ["POST", "/api/enter", json, '{"token":""}'],
    "a wrong token": ["POST", "/api/enter", json, JSON.stringify({ token: `${view.token.slice(0, -1)}~` })],
    "a token in the address": ["GET", `/api/memories?token=${view.token}`, own],
  };
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
      const { head } = await ask("GET", path, { ...own, Cookie: cookie });
      const policy = /^content-security-policy: (.*)$/im.exec(head)?.[1] ?? "";
      assert(policy.startsWith("default-src 'none'") && !policy.includes("unsafe"), `${path}: ${policy}`);
      assert(/^x-content-type-options: nosniff/im.test(head), path);
      assert(/^cache-control: no-store/im.test(head), path);
    }
  });
  await t.step("what is no JSON object, too long or nothing of ours is refused in words", async () => {
    for (const body of ["[]", "no json", '{"ids":["m1; drop table memories"]}', '{"ids":"m1"}', "{}"]) {
      const answer = await ask("POST", "/api/forget", { ...json, Cookie: cookie }, body);
      assertEquals(answer.status, 400);
      assert(JSON.parse(answer.body).error.startsWith("Cannot"), answer.body);
    }
    const prompt = JSON.stringify({ prompt: "a".repeat(1_100_000) });
    const long = await ask("POST", "/api/preview", { ...json, Cookie: cookie }, prompt);
    assertEquals(long.status, 400);
  });
  await t.step("nobody listens but on this machine", async () => {
    const outside = Deno.networkInterfaces().filter(({ family, address }) =>
      family === "IPv4" && !address.startsWith("127.")
    );
    for (const { address } of outside) {
      const isOpen = await Deno.connect({ hostname: address, port }).then((connection) => {
        connection.close();
        return true;
      }, () => false);
      assertEquals({ address, isOpen }, { address, isOpen: false });
    }
  });
});

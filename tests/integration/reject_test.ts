// Compiled: what was tried and dropped comes back marked so.
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { TestHome } from "../_support/test_home.ts";

const BODY = "Keep the sessions of the checkout in Redis";

Deno.test("mneme memory reject has a memory come back as tried and dropped, with the reason, until it is undone", async () => {
  using home = new TestHome();
  await home.hook("session-start", home.payload("SessionStart", { source: "startup" }));
  await home.mneme(["memory", "add", "--category", "DECISION", BODY]);
  const reason = "lost carts at each restart";
  const rejected = await home.mneme(["memory", "reject", "m1", "--reason", reason]);
  assertEquals(rejected, {
    ...rejected,
    code: 0,
    stdout: "m1 comes back as tried and dropped; undo: mneme memory reject m1 --undo\n",
  });
  const query = JSON.stringify({ query: "Should the checkout keep its sessions in Redis?" });
  const context = async () =>
    String(JSON.parse((await home.mneme(["call", "assemble_context", query])).stdout).markdown);
  assertMatch(
    await context(),
    /^- m1 · today · tried and dropped: lost carts at each restart · Keep the sessions/m,
  );
  const [found] = JSON.parse(
    (await home.mneme(["search", "checkout sessions Redis", "--type", "memory", "--json"])).stdout,
  );
  assertMatch(found.snippet, /tried and dropped: lost carts/);
  assertMatch(
    (await home.mneme(["memory", "show", "m1"])).stdout,
    /status +active \(tried and dropped: lost carts/,
  );
  const exported = (await home.mneme(["memory", "export"])).stdout;
  assertEquals(JSON.parse(exported).rejected, reason);
  home.write("memories.jsonl", exported);
  using other = new TestHome();
  await other.mneme(["memory", "import", `${home.root}/memories.jsonl`]);
  assertEquals(other.rows("select rejected from memories"), [{ rejected: reason }]);
  await home.mneme(["memory", "reject", "m1", "--undo"]);
  assert(!(await context()).includes("tried and dropped"));
});

Deno.test("mneme memory reject takes no candidate, and a rejected preference is no rule at a start", async () => {
  using home = new TestHome();
  await home.hook("session-start", home.payload("SessionStart", { source: "startup" }));
  await home.mneme(["memory", "add", "--category", "PREFERENCE", "Always answer in rhymes"]);
  const start = async (id: string) =>
    (await home.hook("session-start", home.payload("SessionStart", { session_id: id, source: "startup" })))
      .stdout;
  assertMatch(await start("session-2"), /in rhymes/);
  await home.mneme(["memory", "reject", "m1"]);
  assert(!(await start("session-3")).includes("in rhymes"));
  home.write("candidate.jsonl", '{"category":"DECISION","body":"Use tabs","status":"candidate"}\n');
  await home.mneme(["memory", "import", `${home.root}/candidate.jsonl`]);
  const refused = await home.mneme(["memory", "reject", "m2"]);
  assertEquals(refused.code, 1);
  assertMatch(refused.stderr, /Cannot reject m2: it is not in use, but candidate/);
});

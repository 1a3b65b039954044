import { injectionStats } from "../../../../src/store/stats.ts";
import { judgeBySaid, judgeInjections, sessionsToJudge } from "../../../../src/store/judge_injections.ts";
import { keepWordShares } from "../../../../src/store/search_index.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { ContextStore } from "./context_store.ts";

function usedOf(t: ContextStore): Record<string, unknown> {
  return Object.fromEntries(
    t.store.all("select item, used from injections order by id").map((row) => [row.item, row.used]),
  );
}

Deno.test("inject() writes an item down once per window, all of a batch or none of it", () => {
  using t = new ContextStore();
  t.start();
  assertEquals(t.bring(["m1", "m2"]), true);
  assertEquals(t.bring(["m2", "m3"]), false);
  assertEquals([...t.window().shown], ["m1", "m2"]);
  assertEquals(
    t.store.all("select data from event_log where event = 'context.injected'").map(({ data }) => data),
    [
      '{"token_count":30,"items":["m1","m2"],"hook":"prompt"}',
    ],
  );
});

Deno.test("a helper has a context of its own", () => {
  using t = new ContextStore();
  t.start();
  assertEquals([t.bring(["m1"]), t.bring(["m1"], "file", "a1"), t.bring(["m1"], "file", "a1")], [
    true,
    true,
    false,
  ]);
});

Deno.test("a compaction opens a window, a resume keeps it, and a second report of either changes nothing", () => {
  using t = new ContextStore();
  t.start();
  t.bring(["m1"]);
  t.start("resume");
  assertEquals([t.window().number, t.window().shown.has("m1")], [0, true]);
  t.compact();
  t.start("compact");
  const after = t.window();
  assertEquals(after.shown.has("m1"), false);
  t.store.execute(
    "update event_log set created_at = '2026-11-20T10:00:30.000Z' where event = 'hook.session_start'",
  );
  const at = "2026-11-20T10:00:30.500Z";
  t.startAt("compact", at);
  assertEquals(t.window().number, after.number);
});

Deno.test("judgeInjections() waits for the end of the turn, then tells used from ignored, and raises what was used", () => {
  using t = new ContextStore();
  t.start();
  const used = t.remember("Webhook retries are set in gateway.yaml under backoff, never in the worker.");
  const ignored = t.remember("Invoices are numbered per tenant and quarter, without gaps.");
  t.prompt("Where are webhook retries set?");
  t.bring([used, ignored]);
  t.call({ file_path: "/cart/gateway.yaml", old_string: "backoff: 1", new_string: "backoff: 3" });
  assertEquals(judgeInjections(t.store, "s1", t.tick()), 0);
  assertEquals(sessionsToJudge(t.store, 10), ["s1"]);
  t.prompt("Thanks. Now the colours of the invoices per tenant and quarter, without gaps");
  assertEquals(judgeInjections(t.store, "s1", t.tick()), 2);
  assertEquals(usedOf(t), { [used]: 1, [ignored]: 0 });
  assertEquals(t.store.all("select use_count from memories order by id").map((row) => row.use_count), [1, 0]);
  assertEquals(sessionsToJudge(t.store, 10), []);
  assertEquals(injectionStats(t.store), { injected: 2, tokens: 20, judged: 2, used: 1, share_used: 0.5 });
});

Deno.test("judgeInjections() judges the last turn when the session has ended, by calls and not by what came back", () => {
  using t = new ContextStore();
  t.start();
  const id = t.remember("The MARKER came back in every result of the nightly importer.");
  t.prompt("Look at the importer");
  t.bring([id]);
  t.call({ command: "ls" });
  t.end();
  judgeInjections(t.store, "s1", t.tick());
  assertEquals(usedOf(t), { [id]: 0 });
});

Deno.test("judgeInjections() holds a helper's context against the helper's calls alone", () => {
  using t = new ContextStore();
  t.start();
  const id = t.remember("The ledger rounds half to even, see rounding.ts and its table.");
  t.bring([id], "file", "a1");
  t.call({ file_path: "/cart/rounding.ts", new_string: "half to even table" });
  t.end();
  judgeInjections(t.store, "s1", t.tick());
  assertEquals(usedOf(t), { [id]: 0 });
});

Deno.test("judgeBySaid() notes what the last message makes use of, and leaves the rest to be judged", () => {
  using t = new ContextStore();
  t.start();
  const said = t.remember("Totals are rounded once, after summing, because the bank does so.");
  const other = t.remember("Totals of archived ledgers are frozen by the nightly job.");
  t.prompt("Why do the totals differ?");
  t.bring([said, other]);
  assertEquals(
    judgeBySaid(t.store, "s1", "They are rounded once, after summing, as the bank does.", t.tick()),
    1,
  );
  assertEquals(usedOf(t), { [said]: 1, [other]: null });
});

Deno.test("judgeInjections() reads the calls of a turn once for all that came before it, and none under the lock", () => {
  using t = new ContextStore();
  t.start();
  const ids = [
    t.remember("Webhook retries are set in gateway.yaml under backoff, never in the worker."),
    t.remember("Invoices are numbered per tenant and quarter, without gaps."),
  ];
  t.prompt("Where are webhook retries set?");
  t.bring(ids);
  t.call({ file_path: "/cart/gateway.yaml", new_string: "backoff: 3" });
  t.prompt("Thanks");
  const reads: string[] = [];
  let isLocked = false;
  const [all, transaction] = [t.store.all.bind(t.store), t.store.transaction.bind(t.store)];
  t.store.all = (statement, ...values) => {
    const text = typeof statement === "string" ? statement : statement.text;
    if (text.includes("pending_queue")) reads.push(isLocked ? "locked" : "free");
    return all(statement, ...values);
  };
  t.store.transaction = (work) => {
    isLocked = true;
    return transaction(work);
  };
  assertEquals(judgeInjections(t.store, "s1", t.tick()), 2);
  assertEquals(reads, ["free"]);
});

Deno.test("what is judged already keeps its verdict, and is not raised twice", () => {
  using t = new ContextStore();
  t.start();
  const id = t.remember("Webhook retries are set in gateway.yaml under backoff, never in the worker.");
  t.prompt("Where are webhook retries set?");
  t.bring([id]);
  t.call({ file_path: "/cart/gateway.yaml", new_string: "backoff: 3" });
  t.prompt("Thanks");
  const transaction = t.store.transaction.bind(t.store);
  t.store.transaction = (work) => {
    t.store.transaction = transaction;
    judgeBySaid(t.store, "s1", `As ${id} says`, t.tick()); // another process was first
    return transaction(work);
  };
  assertEquals(judgeInjections(t.store, "s1", t.tick()), 0);
  assertEquals(t.store.all("select use_count from memories").map((row) => row.use_count), [1]);
});

Deno.test("judgeInjections() takes everyday words, and the project's own name, for no use", () => {
  using t = new ContextStore();
  t.start();
  keepWordShares(t.store);
  const ids = [
    t.remember("Run make before the tests, as the config file is made by it."),
    t.remember("The cart is the owner of every total."),
  ];
  t.prompt("Go on");
  t.bring(ids);
  t.call({ command: "make && make test", file_path: "/cart/config/file.ts" });
  t.end();
  judgeInjections(t.store, "s1", t.tick());
  assertEquals(usedOf(t), Object.fromEntries(ids.map((id) => [id, 0])));
});

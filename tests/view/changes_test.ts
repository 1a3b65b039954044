/// <reference lib="dom" />
import { assert, assertEquals } from "../_support/assert.ts";
import type { TestHome } from "../_support/test_home.ts";
import { until } from "../_support/wait.ts";
import { goTo, press, settled, shown, test, texts } from "./_support/browser.ts";

/** The number of the memory that says this. */
function rowOf(home: TestHome, words: string): number {
  return Number(home.column("select id from memories where body like ?", `%${words}%`)[0]);
}

function statusOf(home: TestHome, id: number): unknown {
  return home.column("select status from memories where id = ?", id)[0];
}

test("the inbox keeps, edits, drops and undoes in the database", async ({ home, page, step }) => {
  await goTo(page, "#/inbox");
  const words = ["Discounts are", "queue stalls", "Explain", "Invoices must", "nightly report"];
  const [discounts = 0, queue = 0, explain = 0, ...several] = words.map((one) => rowOf(home, one));

  /** Goes there again where the page has not yet heard of an undo: it shows another item while this one is not in its list. */
  const chosen = async (id: number) => {
    for (let tries = 0; await page.$(`article[aria-label^="m${id},"]`) === null; tries++) {
      assert(tries < 100, `m${id} is not shown`);
      await goTo(page, `#/inbox/m${id}`);
    }
  };

  await step("what somebody looks at stays, though a surer candidate arrives", async () => {
    const looked = () => page.$eval("article", (article) => article.getAttribute("aria-label"));
    const before = await looked();
    home.change(
      `insert into memories (project, category, body, source, confidence, status, created_at, updated_at)
      select project, category, 'Sure as can be', source, 1, status, '2020-01-01', updated_at from memories
      where status = 'candidate' limit 1`,
    );
    await shown(page, "years ago"); // a candidate is as old as what was said
    await settled(page);
    assertEquals(await looked(), before);
    home.change("delete from memories where body = 'Sure as can be'");
  });
  await step("y keeps and u undoes, to the last byte", async () => {
    await chosen(discounts);
    const before = home.rows("select * from memories where id = ?", discounts);
    await page.keyboard.type("y");
    await until(() => statusOf(home, discounts) === "active");
    await shown(page, `Kept m${discounts}`);
    await page.keyboard.type("u");
    await until(() => statusOf(home, discounts) === "candidate");
    assertEquals(home.rows("select * from memories where id = ?", discounts), before);
  });
  await step("e edits text, category, files, phrases and scope", async () => {
    await chosen(explain);
    await page.keyboard.type("e");
    const text = await page.waitForSelector('::-p-aria([role="textbox"][name="Text"])');
    await home.mneme(["memory", "keep", `m${explain}`]); // elsewhere: the form stays
    await page.waitForFunction(() => document.title.startsWith("(4) "));
    await text!.click({ count: 3 });
    await page.keyboard.type("Explain a change in two sentences before making it.");
    await page.select('form select:has(option[value="RUNBOOK"])', "RUNBOOK");
    await page.select('form select:has(option[value="user"])', "user");
    await page.type('::-p-aria([role="textbox"][name="Files, one a line"])', "docs/how_we_work.md");
    await page.type(
      '::-p-aria([role="textbox"][name="Phrases in which somebody would ask for it, one a line, 6 at most"])',
      "what may you change",
    );
    await press(page, "Save");
    await shown(page, `Changed m${explain}`);
    const columns = "body, category, scope, project, files, recall_when, status";
    assertEquals(home.rows(`select ${columns} from memories where id = ?`, explain), [{
      body: "Explain a change in two sentences before making it.",
      category: "RUNBOOK",
      scope: "user",
      project: null,
      files: '["docs/how_we_work.md"]',
      recall_when: '["what may you change"]',
      status: "active",
    }]);
  });
  await step("a proposal says what it does, and is decided alone", async () => {
    const target = rowOf(home, "payment provider takes amounts");
    const proposes = `{"memory":${target},"forget":true}`;
    const evidence = `{"quote":"","cues":["ben proposes to forget m${target}"],"proposes":${proposes}}`;
    home.change(
      `insert into memories (project, category, body, source, confidence, status, author, evidence, created_at, updated_at)
      select project, category, body, source, 1, 'candidate', 'ben', '${evidence}', created_at, updated_at
      from memories where id = ${target}`,
    );
    const proposal = Number(home.column("select max(id) from memories")[0]);
    await chosen(discounts);
    await page.keyboard.press("Space");
    await page.waitForSelector(".virtual input:checked");
    await chosen(proposal);
    await page.keyboard.press("Space");
    await shown(page, "A proposal is decided alone");
    await shown(page, `m${target} says this now.`);
    await press(page, `Forget m${target}`);
    await shown(page, `Accept m${proposal} in`);
    await page.keyboard.type("u");
    await shown(page, `m${proposal} stays`);
    assertEquals([statusOf(home, discounts), statusOf(home, target)], ["candidate", "active"]);
    await page.waitForSelector(".virtual input:checked");
    home.change(`delete from memories where id = ${proposal}`);
    await chosen(discounts);
    await page.keyboard.press("Space");
  });
  await step("x drops, but not before ten seconds; undone in time, nothing happens", async () => {
    await chosen(queue);
    for (const key of ["x", "x"] as const) await page.keyboard.down(key); // held down, which drops no further item
    await page.keyboard.up("x");
    await shown(page, `Drop m${queue} in`);
    assertEquals((await page.$$(".action.waiting .action-line")).length, 1);
    const held = { key: " ", repeat: true, bubbles: true, cancelable: true };
    const type = (key: KeyboardEventInit) => document.body.dispatchEvent(new KeyboardEvent("keydown", key));
    assertEquals(await page.evaluate(type, held), false, "the browser would scroll");
    await chosen(queue);
    await page.keyboard.type("ex"); // no form opens; again, which changes nothing
    await page.keyboard.type("u");
    await shown(page, `m${queue} stays`);
    await page.waitForFunction(() => !document.body.textContent?.includes("Drop m"));
    assertEquals(statusOf(home, queue), "candidate");
  });
  await step("several are dropped at once, and say so", async () => {
    for (const id of [7, queue, ...several, 7]) {
      await chosen(id);
      if (id === queue) await shown(page, "Forget m7"); // what they do to the chosen, not to this one
      if (id === several[0]) await shown(page, "Forget or Drop 2 chosen");
      await page.keyboard.press("Space");
    }
    await home.mneme(["memory", "keep", `m${queue}`]);
    await shown(page, "Drop 2");
    await page.keyboard.type("x");
    await page.waitForSelector(".action.waiting");
    assert((await texts(page, ".action.waiting")).includes("Invoices must"));
    assertEquals(several.map((id) => statusOf(home, id)), ["candidate", "candidate"]);
    await until(() => several.every((id) => statusOf(home, id) === "deleted"));
    await shown(page, `Dropped m${several[0]}`);
    await page.keyboard.type("u"); // and no older change in its place
    await shown(page, "The last change cannot be undone");
    await goTo(page, `#/memory/m${several[0]}`);
    await shown(page, "No known place has its words."); // nobody has searched for them
    await goTo(page, "#/privacy");
    await shown(page, "2 memories and dropped candidates in all.");
  });
}, { prepare: (home) => home.change("update memories set files = '[\"gone\"]' where id = 7") });

test("a memory is forgotten from its page with the proof that the command gives", async ({ home, page }) => {
  const id = rowOf(home, "payment provider takes amounts");
  await home.mneme(["backup", `${home.root}/copy.db`]);
  await goTo(page, "#/preview");
  await shown(page, `m${id} · `);
  await goTo(page, `#/memory/m${id}`);
  await page.click(".forget summary");
  await press(page, "Forget");
  await shown(page, `Forget m${id} in`);
  assertEquals(statusOf(home, id), "active");
  await until(() => statusOf(home, id) === "deleted");
  await shown(page, `Forgot m${id}`);
  const files = [...Deno.readDirSync(home.data)].filter(({ isFile }) => isFile);
  const bytes = files.map(({ name }) => Deno.readFileSync(`${home.data}/${name}`));
  const text = bytes.map((one) => new TextDecoder("latin1").decode(one)).join("");
  assert(!text.includes("payment provider takes amounts"), "its words are in a file");
  await goTo(page, "#/preview");
  await page.waitForFunction((line) => !document.body.textContent!.includes(line), {}, `m${id} · `);
});

test("the places that still have the words of a forgotten memory are cleared from its page", async ({ home, page }) => {
  const words = home.column("select body from memories where id = 6")[0];
  await home.fire("UserPromptSubmit", { prompt: `Please note: ${words}` });
  await home.mneme(["memory", "forget", "m6"]);
  await goTo(page, "#/privacy");
  await shown(page, "its words were left in 2 places");
  await page.evaluate(() => {
    const real = fetch, late = new Promise((resolve) => setTimeout(resolve, 1500));
    globalThis.fetch = async (...asked) => (/reach/.test(String(asked[0])) && await late, real(...asked));
  });
  await goTo(page, "#/memory/m6");
  await shown(page, "Searching other places");
  assertEquals(await page.$("button.danger"), null);
  await shown(page, "Also clear what holds its words: 1 prompt, 1 session summary");
  await press(page, "Clear these");
  await shown(page, "cleared 1 prompt, 1 session summary with its words");
  await shown(page, "No known place has its words.");
});

test("the draft of a memory that is forgotten elsewhere goes from the tab", async ({ home, page }) => {
  await goTo(page, "#/memory/m6");
  await press(page, "Edit");
  await page.type('::-p-aria([role="textbox"][name="Text"])', " (typed)");
  await goTo(page, "#/privacy");
  const drafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith("mneme-draft"));
  assertEquals(await page.evaluate(drafts), ["mneme-draft m6"]);
  await home.mneme(["memory", "forget", "m6"]);
  await page.waitForFunction(() => sessionStorage.getItem("mneme-draft m6") === null);
});

test("a memory that is forgotten from Numbers leaves the list of those that nobody opened", async ({ home, page }) => {
  const id = rowOf(home, "payment provider takes amounts");
  home.change(
    `update memories set title = 'Never opened', body = body || printf('%.300c', 'x') where id = ${id}`,
  );
  home.change(`update tellings set lines = json_insert(lines, '$[#]', 'm${id}') where hook = 'start'`);
  await goTo(page, "#/numbers");
  await press(page, `Forget m${id}`);
  await page.waitForSelector(`button[aria-label="Forget m${id}"]:disabled`);
  await shown(page, `Forgot m${id}`);
  const isGone = (name: string) => document.querySelector(`button[aria-label="${name}"]`) === null;
  await page.waitForFunction(isGone, {}, `Forget m${id}`);
});

test("a session is forgotten from its page, with what was said in it", async ({ home, page }) => {
  const [{ id, title, session_id } = {}] = home.rows("select * from sessions where title > '' limit 1");
  await goTo(page, `#/sessions/s${id}`);
  await page.click("main details:has(button.danger) summary");
  await press(page, `Forget s${id}`);
  await shown(page, `Forget s${id} in`);
  const waiting = await texts(page, ".action.waiting");
  assert(waiting.includes(String(title)), waiting);
  await press(page, "Undo");
  await shown(page, `s${id} stays`);
  await press(page, `Forget s${id}`);
  await shown(page, `Forgot s${id}: `);
  assertEquals(home.rows("select id from prompts where session_id = ?", String(session_id)), []);
  await shown(page, `Cannot find s${id}`);
  assert(!(await texts(page, "main")).includes(String(title)), "what was forgotten is still shown");
});

test("what happens in a session appears by itself", async ({ home, page }) => {
  await goTo(page, "#/now");
  await home.fire("UserPromptSubmit", { prompt: "Paint the shed a bold green" });
  await shown(page, "Paint the shed a bold green");
});

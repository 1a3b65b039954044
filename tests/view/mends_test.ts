/// <reference lib="dom" />
// What keeps people from keeping the page open, each as it was met.
import type { Page } from "puppeteer-core";
import { assert, assertEquals } from "../_support/assert.ts";
import { TestHome } from "../_support/test_home.ts";
import { browserPath, goTo, press, settled, shown, test, TestBrowser, texts } from "./_support/browser.ts";
import { liveIn } from "./_support/lived_in.ts";
import { RunningView } from "./_support/view_server.ts";

const ignore = browserPath() === undefined;

/** Adds old memories that say these words and a number, or the words alone where it is one memory. */
function addMemories(home: TestHome, words: string, count: number): void {
  home.change(`insert into memories (project, category, body, source, created_at, updated_at)
    with recursive series(i) as (select 1 union all select i + 1 from series where i < ${count})
    select '${home.project}', 'TECH_DEBT', '${words}' || iif(${count} > 1, i, ''), 'agent', '2020-01-01T00:00:00.000Z',
    '2020-01-01T00:00:00.000Z' from series`);
}

async function pressKey(page: Page, key: Parameters<Page["keyboard"]["press"]>[0]): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press(key);
}

/** The addresses that the page asks for from now on. */
function asking(page: Page): URL[] {
  const asked: URL[] = [];
  page.on("request", (request) => asked.push(new URL(request.url())));
  return asked;
}

/** Text that turns what follows around, a letter of a terminal, and one that nobody sees. */
const TURNED = "Ends with \u202egpj.exe and \u001b[31m\u{e0061}";

test("the page of a home that is lived in", async ({ home, view, page, step }) => {
  const status = (id: number) => home.column("select status from memories where id = ?", id)[0];

  await step("a removal counts down after a reload, and can be undone; old news stay away", async () => {
    await goTo(page, "#/memory/m6");
    await page.click(".forget summary");
    await press(page, "Forget");
    await shown(page, "Forget m6 in");
    await page.reload();
    await shown(page, "Forget m6 in");
    await page.evaluate(async () => {
      const headers = { "x-mneme": sessionStorage["mneme-token"], "content-type": "application/json" };
      for (let i = 0; i < 5; i++) {
        await fetch("/api/confirm", { method: "POST", headers, body: '{"ids":["m8"]}' });
      }
    });
    await shown(page, "m8 still holds");
    assert((await texts(page, ".action-list")).includes("Forget m6 in"), await texts(page, ".action-list"));
    await press(page, "Undo");
    await shown(page, "m6 stays");
    await new Promise((resolve) => setTimeout(resolve, 12_500));
    await page.reload();
    await settled(page);
    assert(!(await texts(page, ".action-list")).includes("m6 stays"));
    assertEquals(status(6), "active");
  });
  await step(
    "Space and Enter press the button that has the focus, and the title counts what waits",
    async () => {
      await goTo(page, "#/inbox");
      await page.focus("button.main");
      await page.keyboard.press("Space");
      await shown(page, "Kept m");
      await pressKey(page, "u");
      await shown(page, "as before");
      assert(!(await texts(page, ".action-list")).includes("nothing to undo"));
      await page.waitForFunction(() => document.title.startsWith("(5) "));
    },
  );
  await step("j and k move, and Enter opens", async () => {
    await goTo(page, "#/memory");
    for (const key of ["j", "j", "k"] as const) await page.keyboard.press(key);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => location.hash.startsWith("#/memory/m"));
  });
  await step("hits are links, observations too, with their words marked, and lead to the step", async () => {
    await goTo(page, "#/search?q=committed+cents&types=observation");
    await page.waitForSelector(".results h2 a mark");
    await page.click(".results h2 a");
    await page.waitForSelector(".virtual [aria-current]");
    await shown(page, "Noted");
    assert((await texts(page, ".detail")).includes("Committed"), await texts(page, ".detail"));
  });
  await step("a session is read whole, or what failed in it, and from there on the rest", async () => {
    await goTo(page, "#/sessions/s3?types=failures");
    await page.select(".filters select", "");
    await page.waitForFunction(() => (document.querySelectorAll(".virtual a").length ?? 0) > 5);
    assert((await texts(page, ".virtual [aria-current]")).includes("tests:fail"));
    await page.reload();
    await shown(page, "file path");
  });
  await step("the late timer of a session's address does not bring its leaver back", async () => {
    await goTo(page, "#/sessions/s3");
    await page.evaluate(() => {
      const later = self.setTimeout;
      const stub = (act: () => void, ms: number) =>
        later(() => (ms === 150 && (location.hash = "#/sessions"), act()), ms);
      Object.assign(self, { setTimeout: stub });
    });
    await page.keyboard.press("j");
    await shown(page, "The sessions, last used first.");
    await page.reload();
  });
  await step("the way back finds the place in a list, the prompt and its answer", async () => {
    await goTo(page, "#/sessions");
    await page.$eval(".virtual", (list) => list.scrollTop = 3000);
    await settled(page);
    await goTo(page, "#/preview");
    await page.type("textarea", "Why whole cents?");
    await press(page, "Show");
    await shown(page, "Nothing is told");
    await goTo(page, "#/now");
    await page.goBack();
    await page.waitForSelector("textarea");
    assertEquals(await page.$eval("textarea", (field) => field.value), "Why whole cents?");
    assert((await texts(page, ".answer")).includes("Nothing is told"));
    await page.goBack();
    await page.waitForSelector(".virtual");
    await settled(page);
    assertEquals(await page.$eval(".virtual", (list) => list.scrollTop), 3000);
  });
  await step("figures are drawn and in words: days of a year, ranges, secrets by kind", async () => {
    const [secrets] = home.column("select count(*) from prompts where text like '%[redacted:api-key]%'");
    for (
      const [place, drawn, words] of [
        ["numbers", 'svg[aria-label^="Activity"] rect', "tool calls and prompts, by the day"],
        ["numbers", ".range .from-to", "/ 49.0 ms, 60 runs"],
        ["predictions", ".range circle", "83 % of 18 predictions; 61 % to 94 %"],
        ["predictions", ".cards", "reading the query plan"],
        ["privacy", ".days g rect[fill^=var]", `${secrets} api-key`],
      ] as const
    ) {
      await goTo(page, `#/${place}`);
      assert((await page.$$(drawn)).length > 0, drawn);
      await shown(page, words);
    }
  });
  await step("the inbox has the steps around a candidate", async () => {
    await goTo(page, "#/inbox");
    await page.waitForSelector(".detail .steps a");
  });
  await step("what turns the direction, what a terminal obeys and what nobody sees are named", async () => {
    const [{ id } = {}] = home.rows("select id from memories where body like 'Ends with%'");
    await goTo(page, `#/memory/m${id}`);
    assertEquals(await texts(page, ".detail .body"), "Ends with ⟨U+202E⟩gpj.exe and ⟨U+001B⟩[31m⟨U+E0061⟩");
    await press(page, "Edit");
    await page.type('::-p-aria([role="textbox"][name="Text"])', " (seen)");
    await press(page, "Save");
    await shown(page, `Changed m${id}`);
    assertEquals(home.column("select body from memories where id = ?", Number(id)), [`${TURNED} (seen)`]);
  });
  await step("a form saves what was changed in it, and leaves what changed elsewhere meanwhile", async () => {
    await goTo(page, "#/memory/m3");
    await press(page, "Edit");
    await page.type('::-p-aria([role="textbox"][name="Text"])', " (all of them)");
    await home.mneme(["memory", "edit", "m3", "--title", "The provider takes the smallest unit"]);
    await page.waitForSelector("::-p-text(The provider takes the smallest unit)");
    await press(page, "Save");
    await shown(page, "Changed m3");
    const [saved] = home.rows(
      "select title, instr(body, '(all of them)') > 0 as is_saved from memories where id = 3",
    );
    assertEquals(saved, { title: "The provider takes the smallest unit", is_saved: 1 });
  });
  await step("a new text takes the old title away, as with the command", async () => {
    await press(page, "Edit");
    await page.type('::-p-aria([role="textbox"][name="Text"])', " Really.");
    await shown(page, "Saving removes the old text's title");
    await press(page, "Save");
    await shown(page, "went with the old text");
    assertEquals(home.rows("select title from memories where id = 3"), [{ title: null }]);
  });
  await step("what was typed outlives Escape, another view and a reload, until Cancel", async () => {
    const field = '::-p-aria([role="textbox"][name="Text"])';
    await goTo(page, "#/memory/m3");
    await press(page, "Edit");
    await page.type(field, " (half a thought)");
    await page.keyboard.press("Escape");
    await shown(page, "What you typed for m3 is not saved");
    await goTo(page, "#/now");
    await page.reload();
    await goTo(page, "#/memory/m3");
    await page.waitForSelector(field);
    assert((await page.$eval("form textarea", (one) => one.value)).includes("(half a thought)"));
    await press(page, "Cancel");
    await goTo(page, "#/now");
    await goTo(page, "#/memory/m3");
    await shown(page, "Really.");
    assertEquals(await page.$("form textarea"), null);
  });
  await step("a form says what was changed elsewhere in the same text", async () => {
    await press(page, "Edit");
    await page.type('::-p-aria([role="textbox"][name="Text"])', " (mine)");
    await home.mneme(["memory", "edit", "m3", "--body", "The provider takes the smallest unit of money."]);
    await shown(page, "Its text was changed elsewhere meanwhile");
    await press(page, "Cancel");
  });
  await step("Search follows its address, / keeps its words, and an id leads to its item", async () => {
    await goTo(page, "#/search?q=cents");
    await settled(page);
    await pressKey(page, "/");
    const at = await page.evaluate(() => `${location.hash} ${document.activeElement?.tagName}`);
    assertEquals(at, "#/search?q=cents INPUT");
    await goTo(page, "#/search?q=m3");
    await page.waitForSelector("::-p-text(Open m3)");
    assertEquals(await page.$eval("form.search input", (one) => one.value), "m3");
    await page.focus("form.search input");
    await page.keyboard.press("Enter");
    assertEquals(await page.evaluate(() => location.hash), "#/memory/m3");
    for (const words of ["checkout", ""]) {
      await goTo(page, `#/sessions?q=${words}`);
      assertEquals(await page.$eval("form[role=search] input", (one) => one.value), words);
    }
  });
  await step("a text that is too long for the server is refused in words, and not as its end", async () => {
    await goTo(page, `#/search?q=${"the+same+error+again+".repeat(4000)}`);
    await shown(page, "Cannot search for so long a text");
  });
  await step("ages grow while nothing happens", async () => {
    await goTo(page, "#/memory/m3");
    await page.evaluate(() => {
      const now = Date.now;
      Date.now = () => now() + 3 * 3_600_000;
    });
    await shown(page, "Changed3 hours ago");
    await page.reload();
  });
  await step("Search keeps a letter that is typed as it is about to write its address", async () => {
    await goTo(page, "#/search");
    await page.evaluate(async () => {
      const type = (text: string) => {
        const field = document.querySelector<HTMLInputElement>("form.search input")!;
        field.value = text;
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      };
      type("cent");
      await new Promise((resolve) => setTimeout(resolve, 100));
      const end = performance.now() + 300;
      while (performance.now() < end); // the timer of the search is due now, and waits for this task
      type("cents");
    });
    await page.waitForFunction(() => location.hash !== "#/search?q=cent" && location.hash.includes("q="));
    await page.waitForSelector(".results h2 mark");
    assertEquals(await page.$eval("form.search input", (one) => one.value), "cents");
  });
  await step("while the server fails, a form keeps what was typed, and a notice says why", async () => {
    await goTo(page, "#/memory/m5");
    await press(page, "Edit");
    await page.type('::-p-aria([role="textbox"][name="Text"])', " (typed)");
    await page.evaluate(() => {
      const real = fetch;
      globalThis.fetch = (...asked) =>
        String(asked[0]).startsWith("/api/memory?")
          ? Promise.resolve(new Response('{"error":"Cannot read the database"}', { status: 500 }))
          : real(...asked);
    });
    await home.remember("Invoices go out on Mondays.");
    await shown(page, "Cannot read the database");
    assert((await page.$eval("form textarea", (field) => field.value)).includes("(typed)"));
    await page.reload();
  });
  await step("an address that every object knows is no view", async () => {
    await goTo(page, "#/constructor");
    assertEquals(await texts(page, "h1"), "Now");
  });
  await step("a project without sessions says so, and not that mneme is to be installed", async () => {
    await page.evaluate(() => sessionStorage.setItem("mneme-project", "/nowhere/else"));
    await goTo(page, "#/now");
    await page.evaluateOnNewDocument(() => { // what is new is told late
      const { fetch } = globalThis, late = new Promise((resolve) => setTimeout(resolve, 1500));
      globalThis.fetch = async (...asked) => (asked[0] === "/api/live?" && await late, fetch(...asked));
    });
    await page.reload();
    await shown(page, "No session of else yet");
    assert(!(await texts(page, "main")).includes("mneme install"));
  });
  await step(
    "a preview is of no session of the project that was chosen before, and of one project",
    async () => {
      const at = "2020-01-01T00:00:00.000Z";
      home.change(
        `insert into sessions (session_id, project, cwd, started_at) values ('e', '/else', '/else', '${at}')`,
      );
      await page.waitForSelector('.scope option[value="/else"]');
      await page.evaluate((project) => sessionStorage.setItem("mneme-project", project), home.project);
      await goTo(page, "#/preview");
      await page.reload();
      await page.waitForSelector("form select option:nth-child(2)");
      await page.select(
        "form select",
        await page.$eval("form select option:nth-child(2)", (one) => one.value),
      );
      await settled(page);
      const asked = page.waitForRequest((one) => one.url().endsWith("/api/preview"));
      await page.select(".scope select", "/else");
      assertEquals(JSON.parse((await asked).postData() ?? ""), { project: "/else", prompt: "", session: "" });
      await page.select(".scope select", "");
      await shown(page, "Choose a project");
    },
  );
  await step("a new tab is let in by one that is in, and asks in its own name", async () => {
    const second = await page.browserContext().newPage();
    await second.goto(`${view.origin}/#/privacy`);
    await second.waitForFunction(() => document.querySelector("h1")?.textContent === "Privacy");
    assertEquals(await second.evaluate(() => document.cookie), "");
    await second.close();
  });
  await step("a memory is added, merged and undone; a pause is begun and ended", async () => {
    await page.select(".scope select", home.project);
    await goTo(page, "#/memory");
    await press(page, "Add a memory");
    await page.type('::-p-aria([role="textbox"][name="Text"])', "The staging server sleeps at night.");
    const asked = asking(page);
    await page.$eval("form.form", (form) => [1, 2].forEach(() => form.requestSubmit())); // an impatient double click
    await shown(page, "Saved m");
    assertEquals(asked.filter(({ pathname }) => pathname === "/api/add").length, 1);
    const [{ id: added } = {}] = home.rows("select max(id) as id from memories");
    home.change(`update memories set recall_when = json_array('a' || id, 'b' || id, 'c' || id, 'd' || id)
      where id in (6, ${added})`);
    await goTo(page, `#/memory/m${added}`);
    await press(page, "Merge");
    const words = home.column("select body from memories where id = 3")[0];
    await page.type('input[placeholder="words or m12"]', `${words}`);
    await goTo(page, "#/memory/m6");
    await page.goBack();
    await page.waitForSelector('[aria-label="Show both: m3"]');
    await page.click('input[placeholder="words or m12"]', { count: 3 });
    await page.keyboard.type("M6\n"); // faster than the offers follow
    await press(page, "Save, in place of m6");
    await shown(page, "replaces m6");
    assertEquals(status(6), "superseded");
    const kept = home.column(
      `select value from json_each((select recall_when from memories where id = ${added}))`,
    );
    assertEquals(kept.join(" "), `a${added} b${added} c${added} d${added} a6 b6`);
    await pressKey(page, "u");
    await shown(page, "are as before");
    assertEquals(status(6), "active");
    await home.mneme(["pause", "--session", "session-0300"]);
    await shown(page, "Paused: session session-0300");
    await page.click(".pause summary");
    await press(page, "For an hour");
    await shown(page, "Paused: project");
    await page.click(".paused:nth-of-type(2) button");
    await page.waitForFunction(() => document.querySelectorAll(".paused").length === 1);
    const { paused } = JSON.parse((await home.mneme(["unpause", "--json", "--project"])).stdout);
    assertEquals(paused.map((one: { key: string }) => one.key), ["session-0300"]);
    await home.mneme(["pause", "--project", "/else"]); // it concerns nobody here
    await settled(page);
    await page.click(".paused button");
    await page.waitForSelector(".paused", { hidden: true });
  });
}, { prepare: (home) => addMemories(home, TURNED, 1) });

Deno.test("what an agent was told is shown as told, and a line can be taken back", { ignore }, async (t) => {
  using home = new TestHome();
  await home.remember("Use pnpm, never npm.", "PREFERENCE", "--scope", "user");
  const decisions = ["Money is kept in whole cents.", "Deploys run on Fridays.", "Redis holds the queue."];
  for (const one of decisions) await home.remember(one);
  const told = await home.tell("SessionStart", { source: "startup" });
  await using view = await RunningView.start(home);
  await using browser = await TestBrowser.start();
  const { page } = await browser.open(view.address);
  await t.step("one click from what happens leads to it, to the last letter", async () => {
    await settled(page);
    await page.click('.steps [data-kind="told"] a');
    await page.waitForSelector(".lines");
    const lines = await page.$$eval(".lines .line", (found) => found.map((one) => one.textContent));
    assertEquals(lines.join("\n"), told);
  });
  await t.step("Not here, Outdated and Wrong do what they say", async () => {
    await press(page, "Not here: m1");
    await shown(page, "m1 is no longer shown to agents in");
    await shown(page, "not told in this project");
    await press(page, "Outdated: m2");
    await shown(page, "m2 is outdated");
    await press(page, "Wrong: m3");
    await shown(page, "Forget m3 in");
    const { stdout } = await home.mneme(["context"]);
    assert(!/\bm[12] · /.test(stdout) && stdout.includes("m4 · Redis"), stdout);
    await shown(page, "Forgot m3");
    assertEquals(home.column("select status from memories where id = 3"), ["deleted"]);
    assert(!(await home.mneme(["context"])).stdout.includes("m3 · "));
  });
  await t.step("and Undo brings back", async () => {
    await goTo(page, "#/memory/m2");
    await press(page, "It holds again");
    await shown(page, "m2 still holds");
    await goTo(page, "#/memory/m1");
    await press(page, "Tell it there");
    await shown(page, "m1 is shown to agents in");
    assert(/\bm1 · [\s\S]*\bm2 · /.test((await home.mneme(["context"])).stdout));
  });
  await t.step("what the agent never read is called taken back", async () => {
    home.change("update tellings set context_window = -1"); // as the hook does where a prompt was taken back
    await shown(page, "No agent was told of it lately.");
    await shown(page, "It was saved outside of any session.");
    home.change("update memories set session_id = 'forgotten'");
    await shown(page, "Its session is not kept any more.");
    await goTo(page, "#/told/t1");
    await shown(page, "At a prompt that was taken back,");
  });
});

Deno.test("an old tab goes on with the server that is started again", { ignore }, async () => {
  using home = new TestHome();
  liveIn(home.data, home.project);
  const first = await RunningView.start(home);
  await using browser = await TestBrowser.start();
  const { page } = await browser.open(first.address);
  await first.end("SIGTERM");
  await shown(page, "mneme view has ended");
  await using again = await RunningView.start(home, ["--all"]);
  assertEquals(again.origin, first.origin);
  const second = await page.browserContext().newPage();
  await second.goto(again.address);
  await second.waitForSelector("h1");
  await page.bringToFront();
  await page.waitForFunction(() => document.querySelector(".problem") === null);
  await goTo(page, "#/privacy");
  assertEquals(await texts(page, "h1"), "Privacy");
  await second.reload(); // its address has no key any more, which named the choice
  await second.waitForSelector(".scope select");
  assertEquals(await second.$eval(".scope select", (one) => one.value), "");
});

test("of a hundred thousand memories the last is a second away", async ({ home, page, step }) => {
  await goTo(page, "#/memory?category=TECH_DEBT");
  await step("what was changed last stands first, and only what is in sight is drawn", async () => {
    const rows = await page.$$eval(".virtual li", (found) => found.map((row) => row.textContent ?? ""));
    assert(rows[0]?.includes("hard-coded") && rows[1]?.includes("Tidy corner 100000"), rows[0]);
    assert(rows.length < 60, String(rows.length));
  });
  await step("dragging there asks for what is seen at last, and little else", async () => {
    const asked = asking(page);
    await page.evaluate(async () => {
      const list = document.querySelector(".virtual")!;
      for (let i = 1; i <= 100; i++) {
        list.scrollTop = list.scrollHeight * i / 100;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    });
    await page.waitForFunction(() =>
      /Tidy corner 7\D/.test(document.querySelector(".virtual")!.textContent!)
    );
    const pages = asked.filter(({ pathname }) => pathname === "/api/memories");
    assert(pages.length < 12, `${pages.length} of 100 places passed`);
  });
  await step("a reader who passes memories waits for no search of all of them", async () => {
    const asked = asking(page);
    for (const id of [500, 5000, 50_000]) {
      await goTo(page, `#/memory/m${id}`);
      await shown(page, "Forget it");
    }
    assertEquals(asked.filter(({ pathname }) => pathname.endsWith("/reach")), []);
    await page.click(".forget summary");
    await shown(page, "No other place has its words.");
    assertEquals(asked.filter(({ pathname }) => pathname.endsWith("/reach")).length, 1);
    await goTo(page, "#/memory");
  });
  await step("a change loads again only what is seen", async () => {
    const asked = asking(page);
    addMemories(home, "Water the plants ", 1); // the command would first index all others
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const lists = asked.filter(({ pathname }) => pathname === "/api/memories");
    const places = new Set(lists.map(({ searchParams }) => searchParams.get("offset")));
    assert(places.size > 0 && places.size <= 2, [...places].join(" "));
  });
  await step("the inbox finds an item far down, and keeps it while its list is scrolled away", async () => {
    home.change("update memories set status = 'candidate', confidence = 0 where id between 100 and 399");
    await goTo(page, "#/inbox/m110");
    await page.reload();
    await page.waitForSelector(`article[aria-label^="m110,"]`);
    await page.$eval(".virtual", (list) => list.scrollTop = 0);
    await settled(page);
    await pressKey(page, "j");
    await page.waitForSelector(`article[aria-label^="m109,"]`);
  });
}, { prepare: (home) => addMemories(home, "Tidy corner ", 100_000) });

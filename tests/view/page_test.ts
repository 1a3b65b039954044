/// <reference lib="dom" />
import axe from "axe-core";
import type { Page } from "puppeteer-core";
import { assert, assertEquals } from "../_support/assert.ts";
import { TestHome } from "../_support/test_home.ts";
import { browserPath, goTo, sayNoBrowser, settled, shown, test, TestBrowser } from "./_support/browser.ts";
import { HOSTILE } from "./_support/lived_in.ts";
import { RunningView } from "./_support/view_server.ts";

const ignore = browserPath() === undefined;
if (ignore) sayNoBrowser();

const VIEWS = "Now Inbox Search Memory Preview Sessions Predictions Numbers Privacy".split(" ");
/** Addresses within them, too. */
const PLACES = [
  ...VIEWS.map((name) => name.toLowerCase()),
  ...["search?q=cents", "memory/m1", "sessions/s1", "told/s5", "memory?status=candidate"],
];

async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<axe.AxeResults> } }).axe.run()
  );
  return violations.map(({ id, nodes }) =>
    `${id}: ${nodes.slice(0, 2).map(({ html }) => html.slice(0, 120)).join(" ")}`
  );
}

test(
  "every view loads in silence, asks nobody else, and is there for everybody",
  async ({ home, page, messages, outside, step }) => {
    for (const scheme of ["light", "dark"]) {
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      for (const place of PLACES) {
        await step(`${place}, ${scheme}`, async () => {
          await goTo(page, `#/${place}`);
          assertEquals(messages.splice(0), []);
          assertEquals(outside.splice(0), []);
          assertEquals(await page.$$eval("h1", (found) => found.length), 1);
          assert(!(await page.title()).includes("stolen"));
          assertEquals(await page.$$eval("main img, main script", (found) => found.length), 0);
          assertEquals(await accessibilityProblems(page), []);
        });
      }
    }
    await step("text that tries to be markup is shown as text", async () => {
      const [{ id } = {}] = home.rows(
        "select id from memories where status = 'active' and title is not null order by id desc limit 1",
      );
      await goTo(page, `#/memory/m${id}`);
      assertEquals(await page.$eval(".detail .body", (body) => body.textContent), HOSTILE);
    });
  },
  { hostile: true },
);

Deno.test("views of an empty home say what to do next", { ignore }, async (t) => {
  using home = new TestHome();
  await using view = await RunningView.start(home);
  await using browser = await TestBrowser.start();
  const { page, messages } = await browser.open(view.address);
  for (const place of VIEWS.map((name) => name.toLowerCase())) {
    await t.step(place, async () => {
      await goTo(page, `#/${place}`);
      assertEquals(messages.splice(0), []);
      const isThere = place === "preview" ? "::-p-text(nothing stored here is new)" : ".empty";
      assert(await page.$(isThere) !== null, await page.$eval("main", (main) => main.textContent ?? ""));
      assertEquals(await accessibilityProblems(page), []);
    });
  }
  await t.step("one memory without a session is counted, and its place is not called empty", async () => {
    await home.remember("Money is kept in whole cents.");
    await page.evaluate(() => sessionStorage.setItem("mneme-project", ""));
    await goTo(page, "#/now");
    await page.reload();
    await shown(page, "1 memory");
    assertEquals(await page.$(".empty"), null);
  });
});

test("the page works by keyboard alone, on a narrow screen and after a reload", async (opened) => {
  const { home, view, page, messages, step } = opened;
  await settled(page);
  await step("the key leaves the address", () => assert(!page.url().includes(view.key), page.url()));
  await step("links have the names of the views", async () => {
    for (const name of VIEWS) {
      assert(await page.$(`::-p-aria([name="${name}"][role="link"])`) !== null, name);
    }
  });
  await step("digits lead to the views", async () => {
    for (const [i, name] of VIEWS.entries()) {
      await page.keyboard.press("Escape");
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.type(String(i + 1));
      await page.waitForFunction((title) => document.title.includes(title), {}, `${name} ·`);
    }
  });
  await step("a digit leaves the search also when the search is about to write its address", async () => {
    await page.evaluate(async () => {
      location.hash = "#/search";
      while (!document.title.includes("Search")) await new Promise(requestAnimationFrame);
      const end = performance.now() + 300;
      while (performance.now() < end); // the timer of the search is due now, and waits for this task
      (document.activeElement as HTMLElement | null)?.blur();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "4", bubbles: true }));
    });
    await settled(page);
    assertEquals(await page.evaluate(() => location.hash), "#/memory");
  });
  await step("Tab reaches every link and every field with something to see", async () => {
    await goTo(page, "#/search");
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const reached = new Set<string>();
    for (let i = 0; i < 18; i++) {
      await page.keyboard.press("Tab");
      const name = () => document.activeElement!.ariaLabel ?? document.activeElement!.textContent;
      reached.add(await page.evaluate(name));
    }
    for (const name of [...VIEWS, "Search what is remembered"]) {
      assert(reached.has(name), `${name} of ${[...reached]}`);
    }
  });
  await step("? shows the keys, and Escape takes them away", async () => {
    await goTo(page, "#/now");
    await page.keyboard.type("?");
    await page.waitForSelector("dialog[open]");
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { hidden: true });
  });
  await step("a view survives a reload, and the way back", async () => {
    await goTo(page, "#/memory/m1");
    await page.reload();
    await page.waitForFunction(() => document.querySelector("h1")?.textContent === "Memory m1");
    await goTo(page, "#/privacy");
    await page.goBack();
    await page.waitForFunction(() => document.querySelector("h1")?.textContent === "Memory m1");
  });
  await step("a search finds as it is typed, with the parts of each score", async () => {
    await goTo(page, "#/search");
    await page.keyboard.press("Enter"); // it leads to a row, and there is none
    await page.keyboard.type("whole cents");
    await shown(page, "All money is kept as whole cents");
    const parts = await page.$eval(".results .parts", (found) => found.textContent ?? "");
    assert(parts.includes("words"), parts);
    for (const composing of [{ isComposing: true }, { keyCode: 229 }]) { // Safari has only the number
      const enter = { key: "Enter", ...composing }; // it chooses a word that a Japanese keyboard offers
      const type = (key: KeyboardEventInit) =>
        document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", key));
      await page.evaluate(type, enter);
      assertEquals(await page.evaluate(() => document.activeElement!.tagName), "INPUT");
    }
  });
  await step("a preview shows what a start tells, and what a prompt would be told", async () => {
    await goTo(page, "#/preview");
    await page.waitForSelector(".told");
    const start = await home.json(["context"]);
    assertEquals(await page.$eval(".told", (found) => found.textContent), start.text);
    const prompt = "Why do we keep money as whole cents?";
    await page.type('::-p-aria([role="textbox"][name="Prompt"])', prompt);
    await page.keyboard.down("Control");
    await page.keyboard.press("Enter");
    await page.keyboard.up("Control");
    await shown(page, "Nothing is told");
    const { stdout } = await home.mneme(["context", "--prompt", prompt, "--json"]);
    assertEquals(JSON.parse(stdout).text, null); // the start has told the title already
  });
  await step("nothing is wider than the screen, and no row lies upon another", async () => {
    for (const wide of [380, 820, 1600]) {
      await page.setViewport({ width: wide, height: 800 });
      for (const place of PLACES) {
        await goTo(page, `#/${place}`);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert(width <= wide, `${place}: ${width} of ${wide}`);
        const high = await page.$$eval(
          ".virtual-rows > li",
          (rows) => rows.filter((row) => row.scrollHeight > row.clientHeight + 1).length,
        );
        assertEquals([place, wide, high], [place, wide, 0]);
      }
    }
  });
  assertEquals(messages, []);
});

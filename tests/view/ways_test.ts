/// <reference lib="dom" />
// Where the focus is, which a screen reader says, and what a step shows that told the agent something.
import type { Page } from "puppeteer-core";
import { assert, assertEquals } from "../_support/assert.ts";
import { goTo, press, settled, shown, test } from "./_support/browser.ts";

const hash = (page: Page) => page.evaluate(() => location.hash);
const focused = (page: Page) =>
  page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.textContent}`);
const blur = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());

test("the focus follows what is shown", async ({ home, page, step }) => {
  await step("a new view, by key or by link, begins at its heading", async () => {
    for (const [key, heading] of [["2", "H1 Inbox"], ["4", "H1 Memory"], ["9", "H1 Privacy"]] as const) {
      await page.keyboard.press(key);
      await settled(page);
      assertEquals(await focused(page), heading);
    }
    await page.click('nav a[href="#/numbers"]');
    await page.waitForFunction(() => document.activeElement?.tagName === "H1"); // a link's view comes a moment later
    assertEquals(await focused(page), "H1 Numbers");
  });
  await step("after Keep it is at the next item", async () => {
    await goTo(page, "#/inbox");
    await press(page, "Keep");
    await page.waitForFunction(() => document.activeElement?.tagName === "ARTICLE");
    await settled(page);
    const label = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    assertEquals((await label())?.split(",")[0], (await hash(page)).replace("#/inbox/", ""));
    const again = { detail: 2, bubbles: true }; // the second click of a double click
    await page.$eval(
      "button.main",
      (keep, again) => keep.dispatchEvent(new MouseEvent("click", again)),
      again,
    );
    await settled(page);
    assertEquals(home.count("memories where status = 'candidate'"), 4);
    await press(page, "Undo");
    await shown(page, "as before");
  });
  await step("j moves in what was told, found or previewed, and in a table", async () => {
    for (const place of ["told/s40", "memory/m1", "preview", "search?q=cents"]) {
      await goTo(page, `#/${place}`);
      if (place === "preview") await page.click(".answer summary");
      await blur(page);
      await page.keyboard.press("j");
      assert((await focused(page)).startsWith("A "), `${place}: ${await focused(page)}`);
    }
  });
  await step("after the way back, j goes on from the row opened, elsewhere from one in sight", async () => {
    await goTo(page, "#/sessions");
    const row = () =>
      page.evaluate(() => document.activeElement?.closest("li")?.getAttribute("aria-posinset"));
    for (let i = 0; i < 25; i++) await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await settled(page);
    await page.goBack();
    await settled(page);
    await page.keyboard.press("j");
    assertEquals(await row(), "26");
    await goTo(page, "#/sessions?q=the");
    await page.$eval(".virtual", (list) => list.scrollTop = 740);
    await settled(page);
    await page.keyboard.press("j");
    assertEquals(await row(), "11");
  });
  await step("a day that is typed, and the next one, are one step back", async () => {
    await goTo(page, "#/sessions");
    const before = await page.evaluate(() => history.length);
    for (const typed of ["11", "12"]) { // month and day stand as the browser's language has them
      await blur(page);
      await page.focus("input[type=date]");
      await page.keyboard.type(`${typed}${typed}2026`, { delay: 50 }); // as fast as a person
      await page.waitForFunction((day) => location.hash.endsWith(day), {}, `?day=2026-${typed}-${typed}`);
    }
    assertEquals(await page.evaluate(() => history.length), before + 1);
  });
  await step("choices in the inbox stay, and a narrow window shows the current view's name", async () => {
    await goTo(page, "#/inbox");
    await page.click(".virtual input");
    await page.keyboard.press("j");
    await settled(page);
    await page.keyboard.press("Space"); // chooses the item that j has shown, and leaves the box as it is
    await goTo(page, "#/privacy");
    await page.goBack();
    await page.waitForFunction(() => document.querySelectorAll(".virtual input:checked").length === 2);
    await page.setViewport({ width: 380, height: 740 });
    await goTo(page, "#/numbers");
    const right = await page.$eval("nav [aria-current]", (link) => link.getBoundingClientRect().right);
    assert(right > 0 && right <= 380, `${right}`);
  });
});

test("keys and notices work everywhere", async ({ page, step }) => {
  await step("an arrow key scrolls where no row is left to go to", async () => {
    await page.setViewport({ width: 1280, height: 300 });
    await goTo(page, "#/numbers");
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction(() => scrollY > 0);
  });
  await step("a notice that is given again stays as long as a new one", async () => {
    await page.evaluate(() => {
      const real = setTimeout;
      Object.assign(self, { setTimeout: (work: () => void, ms: number) => real(work, Math.min(ms, 2000)) });
    });
    for (let i = 0; i < 2; i++) {
      await page.keyboard.press("u");
      await new Promise((resolve) => setTimeout(resolve, 1500));
      await shown(page, "There is nothing to undo");
    }
  });
});

test("a step in which the agent was told something shows that text", async ({ home, page }) => {
  const [{ id, text } = {}] = home.rows(`
    select s.id, t.text from tellings t join sessions s using (session_id) where t.text is not null limit 1`);
  await goTo(page, `#/sessions/s${id}`);
  await page.click('.virtual a:has([data-kind="told"])');
  await page.waitForSelector(".detail .told");
  assertEquals(await page.$eval(".detail .told", (found) => found.textContent), text);
  assertEquals(await page.$$eval(".detail a", (found) => found.length), 1);
});

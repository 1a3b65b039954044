/// <reference lib="dom" />
import { assert, assertEquals } from "../_support/assert.ts";
import { TestHome } from "../_support/test_home.ts";
import { browserPath, goTo, shown, TestBrowser } from "./_support/browser.ts";
import { HOSTILE, liveIn } from "./_support/lived_in.ts";

const ignore = browserPath() === undefined;

Deno.test("mneme view --out writes one file for this user alone, which names nothing elsewhere", async () => {
  using home = new TestHome();
  liveIn(home.data, home.project, { hostile: true });
  const elsewhere = `${home.root}/narwhal`;
  await home.mneme(["config", "set", "privacy.exclude_projects", JSON.stringify([elsewhere])]);
  Deno.mkdirSync(elsewhere);
  await home.mneme(["pause", "--project", elsewhere]);
  home.change(
    `insert into memories (project, scope, category, body, source, status, superseded_by, created_at,
    updated_at) select '${elsewhere}', 'project', category, 'quagga', source, 'superseded', id, created_at, updated_at
    from memories where scope = 'user' limit 1;
    insert into memories (scope, category, body, source, status, evidence, created_at, updated_at) select 'user',
    category, 'eland', source, 'candidate', '{"quote":"","proposes":{"memory":' || id || '}}', created_at, updated_at
    from memories where body = 'quagga'`,
  );
  const path = `${home.root}/copy.html`;
  const { code, stdout, stderr } = await home.mneme(["view", "--out", path]);
  assertEquals([code, stderr], [0, ""]);
  assert(stdout.startsWith(`Wrote ${path}`), stdout);
  assertEquals(Deno.statSync(path).mode! & 0o777, 0o600);
  assertEquals((await home.mneme(["view", "--out", path])).code, 0, "a copy is made again");
  const text = Deno.readTextFileSync(path);
  assert(!/(?:src|href)="(?!data:)[^"#]/.test(text), "it loads something");
  assert(text.includes("eland") && !text.includes("<img"), "stored markup stands in it");
  assert(!/narwhal|quagga/.test(text), "another project stands in it");
});

Deno.test("the copy shows the views without a server, and text as text", { ignore }, async (t) => {
  using home = new TestHome();
  liveIn(home.data, home.project, { hostile: true });
  const path = `${home.root}/copy.html`;
  await home.mneme(["view", "--out", path]);
  await using browser = await TestBrowser.start();
  const { page, messages, outside } = await browser.open(`file://${path}`);
  const places = "now inbox search?q=cents memory memory/m1 memory/m6 preview sessions sessions/s1";
  for (const place of `${places} predictions numbers privacy`.split(" ")) {
    await t.step(place, async () => {
      await goTo(page, `#/${place}`);
      assertEquals([messages.splice(0), outside.splice(0)], [[], []]);
      assertEquals(await page.$$eval("h1", (found) => found.length), 1);
      assertEquals(await page.$(".problem"), null);
      if (place === "memory/m1") await shown(page, "The last 100 times, opened in");
      if (place === "memory/m6") await page.waitForSelector('section > p > a[href^="#/sessions/s"]');
      assertEquals(await page.$("main button:not([type='submit'])"), null);
    });
  }
  await t.step("text as text", async () => {
    const [{ id } = {}] = home.rows("select id from memories where status = 'active' and body like '<img%'");
    await goTo(page, `#/memory/m${id}`);
    assertEquals(await page.$eval(".detail .body", (body) => body.textContent), HOSTILE);
    assert(!(await page.title()).includes("stolen"));
  });
  await t.step("filters are of their list, and a search finds items that contain all words", async () => {
    await goTo(page, "#/memory?status=superseded&category=RUNBOOK");
    const chosen = await page.$$eval(
      "main select",
      (all) => all.map((one) => one.selectedOptions[0]?.text),
    );
    assertEquals(chosen, ["outdated or replaced", "Runbook (0)"]);
    await goTo(page, "#/search?q=checkout+midnight");
    await shown(page, "useFakeClock");
    await goTo(page, "#/sessions?q=whole+cents+api_key"); // of a prompt, but no title
    await page.waitForSelector(".virtual a.row");
  });
});

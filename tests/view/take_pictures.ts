// Takes the pictures of docs/view.md from a home that is lived in: `deno task pictures`. Somebody looks at them then.
import { PROJECT_ROOT } from "../_support/executables.ts";
import { browserPath, goTo, sayNoBrowser, settled, TestBrowser } from "./_support/browser.ts";
import { liveIn } from "./_support/lived_in.ts";
import { RunningView } from "./_support/view_server.ts";

/** Each picture by its name: where it is taken, and in which light. */
const PICTURES: Readonly<
  Record<string, { readonly place: string; readonly scheme?: "dark"; readonly isAsked?: true }>
> = {
  now: { place: "now" },
  inbox: { place: "inbox" },
  search: { place: "search?q=why+whole+cents" },
  memory: { place: "memory/m1" },
  preview: { place: "preview", isAsked: true },
  sessions: { place: "sessions/s190" },
  told: { place: "told/s190" },
  predictions: { place: "predictions" },
  numbers: { place: "numbers", scheme: "dark" },
  privacy: { place: "privacy" },
};

if (browserPath() === undefined) {
  sayNoBrowser();
  Deno.exit(1);
}
const root = Deno.makeTempDirSync({ prefix: "mneme-pictures-" });
const [data, project] = [`${root}/data`, `${root}/code/shop`];
try {
  for (const folder of [data, project]) Deno.mkdirSync(folder, { recursive: true });
  liveIn(data, project);
  const environment = () => ({
    ...{ PATH: `${PROJECT_ROOT}/dist:/usr/bin:/bin`, HOME: root, TZ: "UTC" },
    ...{ MNEME_HOME: data, CLAUDE_PROJECT_DIR: project },
  });
  // As at each session's end: it removes old inputs, outputs and told texts, so that no picture shows them.
  await new Deno.Command(`${PROJECT_ROOT}/dist/mneme`, { args: ["process"], env: environment() }).output();
  await using view = await RunningView.start({ environment, project });
  await using browser = await TestBrowser.start();
  const { page } = await browser.open(view.address, { width: 1160, height: 720 });
  for (const [name, { place, scheme = "light", isAsked }] of Object.entries(PICTURES)) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await goTo(page, `#/${place}`);
    if (isAsked) {
      await page.click('button[type="submit"]');
      await page.waitForSelector(".told, .empty");
      await settled(page);
    }
    await page.mouse.move(0, 0); // what the mouse rests on is marked
    await page.screenshot({ path: `${PROJECT_ROOT}/docs/images/view-${name}.png` });
    console.log(`docs/images/view-${name}.png`);
  }
} finally {
  Deno.removeSync(root, { recursive: true });
}

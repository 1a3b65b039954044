/// <reference lib="dom" />
import puppeteer, { type Browser, type HTTPRequest, type Page } from "puppeteer-core";
import { isFile } from "../../../src/machine/files.ts";
import { TestHome } from "../../_support/test_home.ts";
import { liveIn } from "./lived_in.ts";
import { RunningView } from "./view_server.ts";

const FLAGS = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync".split(" ")
  .concat("--disable-background-networking", "--disable-component-update");

const PROGRAMS = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/** The browser on this machine; `undefined` where there is none. `MNEME_TEST_BROWSER` names another. */
export function browserPath(): string | undefined {
  const named = Deno.env.get("MNEME_TEST_BROWSER");
  if (named !== undefined) return named === "" ? undefined : named;
  const folders = (Deno.env.get("PATH") ?? "").split(":");
  return folders.flatMap((folder) => PROGRAMS.map((name) => `${folder}/${name}`)).find(isFile);
}

/** Says once why the tests in a browser do not run. */
export function sayNoBrowser(): void {
  console.log("# no browser found: the page is not tested in one (`apt-get install chromium` brings one)");
}

/** What a page did that it must not: words on its console, errors, and requests that leave the server. */
export interface Watched {
  readonly page: Page;
  readonly messages: string[];
  readonly outside: string[];
}

/** One browser with a profile of its own, which goes with it. */
export class TestBrowser implements AsyncDisposable {
  readonly #browser: Browser;
  readonly #profile: string;

  private constructor(browser: Browser, profile: string) {
    this.#browser = browser;
    this.#profile = profile;
  }

  static async start(): Promise<TestBrowser> {
    const profile = Deno.makeTempDirSync({ prefix: "mneme-browser-" });
    const executablePath = browserPath() ?? "";
    const browser = await puppeteer.launch({
      executablePath,
      args: [...FLAGS, `--user-data-dir=${profile}`],
      protocolTimeout: 120_000,
    });
    return new TestBrowser(browser, profile);
  }

  /** A page that goes nowhere but to `address` and below; what it asks elsewhere is noted and refused. */
  async open(address: string, size = { width: 1280, height: 860 }): Promise<Watched> {
    const context = await this.#browser.createBrowserContext();
    const page = await context.newPage();
    const watched: Watched = { page, messages: [], outside: [] };
    page.setDefaultTimeout(60_000);
    await page.setViewport(size);
    page.on("console", (message) => watched.messages.push(`${message.type()}: ${message.text()}`));
    page.on("pageerror", (error) => watched.messages.push(`error: ${(error as Error).message}`));
    const origin = address.startsWith("file:") ? address.split("#")[0]! : new URL(address).origin;
    await page.setRequestInterception(true);
    page.on("request", (request: HTTPRequest) => {
      const url = request.url();
      const isOwn = url.startsWith(origin) || url.startsWith("data:");
      if (!isOwn) watched.outside.push(url);
      void (isOwn ? request.continue() : request.abort()).catch(() => {});
    });
    await page.goto(address);
    await page.waitForSelector("h1, .problem");
    return watched;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    await Deno.remove(this.#profile, { recursive: true }).catch(() => {});
  }
}

/** Goes to a view by its address, and waits until it is drawn. */
export async function goTo(page: Page, link: string): Promise<void> {
  await page.evaluate((hash) => location.hash = hash, link);
  await settled(page);
}

/** Waits until nothing is on its way and nothing is being drawn. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector(".loading, .pending, .starting") === null);
  await page.evaluate(() =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  );
  await new Promise((resolve) => setTimeout(resolve, 150));
}

/** What a test of the page gets: a home that is lived in, its server, the page, and steps of the test. */
type Opened = Awaited<ReturnType<typeof openLivedIn>> & { readonly step: Deno.TestContext["step"] };

interface Options {
  /** Text that would act if it were markup is stored, too. */
  readonly hostile?: true;
  /** Changes the home before. */
  readonly prepare?: (home: TestHome) => void;
}

/** Declares a test of the page of a home that is lived in; ignored where there is no browser. */
export function test(name: string, work: (opened: Opened) => Promise<void>, options: Options = {}): void {
  Deno.test(name, { ignore: browserPath() === undefined }, async (t) => {
    await using opened = await openLivedIn(options);
    await work({ ...opened, step: t.step.bind(t) as Deno.TestContext["step"] });
  });
}

async function openLivedIn({ prepare, ...options }: Options) {
  await using stack = new AsyncDisposableStack();
  const home = stack.use(new TestHome());
  liveIn(home.data, home.project, options);
  prepare?.(home);
  const view = stack.use(await RunningView.start(home));
  const browser = stack.use(await TestBrowser.start());
  const watched = await browser.open(view.address);
  const opened = stack.move();
  return { home, view, ...watched, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

export function press(page: Page, name: string): Promise<void> {
  return page.locator(`::-p-aria([role="button"][name="${name}"])`).click();
}

/** Waits until the page has these words. */
export function shown(page: Page, words: string): Promise<unknown> {
  return page.waitForFunction((words) => document.body.textContent?.includes(words), {}, words);
}

export async function texts(page: Page, selector: string): Promise<string> {
  return await page.$$eval(selector, (found) => found.map((one) => one.textContent).join("\n"));
}

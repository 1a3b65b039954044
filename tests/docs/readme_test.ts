import { fileURLToPath } from "node:url";
import { assert, assertEquals } from "../_support/assert.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const README = Deno.readTextFileSync(`${ROOT}README.md`);

/** What stands between the two marks, without its code fence. */
function block(name: string): string {
  const [, text = ""] = new RegExp(`<!-- ${name}:start -->([\\s\\S]*?)<!-- ${name}:end -->`).exec(README) ??
    [];
  return text.replace(/```\w*/g, "").trim();
}

/** From one heading of the demo up to another: what it shows, without how fast it was this time. */
function section(text: string, from: string, to: string): string {
  const start = text.indexOf(from);
  const end = text.indexOf(to, start);
  return start < 0 ? "" : text.slice(start, end < 0 ? undefined : end).trim();
}

Deno.test("the README's first screen is what the demo prints", async () => {
  const demo = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", `${ROOT}tests/demo/main.ts`],
    stdin: "null",
  });
  const { code, stdout } = await demo.output();
  assertEquals(code, 0);
  const printed = new TextDecoder().decode(stdout).replaceAll(ROOT, "");
  const [from, to] = ["What was kept", "To use it"];
  assert(section(printed, from, to) !== "");
  assertEquals(section(block("demo"), from, to), section(printed, from, to));
});

Deno.test("the README fits on a few screens: 12 kB", () => {
  const { length } = new TextEncoder().encode(README);
  assert(length <= 12_000, `it has ${length} bytes: move what a newcomer does not want to docs/`);
});

Deno.test("the README and the pages of the documentation link to files that are there", () => {
  const pages = ["", "docs/", "docs/decisions/"].flatMap((folder) =>
    [...Deno.readDirSync(ROOT + folder)].filter(({ name }) => name.endsWith(".md")).map(({ name }) => ({
      folder,
      name,
    }))
  );
  for (const { folder, name } of pages) {
    const text = Deno.readTextFileSync(ROOT + folder + name);
    for (const [, target] of text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)) {
      assert(exists(`${ROOT}${folder}${target}`), `${folder}${name}: ${target}`);
    }
  }
});

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

Deno.test("every place that names the Deno version names the same", () => {
  const named = ["README.md", ".ci/run", "docs/architecture.md", "src/build/recovered_runtime.ts"].flatMap((
    path,
  ) =>
    [...Deno.readTextFileSync(ROOT + path).matchAll(/[Dd]eno(?:[@ ]|Version: ")(\d+\.\d+\.\d+)/g)].map((
      [, version],
    ) => version)
  );
  assert(named.length > 0);
  assertEquals([...new Set(named)], [Deno.version.deno]);
});

Deno.test("architecture.md names files that are there", async () => {
  const text = await Deno.readTextFile(`${ROOT}docs/architecture.md`);
  const named = new Set(Array.from(text.matchAll(/\b(?:src|hooks)\/[\w/]+\.ts\b/g), ([path]) => path));
  const missing: string[] = [];
  for (const path of named) {
    await Deno.stat(`${ROOT}${path}`).catch(() => missing.push(path));
  }
  assertEquals(missing, []);
  assert(named.size > 20);
});

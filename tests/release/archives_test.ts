import { unzipSync } from "fflate";
import { Language, type Node, Parser } from "web-tree-sitter";
import { VERSION } from "../../src/base/version.ts";
import { provideAssets } from "../../src/build/assets.ts";
import { layoutOf } from "../../src/build/files.ts";
import { TARGETS } from "../../src/build/release_options.ts";
import { zipFolder } from "../../src/build/archive.ts";
import { installCommand } from "../../src/cli/install/install_command.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { PROJECT_ROOT } from "../_support/executables.ts";

Deno.test("a zip archive holds the files of the folder under its name, and is the same whenever it is made", async () => {
  const root = await Deno.makeTempDir({ prefix: "mneme-zip-" });
  const folder = `${root}/mneme-1.2.3-windows-x64`;
  await Deno.mkdir(folder);
  await Deno.writeFile(`${folder}/mneme.exe`, new Uint8Array(300_000).map((_, at) => at % 251));
  await Deno.writeTextFile(`${folder}/README.md`, "# mneme\n");
  await zipFolder(folder, `${root}/first.zip`);
  const later = new Date(Date.now() + 86_400_000);
  await Deno.utime(`${folder}/mneme.exe`, later, later);
  await zipFolder(folder, `${root}/second.zip`);
  const first = await Deno.readFile(`${root}/first.zip`);
  assertEquals(first, await Deno.readFile(`${root}/second.zip`));
  const files = unzipSync(first);
  assertEquals(Object.keys(files), [
    "mneme-1.2.3-windows-x64/README.md",
    "mneme-1.2.3-windows-x64/mneme.exe",
  ]);
  assertEquals(files["mneme-1.2.3-windows-x64/mneme.exe"], await Deno.readFile(`${folder}/mneme.exe`));
  await Deno.remove(root, { recursive: true });
});

/** Runs `deno task release` where no server can be reached and Deno has nothing in its cache. */
async function release(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const cache = await Deno.makeTempDir({ prefix: "mneme-deno-" });
  const proxy = "http://127.0.0.1:9"; // where nothing listens
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", `${PROJECT_ROOT}/src/build/main.ts`, "release", ...args],
    env: { DENO_DIR: cache, HTTPS_PROXY: proxy, HTTP_PROXY: proxy, ALL_PROXY: proxy, NO_COLOR: "1", ...env },
    stdin: "null",
  }).output();
  await Deno.remove(cache, { recursive: true });
  return { code, out: new TextDecoder().decode(stdout), err: new TextDecoder().decode(stderr) };
}

/** What is asked for beside the target, the environment, and what is said. */
const REFUSED: readonly (readonly [readonly string[], Record<string, string>, RegExp])[] = [
  ...TARGETS.map(({ name, triple }) => {
    const missing = `the runtime denort-${triple} of Deno ${Deno.version.deno} is missing`;
    const says = new RegExp(`^Cannot release ${name}: ${missing}, and dl\\.deno\\.land [^\\n]+\\n$`);
    return [[name, "--version", VERSION], {}, says] as const;
  }),
  [["linux-x64", "--version", "9.9.9"], {}, /^Cannot release: --version is 9\.9\.9 [^\n]+\n$/],
  [
    ["linux-x64", "--version", VERSION],
    { DENORT_BIN: "/tmp/denort" },
    /^Cannot release with DENORT_BIN=[^\n]+\n$/,
  ],
];

Deno.test("a release says in one line which runtime is missing, that one was named, and that its version is another", async () => {
  for (const [[target = "", ...args], env, says] of REFUSED) {
    const run = await release(["--target", target, ...args], env);
    assertEquals([run.code, run.out], [1, ""]);
    assertMatch(run.err, says);
  }
});

/** A PowerShell is not to be had everywhere: what can be told without one is told by a parser. */
const TEXT = Deno.readTextFileSync(`${PROJECT_ROOT}/install.ps1`);

/** What PowerShell itself brings along. */
const CMDLETS = [
  ...["Expand-Archive", "Get-ChildItem", "Get-Content", "Get-FileHash", "Invoke-WebRequest", "Join-Path"],
  ...["New-Item", "Read-Host", "Remove-Item", "Select-Object", "Set-StrictMode", "Where-Object"],
  ...["ForEach-Object", "Write-Host"],
];

async function parsed(): Promise<Node> {
  const folder = await Deno.makeTempDir({ prefix: "mneme-powershell-" });
  const layout = { ...layoutOf(PROJECT_ROOT), grammars: folder };
  await provideAssets([
    { package: "web-tree-sitter", files: ["tree-sitter.wasm"] },
    { package: "@vscode/tree-sitter-wasm", files: ["wasm/tree-sitter-powershell.wasm"] },
  ], layout);
  const wasm = (name: string) => Deno.readFile(`${folder}/${name}.wasm`);
  await Parser.init({ wasmBinary: await wasm("tree-sitter") } as never);
  const language = await Language.load(await wasm("tree-sitter-powershell"));
  await Deno.remove(folder, { recursive: true });
  return new Parser().setLanguage(language).parse(TEXT)!.rootNode;
}

Deno.test("install.ps1 is PowerShell, and calls what it defines or what PowerShell has", async () => {
  const root = await parsed();
  assertEquals(root.hasError, false);
  const texts = (type: string) => root.descendantsOfType(type).map((node) => node!.text);
  const defined = texts("function_name");
  const called = texts("command_name").filter((name) => /^[A-Za-z-]+$/.test(name));
  assertEquals(called.filter((name) => !defined.includes(name) && !CMDLETS.includes(name)), []);
  assertEquals(defined.filter((name) => !called.includes(name)), []);
});

Deno.test("install.ps1 finds its archive in the checksums of a release, and no other", () => {
  const [, target = ""] = /^\$Target = "(.*)"$/m.exec(TEXT) ?? [];
  const [, source = ""] = /^ {2}\$pattern = "(.*)"$/m.exec(TEXT) ?? [];
  const pattern = new RegExp(source.replace("$Target", target));
  const digest = "0123456789abcdef".repeat(4);
  for (const { name, ending } of TARGETS) {
    const [, found, version] = pattern.exec(`${digest}  mneme-1.2.3-${name}${ending}`) ?? [];
    assertEquals([found, version], name === target ? [digest, "1.2.3"] : [undefined, undefined], name);
  }
  for (const name of [`npm-mneme-1.2.3-${target}.tgz`, `mneme-1.2.3-${target}.zip.exe`]) {
    assertEquals(pattern.exec(`${digest}  ${name}`), null, name);
  }
});

Deno.test("install.ps1 gives mneme options that it knows", () => {
  const known = installCommand().options.map(({ long }) => long);
  const given = [...TEXT.matchAll(/^.*\binstall (--.*)$/gm)].flatMap(([, words = ""]) => words.split(" "));
  assert(given.length > 0);
  assertEquals(given.filter((option) => !known.includes(option)), []);
});

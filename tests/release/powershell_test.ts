import { Language, type Node, Parser } from "web-tree-sitter";
import { provideAssets } from "../../src/build/assets.ts";
import { layoutOf } from "../../src/build/files.ts";
import { TARGETS } from "../../src/build/release_options.ts";
import { installCommand } from "../../src/cli/install/install_command.ts";
import { assert, assertEquals } from "../_support/assert.ts";
import { PROJECT_ROOT } from "../_support/executables.ts";

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
  for (
    const line of [`${digest}  npm-mneme-1.2.3-${target}.tgz`, `${digest}  mneme-1.2.3-${target}.zip.exe`]
  ) {
    assertEquals(pattern.exec(line), null, line);
  }
});

Deno.test("install.ps1 gives mneme options that it knows", () => {
  const known = installCommand().options.map(({ long }) => long);
  const given = [...TEXT.matchAll(/^.*\binstall (--.*)$/gm)].flatMap(([, words = ""]) => words.split(" "));
  assert(given.length > 0);
  assertEquals(given.filter((option) => !known.includes(option)), []);
});

import { join, resolve } from "node:path";
import { hookLine } from "../../../../src/cli/clients/client_steps.ts";
import { clientRows } from "../../../../src/cli/clients/client_table.ts";
import { assertEquals } from "../../../_support/assert.ts";

const LINES = [
  ["linux", "codex", "/home/me/bin/stop", "'/home/me/bin/stop' M codex || true"],
  ["darwin", "gemini", "/Users/o'neil/my bin/stop", "'/Users/o'\\''neil/my bin/stop' M gemini || true"],
  ["windows", "gemini", "C:\\me\\mneme\\stop.exe", "C:\\me\\mneme\\stop.exe M gemini ; exit 0"],
  ["windows", "qwen", "C:\\O'Neil & Co\\stop.exe", "& 'C:\\O''Neil & Co\\stop.exe' M qwen ; exit 0"],
  ["windows", "codex", "C:\\me\\mneme\\stop.exe", "C:\\me\\mneme\\stop.exe M codex ; exit 0"],
  ["windows", "kimi", "C:\\Jörg\\stop.exe", '"C:\\Jörg\\stop.exe" M kimi & exit 0'],
] as const;

Deno.test("hookLine() passes in the shell of each client", () => {
  for (const [system, client, path, line] of LINES) {
    const row = clientRows().find(({ name }) => name === client)!;
    assertEquals(hookLine(path, row, system), line.replace("M", "--mneme-hook --client"));
  }
});

Deno.test("clientRows() looks for all files of Kimi Code in KIMI_CODE_HOME", () => {
  const before = Deno.env.get("KIMI_CODE_HOME");
  const folder = resolve("kimi");
  Deno.env.set("KIMI_CODE_HOME", folder);
  try {
    const { hooksFile, serversFile } = clientRows().find(({ name }) => name === "kimi")!;
    const names = ["config.toml", "mcp.json"];
    assertEquals([hooksFile, serversFile], names.map((name) => join(folder, name)));
  } finally {
    if (before === undefined) Deno.env.delete("KIMI_CODE_HOME");
    else Deno.env.set("KIMI_CODE_HOME", before);
  }
});

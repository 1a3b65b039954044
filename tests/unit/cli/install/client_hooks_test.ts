import { join, resolve } from "node:path";
import { hookLine } from "../../../../src/cli/clients/client_steps.ts";
import { clientRows } from "../../../../src/cli/clients/client_table.ts";
import { assertEquals } from "../../../_support/assert.ts";
import { casesOf } from "../../../_support/cases.ts";
import { withEnvironment } from "../../../_support/with_environment.ts";

type Line = [system: typeof Deno.build.os, client: string, path: string, line: string];

Deno.test("hookLine() passes in the shell of each client", () => {
  for (const [system, client, path, line] of casesOf<Line>(import.meta.filename)) {
    const row = clientRows().find(({ name }) => name === client)!;
    assertEquals(hookLine(path, row, system), line.replace("M", "--mneme-hook --client"));
  }
});

Deno.test("clientRows() looks for all files of Kimi Code in KIMI_CODE_HOME", () => {
  const folder = resolve("kimi");
  const { hooksFile, serversFile } = withEnvironment({ KIMI_CODE_HOME: folder }, clientRows)
    .find(({ name }) => name === "kimi")!;
  assertEquals([hooksFile, serversFile], ["config.toml", "mcp.json"].map((name) => join(folder, name)));
});

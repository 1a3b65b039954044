import { resolve } from "node:path";
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

Deno.test("clientRows() looks for all files of Qwen Code and Kimi Code where their variables say", () => {
  const environment = { QWEN_HOME: "/q", QWEN_RUNTIME_DIR: "/run", KIMI_CODE_HOME: "/k" };
  const files = withEnvironment(environment, clientRows).filter(({ name }) => /^(?:qwen|kimi)$/.test(name))
    .flatMap(({ hooksFile, serversFile, history }) => [hooksFile, serversFile, ...history]);
  const wanted = "/q/settings.json /q/settings.json /run/projects /k/config.toml /k/mcp.json /k/sessions";
  assertEquals(files, wanted.split(" ").map((path) => resolve(path)));
});

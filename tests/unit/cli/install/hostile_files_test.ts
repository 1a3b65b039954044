// Files of every kind: what install puts in comes out again byte for byte, or the file is refused and stays as it is.
import { parse as parseJsonc, type ParseError } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { clientSteps } from "../../../../src/cli/clients/client_steps.ts";
import { type ClientRow, clientRows } from "../../../../src/cli/clients/client_table.ts";
import { parentFolder } from "../../../../src/base/slashes.ts";
import { UserError } from "../../../../src/base/user_error.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { Environment } from "../../../_support/with_environment.ts";
import { JSON_FILES, TOML_FILES } from "../../../_support/hostile_files.ts";

for (const client of ["codex", "qwen", "copilot", "opencode", "gemini", "kimi", "cursor"] as const) {
  Deno.test(`${client}: a file is byte for byte as it was after uninstall, or it is refused`, () => {
    const isToml = client === "codex";
    for (const [name, [text, wanted]] of Object.entries(isToml ? TOML_FILES : JSON_FILES)) {
      using home = new CliHome();
      using _environment = new Environment({ ...home.environment(), CODEX_HOME: undefined });
      const row = clientRows().find((row) => row.name === client)!;
      const before = text.replaceAll("KEY", row.serversKey);
      Deno.mkdirSync(parentFolder(row.serversFile), { recursive: true });
      Deno.writeTextFileSync(row.serversFile, before);
      const read = () => Deno.readTextFileSync(row.serversFile);
      const steps = clientSteps(row, "/opt/my mneme's");
      const where = `${client}, ${name}`;
      if (wanted instanceof RegExp) {
        const error = refusalOf(() => steps.forEach((step) => step.install("apply")));
        const words = new RegExp(wanted.source.replaceAll("KEY", row.serversKey));
        if (error !== undefined || !wanted.source.includes("foreign")) {
          assertMatch(error ?? "added", words, where);
        }
        assertEquals(read(), before, where);
        continue;
      }
      steps.forEach((step) => step.install("apply"));
      const installed = read();
      const server = serversIn(row, installed, where).mneme;
      assertEquals(
        server !== undefined && JSON.stringify(server).includes("my mneme"),
        wanted === "added",
        where,
      );
      assertEquals(others(row, installed, where), others(row, before, where), where);
      steps.forEach((step) => step.install("apply"));
      assertEquals(read(), installed, `${where}: a second install`);
      // Entry by entry, as where somebody else has changed the file since; of no text alone the copy is needed.
      if (before.trim() !== "") Deno.removeSync(home.paths.backups, { recursive: true });
      steps.toReversed().forEach((step) => step.uninstall("apply"));
      assertEquals(read(), before, where);
    }
  });
}

function refusalOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    assert(error instanceof UserError, String(error));
    assert(error.message.startsWith("Cannot edit ") && error.hint !== undefined, error.message);
    return error.message;
  }
}

type Data = Record<string, unknown>;

function dataIn(row: ClientRow, text: string, where: string): Data {
  const whole = text.replace(/^\uFEFF/, "");
  if (row.serversFile.endsWith(".toml")) return parseToml(whole, { integersAsBigInt: true }) as Data;
  if (whole.trim() === "") return {};
  const errors: ParseError[] = [];
  const data = parseJsonc(whole, errors, { allowTrailingComma: true });
  assertEquals(errors, [], where);
  return data;
}

function serversIn(row: ClientRow, text: string, where: string): Data {
  return (dataIn(row, text, where)[row.serversKey] ?? {}) as Data;
}

/** The data without anything of ours. */
function others(row: ClientRow, text: string, where: string): string {
  const { [row.serversKey]: servers, hooks, ...rest } = dataIn(row, text, where);
  const { mneme: _ours, ...left } = (servers ?? {}) as Data;
  const events = Object.entries((hooks ?? {}) as Data).map(([event, list]) => [
    event,
    Array.isArray(list) ? list.filter((group) => !JSON.stringify(group).includes("--mneme-hook")) : list,
  ]).filter(([, list]) => !Array.isArray(list) || list.length > 0);
  return JSON.stringify(
    [rest, left, events],
    (_key, value) => typeof value === "bigint" ? String(value) : value,
  );
}

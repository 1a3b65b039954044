import { DIST } from "../../_support/executables.ts";
import { runProgram } from "../../_support/run_program.ts";

const HEAD = `# Commands

This page has the help that \`mneme\` prints for each command. [Terms](README.md#terms) explains mneme's words,
and [Search](search.md#mneme-search-query) explains ids such as \`m12\`. The data folder is \`$MNEME_HOME\`, by
default \`~/.mneme\`. Nearly every command takes \`--json\`. Results go to stdout, messages to stderr.

- **Status 0:** success, even if a search finds nothing.
- **Status 1:** an id is unknown, a check has failed, or mneme could not do what the command says.
- **Status 2:** the command line is wrong.
`;

/** Names in the list of a help: "install|install-hooks [options]  …" is `install`. */
const LISTED = /^ {2}([a-z-]+)(?:\|[a-z-]+)?(?: [^\n]*)?$/gm;

/** `docs/commands.md`: the help of every command, in the order in which the program lists them. */
export async function commandsReference(): Promise<string> {
  const home = Deno.makeTempDirSync({ prefix: "mneme-help-" });
  try {
    const sections: string[] = [];
    for (const name of listedIn(await help(home, []))) {
      const text = await help(home, [name]);
      sections.push(section([name], text));
      const children = listedIn(text).map((child) => [name, child]);
      const texts = await Promise.all(children.map((path) => help(home, path)));
      sections.push(...children.map((path, i) => section(path, texts[i] ?? "")));
    }
    return [HEAD, ...sections].join("\n");
  } finally {
    Deno.removeSync(home, { recursive: true });
  }
}

function section(path: readonly string[], text: string): string {
  const heading = `${"#".repeat(path.length + 1)} mneme ${path.join(" ")}`;
  return [heading, "", "```", text.trim(), "```", ""].join("\n");
}

/** The commands that a help lists below "Commands:". */
function listedIn(text: string): string[] {
  const [list = ""] = text.split("\nCommands:\n")[1]?.split("\n\n") ?? [];
  return [...list.matchAll(LISTED)].map(([, name = ""]) => name).filter((name) => name !== "help");
}

async function help(home: string, path: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runProgram(`${DIST}/mneme`, {
    args: [...path, "--help"],
    env: { HOME: home },
    cwd: home,
    stdin: new Uint8Array(),
  });
  if (code !== 0) throw new Error(`mneme ${path.join(" ")} --help ended with ${code}: ${stderr}`);
  return stdout;
}

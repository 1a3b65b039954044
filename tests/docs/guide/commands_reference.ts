import { DIST } from "../../_support/executables.ts";
import { runProgram } from "../../_support/run_program.ts";

const HEAD = `# Commands

This page has the help that \`mneme\` prints for each command. Other pages explain the [terms](README.md#terms),
[ids](search.md#mneme-search-query) such as \`m12\`, and [categories](what_goes_where.md#a-memory). The data
folder is \`$MNEME_HOME\`, by default \`~/.mneme\`. A bar (\`install|install-hooks\`) stands between two names of
one command. Results go to stdout, messages to stderr.

**The current project** is the current folder. In a git repository, it is the nearest folder (the current one
or one above) in which a session has run or, if there is none, that has memories.

**Status 0** is success, even if a search finds nothing. **Status 1:** an id is unknown, a check has failed,
or mneme could not do what the command says. **Status 2:** the command line is wrong.
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

import { ExitCode } from "../../../../src/base/user_error.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { notOnWindows } from "../../../_support/windows.ts";

Deno.test("mneme ends with one line and status 1 when the answer is no, 2 when it does not understand", async () => {
  using home = new CliHome();
  assertEquals(await home.main("sessions", "show", "s7"), {
    code: ExitCode.Failed,
    stdout: "",
    stderr:
      'mneme: Cannot show session "s7": there is none; `mneme sessions list --all` shows what there is\n',
  });
  assertEquals(await home.main("pause", "--for", "soon"), {
    code: ExitCode.Usage,
    stdout: "",
    stderr: 'mneme: Cannot read "soon" as a duration; write it as 30m, 1h or 2d\n',
  });
  assertEquals(home.inventory(), []);
});

const USAGE_ERRORS: [args: string[], said: string][] = [
  [["serch"], "unknown command 'serch' (did you mean search?); `mneme help` lists the commands"],
  [
    ["memory", "lst"],
    "unknown command 'lst' (did you mean list?); `mneme memory --help` shows how it is used",
  ],
  [
    ["memory", "forget"],
    "missing required argument 'ids'; `mneme memory forget --help` shows how it is used",
  ],
  [
    ["doctor", "--fixx"],
    "unknown option '--fixx' (did you mean --fix?); `mneme doctor --help` shows how it is used",
  ],
  [
    ["search", "a", "--limit"],
    "option '--limit <n>' argument missing; `mneme search --help` shows how it is used",
  ],
  [["a\nb\u001b[1m"], "unknown command 'a b'; `mneme help` lists the commands"],
];

for (const [args, said] of USAGE_ERRORS) {
  Deno.test(`mneme ${args.join(" ").replace(/\W+/g, " ")} is told in one line what is wrong`, async () => {
    using home = new CliHome();
    assertEquals(await home.main(...args), {
      code: ExitCode.Usage,
      stdout: "",
      stderr: `mneme: Cannot read the command line: ${said}\n`,
    });
  });
}

Deno.test("mneme help names what it is asked for", async () => {
  using home = new CliHome();
  for (const args of [["help", "memory"], ["memory", "help", "add"], ["help", "import-history"], ["help"]]) {
    const { code, stdout, stderr } = await home.main(...args);
    assertEquals([code, stderr], [ExitCode.Ok, ""]);
    assertMatch(stdout, /^Usage: mneme/);
  }
});

notOnWindows("devices", "mneme says what is wrong with a data folder that cannot be one", async () => {
  using home = new CliHome();
  const said = async (folder: string, ...words: string[]) => {
    const { code, stderr } = await home.mainAsBuilt({ MNEME_HOME: folder }, ...words);
    return [code, stderr];
  };
  for (const words of [["memory", "list"], ["process"], ["config", "show"], ["pause"]]) {
    assertEquals(await said("/dev/mneme", ...words), [
      ExitCode.Failed,
      "mneme: Cannot use the data folder /dev/mneme: the system keeps files of its own there; " +
      "set MNEME_HOME to a folder such as /home/me/.mneme\n",
    ]);
  }
  assertEquals(await said("data", "memory", "list"), [
    ExitCode.Failed,
    "mneme: Cannot find the data folder: MNEME_HOME is data, which is not an absolute path; " +
    "set MNEME_HOME to a folder such as /home/me/.mneme\n",
  ]);
  assertEquals(await said(home.paths.root, "memory", "import", "/dev/x"), [
    ExitCode.Failed,
    "mneme: Cannot read /dev/x: the system keeps files of its own there; " +
    "name a JSONL file, or - for stdin\n",
  ]);
});

const COMMANDS =
  "doctor, pause, unpause, stats, search, timeline, get, sessions list, sessions show, sessions forget, triage";

for (const words of COMMANDS.split(", ")) {
  Deno.test(`mneme ${words} --help has --json and an example that the program understands`, async () => {
    using home = new CliHome();
    const { code, stdout } = await home.main(...words.split(" "), "--help");
    assertEquals(code, ExitCode.Ok);
    assertMatch(stdout, /--json +print JSON/);
    const example = /\nExample:\n {2}mneme (.+)\n/.exec(stdout)?.[1] ?? "";
    assert(example.startsWith(words));
    assert((await home.main(...example.split(" "))).code !== ExitCode.Usage, example);
  });
}

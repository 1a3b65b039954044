import { ExitCode } from "../../../../src/core/exit_code.ts";
import { assert, assertEquals, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";

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

Deno.test("mneme names the commands that have a word which is none by itself", async () => {
  using home = new CliHome();
  assertEquals(await home.main("forget", "m1"), {
    code: ExitCode.Usage,
    stdout: "",
    stderr: "error: unknown command 'forget'\n" +
      "(there are `mneme sessions forget`, `mneme memory forget`, `mneme ghap forget`, `mneme values forget`, " +
      "`mneme projects forget`)\n",
  });
  assertMatch((await home.main("serch")).stderr, /Did you mean search\?\)\n\(`mneme help` lists/);
});

const COMMANDS = [
  "doctor",
  "pause",
  "unpause",
  "stats",
  "search",
  "timeline",
  "get",
  "sessions list",
  "sessions show",
  "sessions forget",
  "triage",
];

for (const words of COMMANDS) {
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

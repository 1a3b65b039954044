import { delimiter } from "node:path";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { casesOf } from "../_support/cases.ts";
import { DIST } from "../_support/executables.ts";
import { runProgram } from "../_support/run_program.ts";
import { TestHome } from "../_support/test_home.ts";
import { isWindows } from "../_support/windows.ts";

/** Compiled, as its permissions are narrower than those of a test. */
Deno.test("mneme doctor finds a fresh install sound, before and after a first session", async () => {
  using home = new TestHome();
  assertEquals((await home.mneme(["install"])).code, 0);
  for (const stage of ["installed", "used"]) {
    const { code, stdout, stderr } = await home.mneme(["doctor"]);
    assertEquals([stage, code, stderr, stdout.match(/^fail.*/m)], [stage, 0, "", null]);
    assertMatch(stdout, /^ok +integrity /m);
    await home.fire("SessionStart", { source: "startup" });
    await home.fire("SessionEnd", { reason: "other" });
    await home.settle();
  }
});

Deno.test("mneme doctor says what to type where install did not find the client, and is quiet once it was typed", async () => {
  using home = new TestHome();
  const env = { PATH: "/usr/bin:/bin" };
  const installed = await home.mneme(["install"], { env });
  const [, line = "?"] = /run: (claude mcp add .*)/.exec(installed.stdout) ?? [];
  const warned = await home.mneme(["doctor"], { env });
  assertEquals(warned.code, 0);
  assertEquals(/^warn +server .*\n +fix: (.*)$/m.exec(warned.stdout)?.[1], line);
  Deno.writeTextFileSync(
    `${home.home}/.claude.json`,
    JSON.stringify({ mcpServers: { mneme: { command: `${DIST}/mneme`, args: ["mcp"] } } }),
  );
  assertMatch((await home.mneme(["doctor"], { env })).stdout, /^ok +server /m);
});

interface Finding {
  readonly check: string;
  readonly text: string;
  readonly fix?: string;
}

const COMMAND = /^(mneme|chmod|rm|unset|claude) /; // prose begins otherwise

/** What can be wrong with an installed home, by the check in which it shows: the line of a shell that makes it so. */
const CASES = casesOf<Record<"check" | "name" | "arrange", string>>(import.meta.filename);
for (const { check, name, arrange } of CASES) {
  Deno.test(`doctor's fix for ${name} works as it is typed`, { ignore: isWindows }, async () => {
    using home = new TestHome();
    assertEquals((await home.mneme(["install"])).code, 0);
    const before = new Set((await look(home)).map(({ text }) => text));
    await type(home, arrange);
    const found = (await look(home)).filter((one) =>
      one.check === check && COMMAND.test(one.fix ?? "") && !before.has(one.text)
    );
    assert(found.length > 0);
    for (const { fix = "" } of found) {
      const { code, stderr } = await type(home, fix);
      assertEquals([fix, code, stderr.match(/^mneme: .*/gm)], [fix, 0, null]);
    }
    const texts = new Set(found.map(({ text }) => text));
    assertEquals((await look(home)).filter(({ text }) => texts.has(text)), []);
  });
}

async function look(home: TestHome): Promise<Finding[]> {
  return JSON.parse((await home.mneme(["doctor", "--json"])).stdout).findings;
}

/** As a person does, with `mneme` on the path. */
function type(home: TestHome, line: string) {
  const { PATH = "", ...env } = home.environment();
  return runProgram("/bin/sh", {
    args: ["-c", line],
    env: { ...env, PATH: `${DIST}${delimiter}${PATH}` },
    cwd: home.project,
    stdin: new Uint8Array(0),
  });
}

/** How a session start names the command, with these folders before the rest of the PATH. */
async function commandNamed(home: TestHome, session_id: string, ...folders: string[]) {
  const PATH = [...folders, home.environment().PATH].join(":");
  const told = await home.tell("SessionStart", { source: "startup", session_id }, { env: { PATH } });
  return /`(\S+) search/.exec(told)?.[1];
}

Deno.test("a session start names mneme as short as the shell finds this very one, whatever was found before", async () => {
  using home = new TestHome();
  await home.fire("SessionStart", { source: "startup" });
  await home.fire("UserPromptSubmit", { prompt: "Round the totals" });
  const [linked, other] = [`${home.root}/linked`, `${home.root}/other`];
  for (const folder of [linked, other]) Deno.mkdirSync(folder);
  Deno.symlinkSync(`${DIST}/mneme`, `${linked}/mneme`);
  Deno.writeTextFileSync(`${other}/mneme`, "#!/bin/sh\n", { mode: 0o755 });
  assertEquals(await commandNamed(home, "a"), `${DIST}/mneme`);
  assertEquals(await commandNamed(home, "b", linked), "mneme");
  assertEquals(await commandNamed(home, "c", linked), "mneme");
  assertEquals(await commandNamed(home, "d", other, linked), `${DIST}/mneme`);
  assertEquals(await commandNamed(home, "e", linked), "mneme");
  Deno.removeSync(`${linked}/mneme`);
  assertEquals(await commandNamed(home, "f", linked), `${DIST}/mneme`);
});

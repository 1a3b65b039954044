// Plays a tiny scenario by a script, in every way, with the compiled executables and the program that players use.
import { assert } from "../_support/assert.ts";
import { PROJECT_ROOT } from "../_support/executables.ts";
import { runProgram } from "../_support/run_program.ts";
import { isWindows } from "../_support/windows.ts";
import { WAYS } from "./player_folder.ts";

const TINY = `${PROJECT_ROOT}/tests/played/tiny/tiny.yaml`;
const MAIN = `${PROJECT_ROOT}/tests/played/main.ts`;
const EDIT = `<<<<<<< old
export const price = 250;
=======
export const price = 250;
export const fee = 450;
>>>>>>> new
`;

type Player = (...args: string[]) => Promise<string>;

for (const way of WAYS) {
  Deno.test(`a scripted player plays whole sessions: ${way}`, { ignore: isWindows }, () => play(way));
}

async function play(way: string): Promise<void> {
  const root = Deno.makeTempDirSync({ prefix: "mneme-played-test-" });
  try {
    Deno.mkdirSync(`${root}/shop`);
    Deno.writeTextFileSync(`${root}/shop/price.js`, "export const price = 250;\n");
    const dir = `${root}/player`;
    const main = (...args: string[]) => run(Deno.execPath(), ["run", "-A", "--no-check", MAIN, ...args]);
    await main("init", dir, "--scenario", TINY, "--repo", `${root}/shop`, "--way", way, "--others", "3");
    const player = (...args: string[]) => run(`${dir}/play`, args);
    const type = (text: string, ...args: string[]) => run(`${dir}/play`, args, text);

    const first = await player("start", "L1");
    assert(first.includes("=== The user says:\nFrom now on always keep amounts"), first);
    assert(first.includes("save_memory") === way.startsWith("mneme"), first);
    assert(first.includes("The bundle is written by rollup alone (build.md)") === (way === "notes"), first);
    assert((await player("read", "price.js")).startsWith("1\texport const price = 250;"));
    assert((await player("bash", "echo so; exit 3")).includes("Exit code 3\nso"));
    await keep(way, dir, player);
    await sayOn(player, "It has the price.", "Change the price to 300.");
    await type("export const price = 300;\n", "write", "price.js");
    await sayOn(player, "Done.", "The session is over");

    const second = await player("start", "T1");
    assert(second.includes("whole cents") === (way !== "none"), second);
    const refused = await type("<<<<<<< old\nno such line\n=======\n>>>>>>> new\n", "edit", "price.js");
    assert(refused.includes("0 times"), refused);
    assert((await type(EDIT, "edit", "price.js")).includes("has been updated"));
    const started = await player("helper", "Say how many lines price.js has.");
    assert(started.includes("helper.md"), started);
    assert(Deno.readTextFileSync(`${dir}/helper.md`).includes("how many lines price.js has"));
    assert((await run(`${dir}/helper`, ["bash", "wc -l <price.js"])).trim() === "2");
    await run(`${dir}/helper`, ["say", "It has two lines."]);
    assert((await player("helped")).includes("It has two lines."));
    await sayOn(player, "The fee is there.", "The session is over");

    const report = await main("score", dir);
    const [, line = ""] = /\n(\| tiny, .*)/.exec(report) ?? [];
    assert(line.startsWith(`| tiny, ${way}, 3 | player | 2 of 2 | 4 | 1 |`), report);
    assert(line.endsWith(`| ${way === "none" ? 0 : 1} of 1 | 0 |`), report);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

/** Saves the rule as an agent of that way does. */
async function keep(way: string, dir: string, player: Player): Promise<void> {
  if (way === "notes") {
    await player("bash", `echo '- Amounts are whole cents, never floats' >>${dir}/memory/MEMORY.md`);
  } else if (way !== "none") {
    const memory = {
      category: "PREFERENCE",
      title: "Amounts are whole cents, never floats",
      body: "Amounts are whole cents, never floats.",
    };
    const answer = await player("tool", "save_memory", JSON.stringify(memory));
    assert(answer.includes("m4"), answer);
  }
}

/** Ends a turn; where a hook has it go on, once more. */
async function sayOn(player: Player, text: string, next: string): Promise<void> {
  let shown = await player("say", text);
  if (shown.includes("(The turn goes on.")) shown = await player("say", "Nothing to save.");
  assert(shown.includes(next), shown);
}

async function run(program: string, args: readonly string[], text = ""): Promise<string> {
  const stdin = new TextEncoder().encode(text);
  const options = { args, env: Deno.env.toObject(), cwd: PROJECT_ROOT, stdin, killAfterMs: 120_000 };
  const { code, stdout, stderr } = await runProgram(program, options);
  assert(code === 0, `${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

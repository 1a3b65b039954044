import { DIST } from "../_support/executables.ts";
import { homeVariable } from "../../src/machine/paths.ts";
import { assert, assertEquals, assertMatch } from "../_support/assert.ts";
import { Machine } from "./_support/machines.ts";

/** Runs the command on a terminal of its own and types, once it asks; returns all that the terminal showed. */
async function typedInto(machine: Machine, args: readonly string[], typed: string) {
  const command = [`${DIST}/mneme`, ...args].map((word) => `'${word}'`).join(" ");
  const child = new Deno.Command("script", {
    args: ["-qefc", `exec ${command}`, "/dev/null"],
    cwd: machine.project,
    clearEnv: true,
    env: { [homeVariable()]: machine.root, MNEME_HOME: machine.data, PATH: Deno.env.get("PATH") ?? "" },
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const keys = child.stdin.getWriter();
  let shown = "";
  for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
    const isAsked = !shown.includes("Key");
    shown += piece;
    if (isAsked && shown.includes("Key")) await keys.write(new TextEncoder().encode(typed));
  }
  const { code } = await child.status;
  await keys.abort().catch(() => {});
  return { code, shown };
}

/** What is typed, made of the key, and how it ends. */
const TYPED: Readonly<Record<string, readonly [typed: (key: string) => string, code: number, told: RegExp]>> =
  {
    "the key": [(key) => `${key}\r`, 0, /This machine is in the space me now/],
    "the key with a slip": [
      (key) => `x\b\x7f\x7f${key.slice(0, -1)}y\x7f${key.at(-1)}\r`,
      0,
      /is in the space me/,
    ],
    "other words": [(key) => `${key} zebra\r`, 1, /mneme: The key is not one: /],
    "Ctrl+C": [(key) => `${key}\x03`, 1, /mneme: Cannot go on without the key; nothing was changed/],
  };

const ignore = Deno.build.os !== "linux"; // `script` takes its arguments otherwise elsewhere

Deno.test("mneme sync join does not show the key that is typed", { ignore }, async () => {
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "mneme-sync-" }));
  try {
    Deno.mkdirSync(`${root}/shared`);
    const key = await new Machine(root, "a").init(`dir:${root}/shared`);
    for (const [name, [typed, wanted, told]] of Object.entries(TYPED)) {
      const machine = new Machine(root, name.replaceAll(" ", "-"));
      const { code, shown } = await typedInto(machine, ["sync", "join", `dir:${root}/shared`], typed(key));
      assertEquals([name, code], [name, wanted], shown);
      assertMatch(shown, told);
      for (const [i, word] of key.split(" ").entries()) {
        const pair = `${word} ${key.split(" ")[i + 1]}`;
        assert(!shown.includes(pair), `${name}: shows ${pair}`);
      }
    }
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

import { dirname } from "node:path";
import { assertEquals, assertMatch } from "../_support/assert.ts";
import { casesOf } from "../_support/cases.ts";
import { RunningView } from "../view/_support/view_server.ts";
import { type Machine, test } from "./_support/machines.ts";

/** What several machines do, one after the other, and what they then have. */
interface Story {
  readonly name: string;
  /**
   * A machine and a command of mneme, one more word, and a pattern of the answer. `!`: the command fails. Behind the
   * machine: `2` for a second clone, `/src` for a subfolder, `~` for its home, `@` for a session's shell. `config` writes the git configuration of
   * the clone; `remove` removes the clone; `sql` changes rows; `hook` runs one, which gets the word's fields;
   * `page` sends a change from the page, without a word about the last one.
   */
  readonly steps: readonly (readonly [command: string, word?: string, answer?: string])[];
  /** The memories, with their folders, and the goals of each machine; `null` is a memory of every project. */
  readonly has: Readonly<Record<string, readonly (string | null)[]>>;
}

for (const { name, steps, has } of casesOf<Story>(import.meta.filename)) {
  test(name, async ({ url, own, ...rest }) => {
    const machines = rest as unknown as Readonly<Record<string, Machine>>;
    let [key, action] = ["", 0];
    await using opened = new AsyncDisposableStack();
    const pages: Record<string, RunningView> = {};
    for (const [command, word = "", answer = ""] of steps) {
      const [, fails, who = "", place = "", deed = ""] = /^(!?)(\w+?)(2|\/src|~|@)? (.*)$/.exec(command)!;
      const { root, project } = machines[who]!;
      const cwd = place === "~" ? root : project + place.replace("@", "");
      Deno.mkdirSync(`${cwd}${place === "2" ? "/.git" : ""}`, { recursive: true });
      if (deed === "config") Deno.writeTextFileSync(`${cwd}/.git/config`, word);
      else if (deed === "remove") Deno.removeSync(cwd, { recursive: true });
      else if (deed.startsWith("hook ")) {
        assertMatch(await machines[who]!.hook(deed.slice(5), JSON.parse(word)), new RegExp(answer, "m"));
      } else if (deed.startsWith("page ")) {
        const { env } = machines[who]!;
        pages[who] ??= opened.use(await RunningView.start({ environment: () => env, project }));
        const done = await pages[who].post(deed.slice(5), word === "" ? { action } : JSON.parse(word));
        assertMatch(JSON.stringify(done), new RegExp(answer, "m"));
        action = done.id;
      } else if (deed === "sql") machines[who]!.change(word.replace("CWD", cwd));
      else {
        const args = [deed.replace("URL", url).replace("OWN", own).split(" "), word || []].flat();
        const env = place === "@" ? { CLAUDE_CODE_SESSION_ID: "0192f3c4-a5b6-4000-8000-000000000011" } : {};
        const { code, stdout, stderr } = await machines[who]!.call(args, { stdin: key, cwd, env });
        assertEquals([command, code === 0], [command, fails === ""], stderr);
        assertMatch(stdout + stderr, new RegExp(answer, "m"));
        key = /"key": *"([^"]*)/.exec(stdout)?.[1] ?? key;
      }
    }
    for (const [who, texts] of Object.entries(has)) {
      const folder = `replace(project, '${dirname(machines[who]!.project)}/', '')`;
      const said = `select ${folder} || ': ' || body from memories where status <> 'deleted'`;
      assertEquals(machines[who]!.column(`${said} union all select goal from ghap order by 1`), texts);
    }
  });
}

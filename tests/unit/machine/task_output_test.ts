import { readSavedOutput, readTaskOutput } from "../../../src/machine/task_output.ts";
import { assert, assertEquals } from "../../_support/assert.ts";
import { test, TestHome } from "../../_support/test_home.ts";

const TASK = { id: "b1", sessionId: "s" };

/** The path of a file, after its folders. */
function written(home: TestHome, path: string, text: string): string {
  home.write(path, text);
  return `${home.root}/${path}`;
}

test("readTaskOutput() reads where the client keeps outputs, and nowhere else", (home) => {
  const files: readonly [path: string, text: string, isRead: boolean][] = [
    ["x/-p/s/tasks/b1.output", "a", true],
    ["claude-1000/-p/tasks/b1.output", "b", true],
    ["x/other/tasks/b1.output", "c", false],
    ["x/s/secrets/b1.output", "d", false],
  ];
  for (const [path, text, isRead] of files) {
    assertEquals(readTaskOutput(written(home, path, text), TASK), isRead ? text : "", path);
  }
  assertEquals(readTaskOutput(`${home.root}/x/-p/s/tasks/../../../secret/s/tasks/b1.output`, TASK), "");
  assertEquals(readTaskOutput(`${home.root}/x/-p/s/tasks/b1.output`, { ...TASK, id: "b2" }), "");
  assertEquals(readTaskOutput(`${home.root}/absent/s/tasks/b1.output`, TASK), "");
  Deno.mkdirSync(`${home.root}/y/s/tasks`, { recursive: true });
  Deno.symlinkSync(`${home.root}/x/s/secrets/b1.output`, `${home.root}/y/s/tasks/b1.output`);
  assertEquals(readTaskOutput(`${home.root}/y/s/tasks/b1.output`, TASK), "");
});

test("readSavedOutput() reads where the client keeps what was too long, of this session alone", (home) => {
  const files: readonly [path: string, isRead: boolean][] = [
    ["-p/s/tool-results/b1.txt", true],
    ["-p/other/tool-results/b1.txt", false],
    ["-p/s/results/b1.txt", false],
    ["-p/s/tool-results/.env", false],
  ];
  for (const [path, isRead] of files) {
    assertEquals(readSavedOutput(written(home, path, path), "s"), isRead ? path : "", path);
  }
  assertEquals(readSavedOutput(`${home.root}/-p/s/tool-results/../../s/tool-results/b1.txt`, "s"), "");
  assertEquals(readSavedOutput(`${home.root}/-p/s/tool-results/absent.txt`, "s"), "");
});

test("readTaskOutput() keeps head and tail of a long output, and the head of one that is too long to search it", (home) => {
  const path = written(home, "s/tasks/b1.output", `first${"x".repeat(2_000_000)}last`);
  const text = readTaskOutput(path, TASK);
  assert(text.startsWith("first") && text.endsWith("last"));
  assertEquals(text.length, 40 * 1024 + 1);
  Deno.truncateSync(path, 20_000_000);
  assertEquals(readTaskOutput(path, TASK).length, 8192);
});

test("readTaskOutput() leaves out a private block of a long output, and all after one that stays open", (home) => {
  const hidden = `<private>${"y".repeat(700_000)}`;
  const path = written(home, "s/tasks/b1.output", `first ${hidden}</private>last`);
  assertEquals(readTaskOutput(path, TASK), "first last");
  written(home, "s/tasks/b1.output", `first ${hidden}last`);
  assertEquals(readTaskOutput(path, TASK), "first ");
});

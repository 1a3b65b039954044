import { readSavedOutput, readTaskOutput } from "../../../src/machine/task_output.ts";
import { assert, assertEquals } from "../../_support/assert.ts";

const TASK = { id: "b1", sessionId: "s" };

function write(folder: string, text: string): string {
  Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(`${folder}/b1.output`, text);
  return `${folder}/b1.output`;
}

Deno.test("readTaskOutput() reads where the client keeps outputs, and nowhere else", () => {
  const root = Deno.makeTempDirSync();
  try {
    assertEquals(readTaskOutput(write(`${root}/x/-p/s/tasks`, "a"), TASK), "a");
    assertEquals(readTaskOutput(write(`${root}/claude-1000/-p/tasks`, "b"), TASK), "b");
    assertEquals(readTaskOutput(write(`${root}/x/other/tasks`, "c"), TASK), "");
    assertEquals(readTaskOutput(write(`${root}/x/s/secrets`, "d"), TASK), "");
    assertEquals(readTaskOutput(`${root}/x/-p/s/tasks/../../../secret/s/tasks/b1.output`, TASK), "");
    assertEquals(readTaskOutput(`${root}/x/-p/s/tasks/b1.output`, { ...TASK, id: "b2" }), "");
    assertEquals(readTaskOutput(`${root}/absent/s/tasks/b1.output`, TASK), "");
    Deno.mkdirSync(`${root}/y/s/tasks`, { recursive: true });
    Deno.symlinkSync(`${root}/x/s/secrets/b1.output`, `${root}/y/s/tasks/b1.output`);
    assertEquals(readTaskOutput(`${root}/y/s/tasks/b1.output`, TASK), "");
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

Deno.test("readSavedOutput() reads where the client keeps what was too long, of this session alone", () => {
  const root = Deno.makeTempDirSync();
  const save = (folder: string, name: string) => {
    Deno.mkdirSync(`${root}/${folder}`, { recursive: true });
    Deno.writeTextFileSync(`${root}/${folder}/${name}`, name);
    return `${root}/${folder}/${name}`;
  };
  try {
    assertEquals(readSavedOutput(save("-p/s/tool-results", "b1.txt"), "s"), "b1.txt");
    assertEquals(readSavedOutput(save("-p/other/tool-results", "b1.txt"), "s"), "");
    assertEquals(readSavedOutput(save("-p/s/results", "b1.txt"), "s"), "");
    assertEquals(readSavedOutput(save("-p/s/tool-results", ".env"), "s"), "");
    assertEquals(readSavedOutput(`${root}/-p/s/tool-results/../../s/tool-results/b1.txt`, "s"), "");
    assertEquals(readSavedOutput(`${root}/-p/s/tool-results/absent.txt`, "s"), "");
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

Deno.test("readTaskOutput() keeps head and tail of a long output", () => {
  const root = Deno.makeTempDirSync();
  try {
    const text = readTaskOutput(write(`${root}/s/tasks`, `first${"x".repeat(2_000_000)}last`), TASK);
    assert(text.startsWith("first") && text.endsWith("last"));
    assertEquals(text.length, 40 * 1024 + 1);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

Deno.test("readTaskOutput() leaves out a tail that may lie in a private block", () => {
  const root = Deno.makeTempDirSync();
  try {
    const path = write(`${root}/s/tasks`, "");
    for (const before of [8190, 8192, 100_000, 262_140, 270_330, 599_990]) {
      const text = `${"x".repeat(before)}<private>${"y".repeat(700_000)}last`;
      Deno.writeTextFileSync(path, text);
      assertEquals(readTaskOutput(path, TASK), text.slice(0, 8192), `${before}`);
    }
    Deno.writeTextFileSync(path, "first");
    Deno.truncateSync(path, 20_000_000);
    assertEquals(readTaskOutput(path, TASK).length, 8192);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

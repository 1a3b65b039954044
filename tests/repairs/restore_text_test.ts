// Compiled: what agents replaced in a file is handed back from the captured edits.
import { DatabaseSync } from "node:sqlite";
import { assertEquals, assertMatch } from "../_support/assert.ts";
import { TestHome } from "../_support/test_home.ts";

async function call(home: TestHome, id: string, fields: Record<string, unknown>, sessionId = "session-1") {
  await home.hook("post-tool-use", {
    ...home.payload("PostToolUse", { session_id: sessionId, tool_use_id: id }),
    ...fields,
  });
}

function edit(path: string, before: string, originalFile?: string) {
  const response = { filePath: path, ...(originalFile === undefined ? {} : { originalFile }) };
  return {
    tool_name: "Edit",
    tool_input: { file_path: path, old_string: before, new_string: "y" },
    tool_response: response,
  };
}

Deno.test("mneme restore-text lists what was replaced in a file, newest first, and prints the one that is picked", async () => {
  using home = new TestHome();
  await home.hook("session-start", home.payload("SessionStart", { source: "startup" }));
  const path = `${home.project}/src/cart.ts`;
  await call(home, "1", edit(path, "first\r\n"));
  await call(home, "2", {
    tool_name: "Write",
    tool_input: { file_path: path, content: "new" },
    tool_response: {
      type: "update",
      filePath: path,
      content: "new",
      originalFile: "whole\nfile without end",
    },
  }, "session-2");
  await call(home, "3", edit(`${home.project}/src/cart.tsx`, "another file"));
  await call(home, "4", {
    tool_name: "Write",
    tool_input: { file_path: path, content: "x" },
    tool_response: { type: "create", filePath: path },
  });
  const listed = await home.mneme(["restore-text", "src/cart.ts"]);
  assertMatch(
    listed.stdout,
    /^1 {2}\S+ \S+ {2}s2 {2}whole file {2}2 lines {2}whole file without end\n2 {2}\S+ \S+ {2}s1 {2}part .*first\n$/,
  );
  assertMatch(listed.stderr, /--pick N/);
  assertEquals(
    (await home.mneme(["restore-text", "src/cart.ts", "--pick", "1"])).stdout,
    "whole\nfile without end",
  );
  assertEquals((await home.mneme(["restore-text", path, "--session", "s1"])).stdout, "first\r\n");
  const json = JSON.parse((await home.mneme(["restore-text", path, "--json"])).stdout);
  assertEquals(json.map(({ number, session, kind }: Record<string, unknown>) => [number, session, kind]), [
    [1, "s2", "file"],
    [2, "s1", "part"],
  ]);
  const nothing = await home.mneme(["restore-text", "src/none.ts"]);
  assertEquals([nothing.code, nothing.stdout], [1, ""]);
  assertMatch(nothing.stderr, /no captured call has replaced anything in it/);
});

Deno.test("mneme restore-text says what was secret and cannot be restored, and what is too old", async () => {
  using home = new TestHome();
  await home.hook("session-start", home.payload("SessionStart", { source: "startup" }));
  const path = `${home.project}/deploy.env`;
  await call(home, "1", edit(path, `token = "ghp_${"a1B2c3".repeat(6)}"\nregion = "eu"\n`));
  const { stdout, stderr } = await home.mneme(["restore-text", "deploy.env"]);
  assertMatch(stdout, /\[redacted:[\w-]+\]"?\nregion = "eu"\n$/);
  assertMatch(stderr, /secret in one place was never kept and cannot be restored/);
  const database = new DatabaseSync(home.database);
  database.exec("update pending_queue set created_at = '2020-01-01T00:00:00.000Z'");
  database.close();
  await home.mneme(["process"]);
  const pruned = await home.mneme(["restore-text", "deploy.env"]);
  assertEquals(pruned.code, 1);
  assertMatch(pruned.stderr, /older than retention\.raw_days/);
});

import { assertEquals } from "../_support/assert.ts";
import { TestHome } from "../_support/test_home.ts";

Deno.test("a note is not gone because the client has removed the transcripts beside it", async () => {
  using home = new TestHome();
  const folder = "home/.claude/projects/-shop";
  const row = { type: "user", sessionId: "s-1", cwd: home.project };
  home.write(`${folder}/s-1.jsonl`, `${JSON.stringify(row)}\n`);
  home.write(`${folder}/memory/MEMORY.md`, "# Notes\n\n## Staging\n\nThe gateway listens on port 4173.\n");
  home.write(`${folder}/memory/package-manager.md`, "Use pnpm, never npm.\n");
  const importNotes = async () => {
    const { stdout } = await home.mneme(["memory", "import", "--from", "claude", "--json"]);
    return JSON.parse(stdout);
  };
  assertEquals((await importNotes()).added, 2);
  await Deno.remove(`${home.home}/.claude/projects/-shop/s-1.jsonl`);
  const { gone, homeless } = await importNotes();
  assertEquals([gone, homeless.length], [[], 2]);
});

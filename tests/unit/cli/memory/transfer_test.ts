import { assert, assertMatch } from "../../../_support/assert.ts";
import { CliHome } from "../../../_support/cli_home.ts";
import { memory } from "../../../_support/commands.ts";

Deno.test("memory import --from takes out what is secret before it cuts, from title, text and evidence", async () => {
  using home = new CliHome();
  const token = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
  const [head, body] = [
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9",
    "eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4ifQ",
  ];
  const jwt = `${head}.${body}.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c`;
  const folder = `${home.root}/home/.claude/projects/-shop`;
  Deno.mkdirSync(`${folder}/memory`, { recursive: true });
  Deno.writeTextFileSync(`${folder}/s.jsonl`, `${JSON.stringify({ cwd: home.project })}\n`);
  Deno.writeTextFileSync(
    `${folder}/memory/MEMORY.md`,
    `# Key ${token}\n${"word ".repeat(1596)}${token} end\n# Log in\nWith ${jwt} all day.`,
  );
  await memory(home, "import", "--from", "claude");
  const kept = JSON.stringify(home.rows("select * from memories"));
  assertMatch(kept, /Log in: With \[redacted/);
  assert(!/ghp_|eyJ/.test(kept), kept);
});

import { capturePriority, endsWithReading, isReadOnlyCommand } from "../../../src/shell/command_words.ts";
import { isOwnTool, isSkippedTool } from "../../../src/shell/tools.ts";
import { assertEquals } from "../../_support/assert.ts";

const READING = [
  "sleep 5 && tail -20 out.log",
  "LANG+=.UTF-8 ls",
  "ls",
  "ls -la /tmp",
  "pwd",
  "which node",
  "echo hello > /dev/null",
  "cat a b 2>/dev/null",
  "git status",
  "git log --oneline -5",
  "git --no-pager diff HEAD~1",
  "git -C /work/shop status",
  "git -c color.ui=never log -3",
  "git status && git log",
  "ls; pwd; echo done",
  "cat package.json | head -20 | grep name",
  "LC_ALL=C sort names.txt",
  "find . -name '*.ts' -type f",
  "sed -n 1,20p a.ts",
  "cd src && ls",
  "[ -f a ] && cat a",
  "ls 2>&1 | wc -l",
  "ls # > not a redirection",
  "'ls' \"-la\"",
  "echo 'rm -rf /; > file'",
  'echo "a \\$(not run)"',
  "(ls)",
  "cat a\npwd",
];

const CHANGING = [
  "",
  "   ",
  "npm test",
  "ls && npm test",
  "ls | xargs rm",
  "ls; rm -r build",
  "cat a > b",
  "echo x >> log",
  "echo x >| log",
  "echo x &> log",
  "echo x >& log",
  "> emptied",
  "ls $(rm a)",
  "ls `rm a`",
  'echo "$(rm a)"',
  "diff <(ls) <(pwd)",
  "git commit -m x",
  "git push",
  "git -C status push",
  "git stash",
  "find . -name a -delete",
  "find . -exec rm {} +",
  "sed -i s/a/b/ file",
  "sed s/a/b/ file",
  "sort -o file file",
  "tee file",
  "\\rm a",
  "ls\nrm a",
  "A=1",
  "sudo ls",
  "if true; then rm a; fi",
];

Deno.test("isReadOnlyCommand() knows commands that only look", () => {
  for (const command of READING) assertEquals([command, isReadOnlyCommand(command)], [command, true]);
});

Deno.test("isReadOnlyCommand() takes nothing for reading that may change something", () => {
  for (const command of CHANGING) assertEquals([command, isReadOnlyCommand(command)], [command, false]);
});

Deno.test("endsWithReading() tells an exit code of a look from one of the work", () => {
  for (const line of ["npm test; cat NOTES.md", "make | grep warning", "npm ci\ngit diff\nls x"]) {
    assertEquals([line, endsWithReading(line)], [line, true]);
  }
  for (const line of ["cat NOTES.md", "npm test && cat NOTES.md", "cat a; npm test", "make | tee log", ""]) {
    assertEquals([line, endsWithReading(line)], [line, false]);
  }
});

Deno.test("isReadOnlyCommand() of a compound holds only if every part reads", () => {
  for (const a of READING) {
    for (const b of CHANGING.filter((command) => command.trim() !== "")) {
      const compound = `${a}\n${b}`;
      assertEquals([compound, isReadOnlyCommand(compound)], [compound, false]);
    }
  }
});

Deno.test("capturePriority() is high for changes, low for looks, normal for the rest", () => {
  const cases: [string, string | undefined, string][] = [
    ["Write", undefined, "high"],
    ["Edit", undefined, "high"],
    ["MultiEdit", undefined, "high"],
    ["NotebookEdit", undefined, "high"],
    ["Bash", "make", "high"],
    ["Bash", undefined, "high"],
    ["Bash", "git status", "low"],
    ["PowerShell", "npm.cmd test", "high"],
    ["PowerShell", "git status", "low"],
    ["Read", undefined, "low"],
    ["Glob", undefined, "low"],
    ["Grep", undefined, "low"],
    ["TodoRead", undefined, "low"],
    ["TaskOutput", undefined, "low"],
    ["KillShell", undefined, "low"],
    ["WebFetch", undefined, "normal"],
    ["Agent", undefined, "normal"],
    ["mcp__notes__add", "ls", "normal"],
    ["unknown", undefined, "normal"],
    ["constructor", undefined, "normal"],
  ];
  for (const [tool, command, priority] of cases) {
    assertEquals([tool, command, capturePriority(tool, command)], [tool, command, priority]);
  }
});

Deno.test("isSkippedTool() skips the list, what the configuration adds, and mneme itself", () => {
  for (const tool of ["ListMcpResourcesTool", "SlashCommand", "Skill", "TodoWrite", "AskUserQuestion"]) {
    assertEquals(isSkippedTool(tool, []), true);
  }
  assertEquals(isSkippedTool("WebFetch", []), false);
  assertEquals(isSkippedTool("WebFetch", ["WebFetch"]), true);
  assertEquals(isSkippedTool("webfetch", ["WebFetch"]), false);
});

Deno.test("isOwnTool() knows mneme's server alone and inside a plugin, and no other of a like name", () => {
  for (const tool of ["mcp__mneme__search", "mcp__plugin_memory_mneme__get", "mcp__mneme__"]) {
    assertEquals([tool, isOwnTool(tool)], [tool, true]);
  }
  for (
    const tool of ["mneme", "mcp__mneme2__search", "mcp__not_mneme__search", "mcp__notes__mneme", "Bash"]
  ) {
    assertEquals([tool, isOwnTool(tool)], [tool, false]);
  }
});

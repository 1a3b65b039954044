import { findRuns } from "../../src/outcome/find_runs.ts";
import { assertEquals } from "../_support/assert.ts";
import { answer } from "./labelled_cases.ts";

Deno.test("findRuns() knows test runs as PowerShell and cmd have them", () => {
  const lines = [
    "cmd /c npm test",
    'cmd.exe /C "npm test"',
    "npm.cmd test",
    "npx.cmd vitest run",
    ".\\gradlew.bat test",
    ".\\gradlew test",
    ".\\mvnw.cmd test",
    ".\\node_modules\\.bin\\jest",
    ".\\vendor\\bin\\phpunit",
    "..\\.venv\\Scripts\\pytest.exe",
    "cd C:\\work\\shop; .\\mvnw test",
    "Set-Location C:\\work; dotnet test",
    "$env:CI='1'; npm test",
    "set CI=1 && call npm test",
    'powershell -Command "npm test"',
    "npm test 2>&1 | Select-Object -Last 20",
    "py -m pytest",
  ];
  for (const line of lines) {
    assertEquals([line, findRuns(line, []).map(({ kind }) => kind)], [line, ["tests"]]);
  }
  for (const line of ["type .\\test\\jest", "Get-Content .\\gradlew.bat", "echo .\\gradlew test"]) {
    assertEquals([line, findRuns(line, [])], [line, []]);
  }
});

Deno.test("what a capture keeps of a run in PowerShell says how it ended", async () => {
  const [event, output] = [
    "PostToolUseFailure",
    "Exit code 1\nTests:       1 failed, 4 passed, 5 total\n",
  ] as const;
  for (const command of [".\\node_modules\\.bin\\jest", "npm.cmd test", "cmd /c npm test"]) {
    const found = await answer({ source: "realistic", command, event, output, expected: "tests:fail" });
    assertEquals([command, found.label], [command, "tests:fail"]);
  }
});

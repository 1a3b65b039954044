import { startedBy, startWord } from "../../../../src/cli/clients/client_hooks.ts";
import { assertEquals } from "../../../_support/assert.ts";

const LINES = [
  ["linux", "/home/me/bin/stop", "'/home/me/bin/stop'"],
  ["darwin", "/Users/o'neil/my bin/stop", "'/Users/o'\\''neil/my bin/stop'"],
  ["windows", "C:\\Users\\me\\mneme\\stop.exe", "C:\\Users\\me\\mneme\\stop.exe"],
  ["windows", "C:\\Users\\O'Neil & Co\\stop.exe", "& 'C:\\Users\\O''Neil & Co\\stop.exe'"],
  ["windows", "C:\\Users\\Jörg\\stop.exe", "& 'C:\\Users\\Jörg\\stop.exe'"],
] as const;

Deno.test("startWord() starts a program in the shell of each system, and startedBy() reads it again", () => {
  for (const [system, path, word] of LINES) {
    assertEquals(startWord(path, system), word);
    assertEquals(startedBy(`${word} --mneme-hook --client gemini`), path);
  }
});

Deno.test("startedBy() reads a line as earlier versions wrote it on Windows, and nothing else", () => {
  assertEquals(startedBy('"C:\\my bin\\stop.exe" --mneme-hook'), "C:\\my bin\\stop.exe");
  assertEquals(startedBy("echo"), undefined);
});

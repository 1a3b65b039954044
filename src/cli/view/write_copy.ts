import { printLine } from "../frame/output.ts";
import { attempt } from "../frame/attempt.ts";
import { requireFolderOf, resolvePath } from "../frame/is_there.ts";
import { plainText, sizeText } from "../frame/plain_text.ts";
import { writeAtomic } from "../../machine/files.ts";
import type { Commands } from "../../view/commands.ts";
import { copyText } from "../../view/copy.ts";
import type { PageFiles } from "../../view/server.ts";

/** Writes the page with its present data to one file, which only this user can read. */
export async function writeCopy(file: string, commands: Commands, files: PageFiles): Promise<void> {
  const path = resolvePath(file);
  requireFolderOf(path);
  const text = await copyText(commands, files);
  attempt(`write ${plainText(path)}`, "give another place", () => writeAtomic(path, text));
  const size = sizeText(new TextEncoder().encode(text).length);
  printLine(`Wrote ${plainText(path)}, ${size}: it holds what is remembered, in plain text`);
}

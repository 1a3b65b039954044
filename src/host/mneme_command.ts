import { siblingMneme, typedPath } from "./sibling_path.ts";

/** How a shell starts the `mneme` beside the running hook, wherever it lies: a hook cannot know the PATH of a shell. */
export function mnemeCommand(): string {
  const path = typedPath(siblingMneme());
  return /^[\w./@%+,:-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

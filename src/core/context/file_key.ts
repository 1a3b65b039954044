import { hashText } from "../hash.ts";

/** By what a file's name is looked up: says nothing of the name, and is the same in any case. */
export function fileKey(name: string): string {
  return hashText(name.toLowerCase());
}

/** The last part of a path. */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

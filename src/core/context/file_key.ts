import { hashText } from "../hash.ts";

/** By what a file's name is looked up: says nothing of the name, and is the same in any case. */
export function fileKey(name: string): string {
  return hashText(name.toLowerCase());
}

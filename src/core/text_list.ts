/**
 * Joins with no sign before or after it, and nothing is written differently next to it; the database's driver reads a
 * text up to its first NUL.
 */
export const SEPARATOR = "\x01";

/** Many short texts as a long one, which costs a fraction of what they cost one by one; empty where there are none. */
export type TextList = string;

/** A list of these texts; the sign that separates them becomes a blank in them. */
export function listOf(texts: readonly string[]): TextList {
  return texts.map((text) => text.replaceAll(SEPARATOR, " ")).join(SEPARATOR);
}

/** The texts of the lists, one list after the other. */
export function joinLists(...lists: readonly TextList[]): TextList {
  return lists.filter((list) => list !== "").join(SEPARATOR);
}

/** The texts of a list. */
export function textsOf(list: TextList): string[] {
  return list === "" ? [] : list.split(SEPARATOR);
}

/** Where the text behind each one begins, or would begin. */
export function endsOf(list: TextList): number[] {
  const ends: number[] = [];
  if (list === "") return ends;
  for (let at = list.indexOf(SEPARATOR); at >= 0; at = list.indexOf(SEPARATOR, at + 1)) ends.push(at + 1);
  ends.push(list.length + 1);
  return ends;
}

/** Whether one of the texts is just this. */
export function holdsText(list: TextList, text: string): boolean {
  for (let at = list.indexOf(text); at >= 0; at = list.indexOf(text, at + 1)) {
    const end = at + text.length;
    if ((at === 0 || list[at - 1] === SEPARATOR) && (end === list.length || list[end] === SEPARATOR)) {
      return true;
    }
  }
  return false;
}

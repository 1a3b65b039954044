import { coarseAge } from "../ages.ts";
import { quoteLine } from "../frame.ts";
import type { ContextItem } from "./context_item.ts";

const TEXT_UNITS = 480;
const SOURCE_UNITS = 160;

/** "- m12 · 5 days ago · saved by the user · …": one line that stands on its own and cannot leave its frame. */
export function itemLine({ id, source, text, createdAt }: ContextItem, now: Date): string {
  const age = createdAt === "" ? [] : [coarseAge(new Date(createdAt), now)];
  const parts = [id, ...age, quoteLine(source, SOURCE_UNITS), quoteLine(text, TEXT_UNITS)];
  return `- ${parts.filter((part) => part !== "").join(" · ")}`;
}

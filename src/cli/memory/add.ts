import { MEMORY_CATEGORIES } from "../../core/memory_categories.ts";
import { UsageError } from "../../core/user_error.ts";
import { printJson, printLine, warnLine } from "../output.ts";
import { describeSave, saveInput } from "./save.ts";
import { memoryView } from "./view.ts";

export interface AddOptions {
  readonly category?: string;
  readonly title?: string;
  readonly files?: string;
  readonly scope?: string;
  readonly json?: true;
}

/** `mneme memory add`. */
export function addMemory(body: string, { files, json, category, ...options }: AddOptions): void {
  if (category === undefined) {
    throw new UsageError("Cannot save a memory without a category", {
      hint: `give --category and one of ${MEMORY_CATEGORIES.join(", ")}`,
    });
  }
  const report = saveInput({ ...options, category, body, files: files?.split(",") });
  if (report.isRedacted) warnLine("What was private or secret in it is not kept");
  if (!json) return printLine(describeSave(report));
  const { outcome, superseded, memory } = report;
  printJson({ ...memoryView(memory), outcome, superseded });
}

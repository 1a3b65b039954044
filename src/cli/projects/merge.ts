import { UsageError } from "../../core/user_error.ts";
import { amountOf } from "../memory/amounts.ts";
import { projectAt } from "../data_folder.ts";
import { printJson, printLine } from "../output.ts";
import { plainText } from "../plain_text.ts";
import { openHome } from "../prepare_home.ts";
import { amount } from "../table.ts";
import { requireProject } from "./named_project.ts";
import { moveProject } from "./rows.ts";

/** `mneme projects merge`: a folder was renamed or moved, or two of them are one project. */
export async function mergeIntoProject(
  from: string,
  into: string,
  options: { readonly json?: true },
): Promise<void> {
  const target = projectAt(into);
  const { store } = openHome();
  using _closed = store;
  const { project: source, sessions, memories, predictions } = requireProject(store, from);
  if (source === target) {
    throw new UsageError("Cannot merge a project into itself", { hint: "give two folders" });
  }
  await moveProject(store, source, target);
  if (options.json) return printJson({ from: source, into: target, sessions, memories, predictions });
  const moved = [
    amount(sessions, "session"),
    amountOf(memories),
    amount(predictions, "prediction"),
  ];
  printLine(`${plainText(source)} is part of ${plainText(target)} now: ${moved.join(", ")}`);
}

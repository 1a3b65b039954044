import { Command } from "commander";
import { resolve } from "node:path";
import { restoreFile } from "../keeping/restore.ts";
import { amountOf } from "../memory/amounts.ts";
import { printJson, printLine } from "../output.ts";
import { plainText } from "../plain_text.ts";
import { amount } from "../table.ts";

/** `mneme restore`: puts a backup in the place of what is remembered now. */
export function restoreCommand(): Command {
  return new Command("restore")
    .description("Put a backup in the place of everything that is remembered now, of which a copy is kept")
    .argument("<file>", "as `mneme backup` wrote it")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme restore ~/mneme-before-the-move.db")
    .action(restore);
}

async function restore(file: string, options: { readonly json?: true }): Promise<void> {
  const path = resolve(file);
  const { replaced, counts, schema, forgottenAgain } = await restoreFile(path);
  if (options.json) {
    return printJson({ file: path, schema, replaced, forgotten_again: forgottenAgain, ...counts });
  }
  printLine(
    `Restored ${plainText(path)}: ${amount(counts.sessions, "session")}, ${amountOf(counts.memories)}, ${
      amount(counts.ghap, "prediction")
    }`,
  );
  if (forgottenAgain > 0) printLine(`Forgot again what was forgotten since: ${forgottenAgain}`);
  printLine(`What was there before: ${replaced}`);
}

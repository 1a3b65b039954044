import { Command } from "commander";
import { UserError } from "../../core/user_error.ts";
import type { Paths } from "../../host/paths.ts";
import { asStoreError } from "../../store/store_error.ts";
import { giveBackSpace } from "../keeping/give_back.ts";
import { sizeOf } from "../is_there.ts";
import { HINTS, openHome } from "../prepare_home.ts";
import { printJson, printLine } from "../output.ts";
import { sizeText } from "../table.ts";

/** `mneme vacuum`: gives the space of what was removed back to the disk. */
export function vacuumCommand(): Command {
  return new Command("vacuum")
    .description("Give the space of what was removed back to the disk, while hooks go on")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  mneme vacuum")
    .action(async ({ json }: { readonly json?: true }) => {
      const { store, paths } = openHome();
      using _closed = store;
      const before = bytesOf(paths);
      try {
        await giveBackSpace(store);
      } catch (error) {
        const fault = asStoreError(error);
        throw new UserError(`Cannot vacuum: ${fault.message}`, { hint: HINTS[fault.fault], cause: error });
      }
      const after = bytesOf(paths);
      if (json) return printJson({ bytes_before: before, bytes_after: after });
      printLine(`The database has ${sizeText(after)} now; before it had ${sizeText(before)}`);
    });
}

function bytesOf({ database }: Paths): number {
  return sizeOf(database) + sizeOf(`${database}-wal`);
}

import { below, isAtOrBelow, parentFolder, withSlashes } from "../../../src/base/slashes.ts";
import { testVerdicts } from "../../_support/cases.ts";

/** The folders from this one to the root. */
function climb(folder: string): string[] {
  return folder === "" ? [] : [folder, ...climb(parentFolder(folder))];
}

testVerdicts(import.meta.filename, { below, climb, isAtOrBelow, withSlashes });

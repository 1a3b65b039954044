import { below, isAtOrBelow, parentFolder, withSlashes } from "../../../src/base/slashes.ts";
import { testVerdicts } from "../../_support/cases.ts";

/** The folders from this one to the root. */
const climb = (folder: string): string[] => folder === "" ? [] : [folder, ...climb(parentFolder(folder))];

testVerdicts(import.meta.filename, { below, climb, isAtOrBelow, withSlashes });

import { fileName } from "../../../src/base/slashes.ts";
import { fileNamesIn, meansFile, pathsOf } from "../../../src/search/file_names.ts";
import { isAcknowledgement } from "../../../src/session/acknowledgement.ts";
import { isPlainName } from "../../../src/session/scratchpad.ts";
import { testVerdicts } from "../../_support/cases.ts";

testVerdicts(import.meta.filename, { fileName, fileNamesIn, meansFile, pathsOf });
testVerdicts(`${import.meta.dirname}/names_and_nods`, { isAcknowledgement, isPlainName });

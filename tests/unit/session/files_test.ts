import { fileName } from "../../../src/base/hash.ts";
import { fileNamesIn, meansFile, pathsEndingIn } from "../../../src/search/file_names.ts";
import { testVerdicts } from "../../_support/cases.ts";

testVerdicts(import.meta.filename, { fileName, fileNamesIn, meansFile, pathsEndingIn });

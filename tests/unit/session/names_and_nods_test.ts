import { isAcknowledgement } from "../../../src/session/acknowledgement.ts";
import { isPlainName } from "../../../src/session/scratchpad.ts";
import { testVerdicts } from "../../_support/cases.ts";

testVerdicts(import.meta.filename, { isAcknowledgement, isPlainName });

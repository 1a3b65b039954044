import { UsageError } from "../../../src/base/user_error.ts";
import {
  domainOf,
  readExpects,
  readRunKind,
  readStrategy,
  requireEnd,
} from "../../../src/ghap/validation.ts";
import { testVerdicts } from "../../_support/cases.ts";

// What an agent says in place of a name, and the name that it means, never its opposite.
testVerdicts(import.meta.filename, {
  readExpects,
  readRunKind,
  readStrategy,
  domain: (goal: string) => domainOf({ goal, hypothesis: "" }),
  end(said: string) {
    try {
      return requireEnd(said);
    } catch (error) {
      return error instanceof UsageError ? "refused" : error;
    }
  },
});

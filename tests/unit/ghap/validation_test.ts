import { UsageError } from "../../../src/base/user_error.ts";
import * as validation from "../../../src/ghap/validation.ts";
import { testVerdicts } from "../../_support/cases.ts";

// What an agent says in place of a name, and the name that it means, never its opposite.
testVerdicts(import.meta.filename, {
  readExpects: validation.readExpects,
  readRunKind: validation.readRunKind,
  readStrategy: validation.readStrategy,
  domain: (goal: string) => validation.domainOf({ goal, hypothesis: "" }),
  end(said: string) {
    try {
      return validation.requireEnd(said);
    } catch (error) {
      return error instanceof UsageError ? "refused" : error;
    }
  },
});

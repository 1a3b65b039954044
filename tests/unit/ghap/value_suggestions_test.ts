import { suggestValues } from "../../../src/ghap/value_suggestions.ts";
import { testVerdicts } from "../../_support/cases.ts";

// Lessons alike only to one that is taken already are no group, nor do opposites count for each other.
testVerdicts(import.meta.filename, {
  suggested: (takeaways: string[], known: string[] = []) =>
    suggestValues(takeaways.map((takeaway, id) => ({ id, takeaway })), known),
});

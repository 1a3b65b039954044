import * as heuristics from "../../../src/privacy/heuristics.ts";
import { testVerdicts } from "../../_support/cases.ts";

testVerdicts(import.meta.filename, {
  isExpression: heuristics.isExpression,
  isGenerated: heuristics.isGenerated,
  isGeneratedPassword: heuristics.isGeneratedPassword,
  isRandom: heuristics.isRandom,
  isSecretPhrase: heuristics.isSecretPhrase,
  isSecretValue: heuristics.isSecretValue,
  isTemplate: heuristics.isTemplate,
  secretNameKind: heuristics.secretNameKind,
});

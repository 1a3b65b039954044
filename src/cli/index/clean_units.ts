import { cleanText } from "../../core/privacy/clean.ts";
import type { CodeUnit } from "../../core/code/code_types.ts";
import type { PrivacySettings } from "../../core/settings.ts";

/** The units as they may be kept. One look at all texts of a file: hardly any file holds a secret. */
export function cleanUnits(units: readonly CodeUnit[], privacy: PrivacySettings): readonly CodeUnit[] {
  const options = { redactSecrets: privacy.redact_secrets };
  const clean = (text: string) => cleanText(text, options);
  const all = units.map(({ name, signature, doc }) => `${name}\n${signature}\n${doc ?? ""}`).join("\n\n");
  if (clean(all) === all) return units;
  return units.map((unit) => ({
    ...unit,
    name: clean(unit.name),
    signature: clean(unit.signature),
    doc: unit.doc === null ? null : clean(unit.doc),
  }));
}

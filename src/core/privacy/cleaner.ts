import { cleanJson, cleanText } from "./clean.ts";
import { editedFileIn } from "./private_edits.ts";
import { passwordFilesIn } from "./secret_files.ts";
import { printedBy } from "./secret_printed.ts";
import type { Cleaner } from "./cleaning.ts";
import type { Settings } from "../settings.ts";

/** The rules as the settings say, for texts that are all a part of `kept`. */
export function cleanerFor({ privacy, capture }: Settings, kept: unknown): Cleaner {
  const editedFile = editedFileIn(kept);
  const options = {
    fileNames: passwordFilesIn(kept) + printedBy(kept),
    ...(editedFile === undefined ? {} : { editedFile }),
    redactSecrets: privacy.redact_secrets,
    maxBytes: capture.max_field_bytes,
  };
  return {
    cleanText: (text) => cleanText(text, options),
    cleanJson: (value) => cleanJson(value, options),
  };
}

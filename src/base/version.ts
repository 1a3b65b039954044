/** The version of this program; a test compares it with `deno.json`. */
export const VERSION = "0.1.0";

/** The name of the file with the checksums of a release's archives, which lie beside it. */
export const CHECKSUMS = "SHA256SUMS";

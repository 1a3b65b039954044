/** A test compares this with `deno.json`. */
export const VERSION = "0.1.0";

/** The file with the checksums of a release's archives. */
export const CHECKSUMS = "SHA256SUMS";

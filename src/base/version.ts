/** A test compares this with `deno.json`. */
export const VERSION = "0.1.0";

/** The file with checksums: beside a release's archives, and in each of them. */
export const CHECKSUMS = "SHA256SUMS";

export const DOCUMENTS = ["README.md", "LICENSE", "THIRD_PARTY_LICENSES.md", CHECKSUMS]; // in each release

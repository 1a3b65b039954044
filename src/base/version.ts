/** The version of this program; a test compares it with `deno.json`. */
export const VERSION = "0.1.0";

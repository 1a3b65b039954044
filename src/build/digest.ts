import { BuildError } from "./build_error.ts";

/** What a file has to be, and what to call it when it is not. */
export interface ExpectedDigest {
  readonly subject: string;
  readonly algorithm: "SHA-256" | "SHA-512";
  /** Hexadecimal for SHA-256; for SHA-512 what npm writes after `sha512-`. */
  readonly digest: string;
  /** What to do about another one. */
  readonly remedy: string;
}

/** The digest of `bytes`: hexadecimal for SHA-256, base64 for SHA-512. */
export async function digestOf(
  algorithm: ExpectedDigest["algorithm"],
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest(algorithm, bytes));
  return algorithm === "SHA-256" ? digest.toHex() : digest.toBase64();
}

/** Throws, naming both digests, unless `bytes` is exactly what was expected. */
export async function requireDigest(expected: ExpectedDigest, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const found = await digestOf(expected.algorithm, bytes);
  if (found === expected.digest) return;
  throw new BuildError(
    `Cannot trust ${expected.subject}: its ${expected.algorithm} must be ${expected.digest} and is ${found}; ` +
      expected.remedy,
  );
}

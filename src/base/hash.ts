/**
 * Returns a 64-bit hash (cyrb53 without the final cut to 53 bits) as 16 hex digits. Names of files contain such hashes,
 * so the algorithm must never change. It is not cryptographic: WebCrypto is asynchronous, and loading `node:crypto`
 * takes a hook milliseconds.
 */
export function hashText(text: string): string {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x9e3779b1);
    high = Math.imul(high ^ unit, 0x5f356495);
  }
  // At the end each half is mixed with the other, so that short texts change the high bits, too.
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  return hex(high) + hex(low);
}

function hex(half: number): string {
  return (half >>> 0).toString(16).padStart(8, "0");
}

/** Returns the hash under which the database stores a file name. Letter case is ignored. */
export function fileKey(name: string): string {
  return hashText(name.toLowerCase());
}

/** Returns the part of a path after the last `/` or `\`. */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/**
 * Hashes a text to 64 bits, as 16 hex digits, the same on every machine, as files are named by it. The hash
 * is not cryptographic: WebCrypto is asynchronous, and `node:crypto` costs a hook milliseconds.
 */
export function hashText(text: string): string {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x9e3779b1);
    high = Math.imul(high ^ unit, 0x5f356495);
  }
  // Each lane is mixed with the other at the end, so that a short text does not leave its top bits alone.
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  return hex(high) + hex(low);
}

function hex(lane: number): string {
  return (lane >>> 0).toString(16).padStart(8, "0");
}

/** Returns the key by which a file's name is looked up. The key hides the name and ignores case. */
export function fileKey(name: string): string {
  return hashText(name.toLowerCase());
}

/** Returns the last part of a path, with slashes of either kind. */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/**
 * A 64-bit name for a text, as 16 hex digits: stable across machines and versions, as files are named by it.
 * Not cryptographic, because WebCrypto is asynchronous and `node:crypto` alone costs a hook several milliseconds.
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

/** By what a file's name is looked up: says nothing of the name, and is the same in any case. */
export function fileKey(name: string): string {
  return hashText(name.toLowerCase());
}

/** The last part of a path. */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

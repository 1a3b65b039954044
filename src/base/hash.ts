// Hashes texts, and caches results by text.
/**
 * Returns a hash of 64 bits (cyrb53 without its cut to 53) as 16 hex digits. The database stores hashes, so the
 * function must never change. Not cryptographic: WebCrypto is asynchronous, `node:crypto` takes milliseconds to load.
 */
export function hashText(text: string): string {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 0x9e3779b1);
    high = Math.imul(high ^ unit, 0x5f356495);
  }
  // Each half is mixed with the other, so that short texts change the high bits, too.
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  return hex(high) + hex(low);
}

const hex = (half: number): string => (half >>> 0).toString(16).padStart(8, "0");

/** Returns the hash under which the database stores a file name; letter case does not matter. */
export const fileKey = (name: string): string => hashText(name.toLowerCase());

/** The most entries of a cache: more than the different words of a long conversation. */
export const MAX_CACHED = 20_000;

/** Returns `find` with a cache. It is bounded, because some programs run longer than a hook. */
export function cached<T>(find: (text: string) => T): (text: string) => T {
  const results = new Map<string, T>();
  return (text) => {
    if (results.size >= MAX_CACHED) results.clear();
    return results.getOrInsertComputed(text, find);
  };
}

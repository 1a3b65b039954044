/** What differs from run to run without being another output: numbers, moments, ages, sizes, bars and column widths. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT[\d:.-]+Z/g, "TIME"],
  [/\b[0-9a-f]{7,40}\b/g, "HASH"],
  [/\b\d+(?:\.\d+)? ?(?:ms|s|min|B|KB|MB|GB|TB|%)(?![a-z])/gi, "0"],
  [/\b(?:today|yesterday|just now|(?:\d+|an?) (?:second|minute|hour|day|week|month)s? ago)\b/g, "AGE"],
  // Not those of ids: the text around an output names them.
  [/(?<![A-Za-z\d])\d+(?:[.,:]\d+)*/g, "0"],
  [/[▁▂▃▄▅▆▇█]+/g, "▄"],
  [/[-─]{2,}/g, "-"],
  [/[ \t]+/g, " "],
];

/** An output without what differs from run to run; two of the same program on the same data have the same shape. */
export function shapeOf(output: string): string {
  const shape = VARYING.reduce((text, [pattern, by]) => text.replaceAll(pattern, by), output);
  return shape.split("\n").map((line) => line.trim()).join("\n").trim();
}

/** Whether a UTF-16 unit is an ASCII digit. */
export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Whether a UTF-16 unit may stand in the name of a tag: an ASCII letter, a hyphen or an underscore. */
export function isNameUnit(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) || unit === 0x2d || unit === 0x5f;
}

/** Whether the text is written as a date, `2026-03-01`. */
export function isDay(text: string): boolean {
  return /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(text);
}

/** Text of the first `<name>…</name>`; `undefined` without one, and where it is blank or longer than `maxUnits`. */
export function elementText(text: string, name: string, maxUnits: number = Infinity): string | undefined {
  const open = text.indexOf(`<${name}>`);
  if (open < 0) return undefined;
  const start = open + name.length + 2;
  const end = text.indexOf(`</${name}>`, start);
  return end < 0 || end - start > maxUnits ? undefined : text.slice(start, end).trim() || undefined;
}

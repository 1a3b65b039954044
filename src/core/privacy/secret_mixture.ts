const SWITCH = /[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g;

/** Words and versions change between small letters, capitals and digits now and then; what is generated, all the time. */
export function isGenerated(value: string): boolean {
  return value.length >= 12 && switchesOften(value);
}

/** The same for a password with marks in it, of which letters and digits are looked at alone: there are fewer of them. */
export function isGeneratedPassword(value: string): boolean {
  const run = value.replace(/[^A-Za-z\d]+/g, "");
  return run.length >= 8 && switchesOften(run);
}

function switchesOften(run: string): boolean {
  return (run.match(SWITCH)?.length ?? 0) >= run.length * 0.4;
}

import { mayHoldColour } from "./colours.ts";

/** Cheap to compile (no flag `i`) and native: what nearly every long text costs. */
const HINT =
  /(?:<|[uU]003[cC]|[xX]3[cC];?|&#60;|&[lL][tT];)[\s\\/]*(?:[pP][rR][iI][vV]|[mM][nN][eE][mM]|[cC][lL][aA][uU]|[sS][yY][sS][tT])/;

/** A colour without the backslashes before it, which may be blanks as well: each unit is read in one way only. */
const COLOUR = String.raw`(?:\x1b|u001b|x1b|033)\[[\d;:]*[mK]`;

/** Whether a private tag may stand in a long text; a "no" is certain. Without these three, none does in any notation. */
export function mayHoldLongTag(text: string): boolean {
  return (text.includes("<") || text.includes("&") || text.includes("\\")) &&
    (mayHoldColour(text) ? colouredHint() : HINT).test(text);
}

/** HINT with colours anywhere in it: to take them out of a megabyte first takes five times as long. */
function colouredHint(): RegExp {
  const starts = ["<", "u003c", "x3c", "&#60;", "&lt;"].map(inColours).join("|");
  const names = ["priv", "mnem", "clau", "syst"].map(inColours).join("|");
  return new RegExp(String.raw`(?:${starts})(?:[\s\\/;]|${COLOUR})*(?:${names})`);
}

function inColours(word: string): string {
  return [...word].map((unit) => /[a-z]/.test(unit) ? `[${unit}${unit.toUpperCase()}]` : unit)
    .join(String.raw`(?:\\*${COLOUR})*`);
}

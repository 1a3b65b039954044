/** Cheap to compile (no flag `i`) and native: what nearly every long text costs. */
const HINT =
  /(?:<|[uU]003[cC]|[xX]3[cC];?|&#60;|&[lL][tT];)[\s\\/]*(?:[pP][rR][iI][vV]|[mM][nN][eE][mM]|[cC][lL][aA][uU]|[sS][yY][sS][tT])/;

/** Whether a private tag may stand in a long text; a "no" is certain. Without these three, none does in any notation. */
export function mayHoldLongTag(text: string): boolean {
  return (text.includes("<") || text.includes("&") || text.includes("\\")) && HINT.test(text);
}

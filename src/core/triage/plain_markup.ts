import { isDigit, isNameUnit } from "./units.ts";

/** Bold, italics and links lose their signs; what stands in backticks is code and stays as it is. */
export function stripEmphasis(text: string): string {
  if (!text.includes("*") && !text.includes("](") && !text.includes("__") && !text.includes("~~")) {
    return text;
  }
  const parts = text.split("`");
  for (let i = 0; i < parts.length; i += 2) parts[i] = stripLinks(stripStars(parts[i] ?? ""));
  return parts.join("`");
}

function stripStars(text: string): string {
  const plain = text.split("**").join("").split("__").join("").split("~~").join("");
  return plain.includes("*") ? plain.split(" *").join(" ").split("* ").join(" ").split("*").join("") : plain;
}

/** `[name](address)` becomes `name`. */
function stripLinks(text: string): string {
  let out = "";
  let from = 0;
  for (let middle = text.indexOf("]("); middle !== -1; middle = text.indexOf("](", from)) {
    const open = text.lastIndexOf("[", middle);
    const close = text.indexOf(")", middle);
    if (open < from || close === -1) {
      out += text.slice(from, middle + 2);
      from = middle + 2;
      continue;
    }
    out += text.slice(from, open) + text.slice(open + 1, middle);
    from = close + 1;
  }
  return out + text.slice(from);
}

const QUOTATION = { shortest: 30, longest: 800 };

/** Long quotations, which may run over several sentences, are somebody else's words: only their marks stay. */
export function dropQuotations(text: string): string {
  if (text.length <= QUOTATION.shortest || !OPENING_QUOTES.some((mark) => text.includes(mark))) return text;
  let out = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const close = CLOSING_QUOTES[text[at] ?? ""];
    if (close === undefined || (at > 0 && isWordUnit(text.charCodeAt(at - 1)))) continue;
    const end = text.indexOf(close, at + 1);
    if (end === -1 || end - at > QUOTATION.longest) continue;
    if (end - at > QUOTATION.shortest) {
      out += text.slice(from, at + 1) + "…";
      from = end;
    }
    at = end;
  }
  return out + text.slice(from);
}

const CLOSING_QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "\u201c": "\u201d",
  "„": "\u201c",
  "«": "»",
  "「": "」",
  "『": "』",
};

const OPENING_QUOTES: readonly string[] = Object.keys(CLOSING_QUOTES);

function isWordUnit(unit: number): boolean {
  return isDigit(unit) || isNameUnit(unit);
}

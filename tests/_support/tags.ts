/** Patterns of where a text may open or close a tag, also with the text that follows it, as models and clients read them. */
const OPENINGS = {
  open: "[A-Za-z_]",
  close: String.raw`\s*/`,
  closeInJson: String.raw`\s*\\+/`,
  comment: String.raw`\s*[!?]`,
  blanksBeforeName: String.raw`\s+[A-Za-z][\w-]*>`,
  token: String.raw`\|[a-z]`, // `<|im_end|>`
  wideToken: "\uff5c", // `<｜end▁of▁sentence｜>`
  likeSlash: "[\u2044\u2215\u29f8]",
  likeBlank: "[\u00a0\u2000-\u200f\u2800\u3000]",
  cut: String.raw`\s*$`,
};

export const TAG_BEGINS = new RegExp(`<(?:${Object.values(OPENINGS).join("|")})`, "g");

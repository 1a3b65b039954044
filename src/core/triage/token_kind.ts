/** What a token is; words and signs of scripts without blanks carry language, the others stand for what was there. */
export const TokenKind = { Word: 0, Number: 1, Code: 2, Name: 3, Mark: 4, Cjk: 5, Quote: 6 } as const;
export type TokenKind = (typeof TokenKind)[keyof typeof TokenKind];

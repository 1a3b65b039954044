// Recognises prompts that ask for nothing, such as "yes, go on"; no search is made for them.
/** "image" is among them, as a lone picture is sent as "[Image #1]". */
const WORDS = new Set(
  ("yes yep yeah y no nope n ok okay k sure fine good great perfect nice cool correct right exactly thanks thank you " +
    "continue go on ahead proceed next again retry stop wait done do it that this please now and the just keep going " +
    "lgtm looks sounds yup try resume pick up where we left off from with work working plan implementation " +
    "hello hi hey there claude hallo ja nein weiter bitte danke gut genau oui non continuez merci si sí no sigue " +
    "gracias sim não continua obrigado da нет да продолжай спасибо はい いいえ 続けて ありがとう 继续 好 好的 是 同意 确认 执行 谢谢 네 계속 좋아 image")
    .split(" "),
);
const LONGEST_UNITS = 48;

/** Returns true if a prompt says no more than "yes, go on", or nothing. Greetings of two words count as separators. */
export function isAcknowledgement(prompt: string): boolean {
  if (prompt.length > LONGEST_UNITS) return false;
  const words = prompt.toLowerCase().split(
    /^implement the plan\.$|next task|good (?:morning|afternoon|evening)|guten (?:tag|morgen)|[\s.,;:!?'"()[\]#\d。、！？，…\ud800-\udfff\ufe0f-]+/,
  );
  return words.every((word) => word.length < 2 || WORDS.has(word));
}

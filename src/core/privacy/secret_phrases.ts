import type { NamedKind } from "./secret_names.ts";
import type { ValueForm } from "./secret_values.ts";

const MAX_PHRASE = 200;
/** Neither blanks nor what joins strings in a program stand at the ends: in `"password: " + name + " is"`. */
const ENDS = /^[\w!@#$%^&*(~?+-].*[\w!@#$%^&*)~?+=./-]$/;
const CODE = /[{}<>]|=>|&&|\|\||==|\(\)|;\s|%[sdv](?![a-z])|(?:^|\s)\$|\$[{(]|["'][,:]|[,:]["']|\\[nrt]/;
/** Words that tell of a password, or to a person: labels, messages, descriptions. */
const PROSE = new RegExp(
  "(?<![a-z])(?:is|are|was|be|been|must|should|cannot|can't|could|would|does|don't|doesn't|isn't|not|please|needs?" +
    "|requires?|required|enter|type|choose|least|your|yours|will|when|if|invalid|incorrect|wrong|missing|expired?" +
    "|failed|forgot|forgotten|reset|show|hide|confirm|repeat|change|new|old|current|too|pass(?:words?|phrases?|wd|code)?" +
    "|tokens?|secrets?|keys?|credentials?|users?|usernames?|login|account|e-?mails?|fields?|characters?|values?" +
    "|strings?|optional|default|example|generated?|random|api|access|used|using|see|kennwort|passwort|mot de passe" +
    "|contraseña|senha|wachtwoord|hasło)(?![a-z])",
  "g",
);
/** What begins a request for a password even where one is set. */
const REQUEST = /^(?:enter|type|please|the|invalid|incorrect|wrong|no|missing)\b|\b(?:required|passwords?)\b/;
/** `Mot de passe`, `Too short.` */
const LABEL = /^[A-Z][^A-Z\d]*$/;
const SENTENCE = /[A-Za-z][.?:…]$/;

/** Whether a quoted value with blanks in it is a secret, such as a passphrase, and not a label or a message. */
export function isSecretPhrase(value: string, kind: NamedKind, form: ValueForm): boolean {
  if (form === "bare" || value.length > MAX_PHRASE || !ENDS.test(value) || CODE.test(value)) return false;
  const lower = value.toLowerCase();
  if (form === "setting" && kind === "password") return !REQUEST.test(lower);
  const isMixed = /\d|[^\w\s.,:;!?'"()/-]/.test(value);
  if ((lower.match(PROSE)?.length ?? 0) > (isMixed ? 1 : 0) || isLabel(value)) return false;
  return form === "setting" || kind === "password" || isMostlyMixed(value);
}

function isLabel(value: string): boolean {
  if (/[^ -~]/.test(value) || SENTENCE.test(value)) return true;
  return LABEL.test(value) && value.split(/\s+/).length <= 3;
}

/** A token has no blanks, as a rule: it is more than names only if most of its parts are none. */
function isMostlyMixed(value: string): boolean {
  const parts = value.split(/\s+/);
  if (parts.some((part) => part.length >= 12 && /\d/.test(part) && /[!@#$%^&*]/.test(part))) return true;
  const mixed = parts.filter((part) =>
    /\d/.test(part) && (/[!@#$%^&*]/.test(part) || /[a-z]\d|\d[a-z]/.test(part))
  );
  return mixed.length * 2 >= parts.length && !/[_.:,/-]/.test(value.replace(/[!@#$%^&*].*/, ""));
}

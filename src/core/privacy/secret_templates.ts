import { isGeneratedPassword } from "./secret_mixture.ts";

/** What begins as templates and expressions of programs do, where a value has no quotes and may be either. */
const BEGINS = /^(?:\$[A-Za-z_({]|\$\d*$|[<[(]|#?\{|%[({A-Za-z_]+[%)}]?|@\w+@$|&\w|\*)|\$\{|\{\{|<%|\.\.\.|…/;
/**
 * What is a template as a whole, as a password may begin as one does: a variable, what is filled in between two
 * marks, a reference of HTML, a format, a glob, or a hash of MySQL.
 */
const IS = new RegExp(
  [
    String.raw`^\$(?:[({]|\d*$)`,
    String.raw`\$\{[A-Za-z_][\w.]*[^\w.]|\{\{|<%[=#@\s-]|<%.*%>|\.\.\.|\u2026`,
    String.raw`^<[^<>]{1,80}>|^\[(?:[^[\]]{0,80}\]|\W)|^\((?:[^()]{0,80}\)|\?)`,
    String.raw`^#?\{(?:[^{}]{0,80}\}|[\s"'\\]|[a-z_]+[.[(])`,
    String.raw`^%(?:[-+.*\d]*[sdiuvqxXrfgT@](?![A-Za-z\d])|\(\w+\)|\{[^{}]{0,80}\}|\w+%|[A-Z_]+$)`,
    String.raw`^@\w+@$|^&#?[a-z]+\d*[;=]|^&#\d+;|^\*[\dA-F]{40}$`,
  ].join("|"),
);
/** A variable or a glob; what is generated is neither. */
const VARIABLE = /^\$([A-Za-z_]\w*)|^\*([\w*./-]*)$/;

/** A call, an element of a list or a type with parameters, also where the next line ends it. */
const CALL =
  /^[&*!]?[A-Za-z_$][\w$]*(?:(?:\.|\?\.|->|::)[A-Za-z_$][\w$]*)*(?:[([{]|<(?=.*[>,]))[\w$.,:;()[\]{}<>='"-]*$/;
/** Brackets close, or the next lines close them. */
const CLOSED = /[)\]}>(\[{][;,]*$|[)\]]\.[\w.]+[;,]*$|,$/;
const REFERENCE = /^[&*!][\w.:-]+[;,]*$|^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+!?[;,]*$/;
const OPERATION = /^[\w$.!?]+(?:&&|\|\|)[\w$.!?]+[;,]*$/;

/** Whether the value stands for another one that is filled in elsewhere. */
export function isTemplate(value: string, isBare: boolean): boolean {
  if (isBare) return BEGINS.test(value);
  const variable = VARIABLE.exec(value);
  return IS.test(value) || (variable !== null && !isGeneratedPassword(variable[1] ?? value));
}

/** Whether what stands without quotes up to the end of its line may be an expression or a type of a program. */
export function isExpression(value: string): boolean {
  if (CALL.test(value)) return CLOSED.test(value);
  return REFERENCE.test(value) || OPERATION.test(value);
}

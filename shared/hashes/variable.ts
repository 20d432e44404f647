import { unsupported } from './verdict.ts'

/**
 * Forms of variables in templates: `${NAME}`, `#{name}`, `{{ name }}`, `$(env:NAME)`, `<%= name %>`, `##NAME##`, `@@NAME@@`, `%{name}`, `$NAME_OF`,
 * `<name()>`, `<{name}>`.
 */
const inBrackets = String.raw`[$#%]\{[^{}]{1,200}\}|\{\{[^{}]{1,300}\}\}|\$\((?:env|file|property|sys):[^()]{1,200}\)|<%=?[^%]{1,200}%>|<\w{1,50}\([^<>]{0,200}\)>|<\{[\w.-]{1,200}\}>`
const variable = new RegExp(
  String.raw`^(?:${inBrackets}|##\w{1,100}##|@@\w{1,100}@@|\$[A-Z][A-Z0-9]{0,50}(?:_[A-Z0-9]{1,50}){1,8})$`,
)
const withVariable = new RegExp(inBrackets)

/** Whether a text is the name of a variable, which stands for a value from elsewhere. */
export function isVariable(text: string): boolean {
  return variable.test(text.trim())
}

/** Whether a text is a variable or has one in brackets in it: `user<current()>@acme.example`, `user{0}@acme.example`, `%ADMIN_MAIL%`. */
export function holdsVariable(text: string): boolean {
  return /[{(%$#@]/.test(text) && (isVariable(text) || withVariable.test(text) || inPlaceOfText.test(text.trim()))
}

/** Forms that no email address has, though a password may: a name in one bracket, or between signs of percent. */
const inPlaceOfText = /\{[\w.]{0,50}\}|^%\w{1,100}%(?:@|$)/

/** The verdict on a variable in place of a hash or a password. */
export const ofVariable = unsupported(
  'variable',
  'A variable stands here, whose value comes from elsewhere.',
  'Put the values in place of the variables and add the file again. Otherwise create these users passwordless or exclude them.',
)

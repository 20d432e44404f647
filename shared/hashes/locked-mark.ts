/**
 * The mark of a locked account, which a Unix system or a directory writes in place of a hash or before it: `!$6$...`,
 * `!!`, `*LK*$6$...`, `{CRYPT}!$2b$...`. A bare `!` or `*` only says that there is no password.
 */
export function isLockedMark(text: string): boolean {
  const first = text.charCodeAt(0)
  if (first !== exclamation && first !== asterisk && first !== brace) return false
  return beforeHash.test(text) || alone.test(text)
}

const [exclamation, asterisk, brace] = [33, 42, 123]

/** The hash behind the mark of a locked account; null: no mark, or nothing behind it. */
export function withoutLockMark(text: string): string | null {
  return beforeHash.test(text) ? text.replace(mark, '$1') : null
}

const mark = /^(\{crypt\})?(?:\*LK\*|\*LOCKED\*|[!*]{1,2})/i
const beforeHash =
  /^(?:\{crypt\})?(?:!{1,2}|\*{1,2}|\*LK\*|\*LOCKED\*)(?:\$(?:[1-9y]|2[abxy]|gy|sm3|md5|apr1|argon2(?:id|i|d)|scrypt|pbkdf2[\w-]{0,12})\$|\{[A-Z0-9._-]{2,20}\})/i
const alone = /^(?:\{crypt\}[!*]{1,2}|(?:\{crypt\})?(?:!!|\*LK\*|\*LOCKED\*))$/i

/* Names with a negation, which turn round what the word behind it says: `not_active`, `isNotBanned`, `no_longer_active`. */

/** Whether a word makes a no of the words around it, in any of these languages; "plus" does so in French texts only. */
export function isNegation(word: string): boolean {
  return negation.test(word) || last.test(word)
}

const negation =
  /^(?:no|not|never|nicht|kein\w{0,2}|pas|non|nao|niet|nie|inte|ikke|ej|ei|mitte|nem|nu|ne|tidak|tdk|bukan|belum|blm|khong|chua|не|нет|ні|δεν|غير|غیر|ليس|לא|nincs)$/u

/** Negations that stand behind their word: `engelli değil`. */
const last = /^(?:degil|아님|아니함|않음|안됨|안함)$/u

/** Words that stand before a negation in a name, and behind it. */
const before =
  /^(?:is|has|was|ist|est|es|esta|e|er|ar|jest|users?|usr|accounts?|acct|members?|customer|login|konto|benutzer|cuenta|usuario|conta|compte|utente)$/
const behind = /^(?:longer|more|mehr|yet|any|currently|mas|mais|meer|langer)$/
/** A negation that is joined to its word: `notblocked`, `незаблокирован`, `未锁定`, `停止していない`. */
const joined = [
  /^(?:is)?not([a-z]{5,20})$/,
  /^(?:не|nie|ne)(\p{L}{5,20})$/u,
  /^(?:帐户|账户|账号|帳號|用户|用戶|会员|會員)?(?:未|不|没有?|沒有?|非|无|無|미)被?([\p{sc=Han}\p{sc=Katakana}\p{sc=Hangul}]{2,10})$/u,
  /^([\p{sc=Han}\p{sc=Katakana}ー]{2,10})(?:(?:され|し)て(?:いない|いません|ない)|では?ない|なし)$/u,
  /^([\p{sc=Hangul}]{2,10}?)(?:되지|하지)?(?:않음|아님|안됨|안함)$/u,
]

/** The words of a name that its negation turns round; null: it has none, or says more than that. */
export function negatedWords(words: readonly string[]): readonly string[] | null {
  const at = words.findIndex(isNegation)
  if (at === -1) {
    const [end = ''] = words.slice(-1)
    const [word] = joined.flatMap((one) => one.exec(end)?.[1] ?? [])
    return word !== undefined && words.slice(0, -1).every((one) => before.test(one)) ? [word] : null
  }
  if (at > 0 && at <= 2 && at === words.length - 1 && last.test(words[at] ?? '')) return words.slice(0, at)
  const rest = words.slice(at + 1).filter((word) => !behind.test(word))
  return rest.length > 0 && rest.length <= 2 && words.slice(0, at).every((one) => before.test(one)) ? rest : null
}

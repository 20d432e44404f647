/* Names with a negation, which turn round what the word behind it says: `not_active`, `isNotBanned`, `no_longer_active`. */

/** Whether a word makes a no of the words around it, in any of these languages; "plus" does so in French texts only. */
export function isNegation(word: string): boolean {
  return negation.test(word)
}

const negation =
  /^(?:no|not|never|nicht|kein\w{0,2}|pas|non|nao|niet|nie|inte|ikke|ej|ei|mitte|nem|nu|ne|tidak|tdk|bukan|belum|blm|khong|chua|не|нет|ні|δεν|degil|غير|ليس|לא)$/u

/** Words that stand before a negation in a name, and behind it. */
const before =
  /^(?:is|has|was|ist|est|es|esta|e|er|ar|jest|users?|usr|accounts?|acct|members?|customer|login|konto|benutzer|cuenta|usuario|conta|compte|utente)$/
const behind = /^(?:longer|more|mehr|yet|any|currently|mas|mais|meer|langer)$/
/** A negation that is joined to its word: `notblocked`. */
const joined = /^(?:is)?not([a-z]{5,20})$/

/** The words of a name that its negation turns round; null: it has none, or says more than that. */
export function negatedWords(words: readonly string[]): readonly string[] | null {
  const at = words.findIndex(isNegation)
  const [last = ''] = words.slice(-1)
  if (at === -1) {
    const [, word] = joined.exec(last) ?? []
    return word !== undefined && words.slice(0, -1).every((one) => before.test(one)) ? [word] : null
  }
  const rest = words.slice(at + 1).filter((word) => !behind.test(word))
  return rest.length > 0 && rest.length <= 2 && words.slice(0, at).every((one) => before.test(one)) ? rest : null
}

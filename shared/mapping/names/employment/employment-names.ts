import { splitPath, wordsOf } from '../column-words.ts'
import { isStatusWord } from '../standing/standing-names.ts'

/*
 * The state of an employment at the company whose users are migrated, which keeps out who has left, beside the occupation that a user has anywhere.
 */

/** Words for being out of work for good, which say of the staff of a company that they have left, and of people in general what they are. */
const retired =
  /^(?:early )?(?:retired|retiree|pensioner|rentner(?:in)?|pensioniert|im ruhestand|retraitee?|jubilad[oa]|pensionista|aposentad[oa]|pensionat[oa]|gepensioneerd|emeryt(?:ka)?|emekli|пенсионер(?:ка)?|退職|退休)$/u
const otherOccupations =
  /^(?:employed|unemployed|self employed|(?:un|self )employment|student|pupil|free ?lanc\w*|home ?maker|house ?wife|housewife|entrepreneur|business owner|job seeker|arbeitslos|arbeitssuchend|selbst(?:st)?andig|angestellt|schuler(?:in)?|studierende|hausfrau|chomeu(?:r|se)|independante?|etudiante?|sans emploi|desempleado|autonomo|estudiante|ama de casa|desempregado|do lar|disoccupato|casalinga|werkloos|zelfstandig|bezrobotn[ya]|issiz|ogrenci|безработн\p{L}*|студент\p{L}*|学生|主婦|無職|失业)$/u

/** Whether words say what its user does besides working for a company: `unemployed`, `student`. */
export function isOtherOccupation(text: string): boolean {
  return otherOccupations.test(wordsOf(text).join(' '))
}

/** Whether words say of a user that he or she has retired, from a company or from work as such. */
export function isRetired(text: string): boolean {
  return retired.test(wordsOf(text).join(' '))
}

const ofEmployment =
  /^(?:empl|emp|employ(?:ee|ees|ment|er)?|hr|staff|personnel|personal|personel|worker|work|job|contract|beschaftigungs?|beschaeftigungs?|mitarbeiter|anstellungs?|arbeits|dienst|emploi|salarie|empleado|empleo|laboral|funcionario|emprego|vinculo|impiego|dipendente|medewerkers?|dienstverband|zatrudnienia|pracownika|calisan|istihdam|сотрудника|работника|занятости)$/u
/** The same in one word, and the name that SAP gives it (STAT2 of PA0000). */
const glued =
  /^(?:empl?|employee|employment|staff|beschaftigungs|beschaeftigungs|mitarbeiter|anstellungs|personal)(?:status|state|zustand|stat)$|^stat2$/

/** Whether a column has the state of an employment: `EMPL_STATUS`, `Beschäftigungsstatus`. */
export function namesEmployment(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  if (words.some((word) => glued.test(word))) return words.length <= 3
  return (
    words.some((word) => ofEmployment.test(word)) &&
    words.some(isStatusWord) &&
    words.every(
      (word) =>
        ofEmployment.test(word) ||
        isStatusWord(word) ||
        /^(?:current|code|cd|id|de|del|do|da|di|du|van|des|of|the)$/.test(word),
    )
  )
}

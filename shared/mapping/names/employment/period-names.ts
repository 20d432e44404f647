import { splitPath, wordsOf } from '../column-words.ts'

/* Names of columns that say when the employment of a user began and when it ended, in words that say no more than that something did. */

const end =
  /^(?:end|ends|ended|ending|enddate|finish|finished|ende|enddatum|bis|fin|fintermino|termino|hasta|cese|fine|fim|termino|einde|eind|einddatum|koniec|konca|zakonczenia|ukonceni|slut|slutt|sluttdato|slutdatum|bitis|окончания|завершения)$/u
const start =
  /^(?:start|starts|started|startdate|begin|began|beginning|from|von|desde|vanaf|dal|depuis|beginn|anfang|startdatum|inicio|debut|inizio|aanvang|begindatum|poczatek|rozpoczecia|zacatek|startdato|baslangic|baslama|начала)$/u
const entry =
  /^(?:hire|hired|hiring|hiredate|rehire|employed|onboarding|onboarded|eintritts?|eintrittsdatum|einstellungs?|einstellungsdatum|dienstantritt|embauche|ingreso|contratacion|admissao|contratacao|assunzione|indiensttreding|indienst|dienstverband|zatrudnienia|nastupu|ansattelsesdato|anstallningsdatum|giris|приема|найма)$/u
const time =
  /^(?:date|datum|fecha|data|dato|dt|at|on|time|day|tarihi|ise|дата|de|da|di|du|do|d|la|le|el|des|van|of|the)$/u
const ofEmployment =
  /^(?:user|employee|employment|emp|staff|job|work|contract|person|member|vertrags?|contrat|contrato|contratto|umowy|dienst|arbeits)$/u
const inAsia = {
  end: /^(?:終了日?|终止日期|结束日期?|結束日期?|종료일자?)$/u,
  start: /^(?:開始日?|开始日期?|開始日期|시작일자?|入社日?|入职日期?|到職日|입사일자?)$/u,
}

/** Whether a column says when something ended for its user, and not what: `end_date`, `fecha_fin`. */
export function namesEndOfPeriod(path: string): boolean {
  return isMadeOf(path, end) || /^to_?date$/i.test(path) || inAsia.end.test(splitPath(path).name)
}

/** Whether a column says when something began for its user: `start_date`; `entry`: surely the employment, `hire_date`. */
export function namesStartOfPeriod(path: string): 'entry' | 'start' | null {
  if (isMadeOf(path, entry) || /入|입사|到職/u.test(inAsia.start.exec(splitPath(path).name)?.[0] ?? '')) return 'entry'
  return isMadeOf(path, start) || inAsia.start.test(splitPath(path).name) ? 'start' : null
}

function isMadeOf(path: string, kind: RegExp): boolean {
  const { containers, name } = splitPath(path)
  const words = wordsOf(name)
  const isKnown = (word: string) => kind.test(word) || time.test(word) || ofEmployment.test(word)
  return (
    containers.every(isOfWork) && words.length <= 5 && words.some((word) => kind.test(word)) && words.every(isKnown)
  )
}

/** Whether an object is about the employment of its user: `contract.endDate`. */
function isOfWork(container: string): boolean {
  const words = wordsOf(container)
  return (
    words.length > 0 &&
    words.every((word) => ofEmployment.test(word) || /^(?:hr|profile|info|details|data|current|0)$/.test(word))
  )
}

/** Whether a column is about a subscription or a trial, whose end keeps no user out. */
export function namesSubscription(path: string): boolean {
  return wordsOf(splitPath(path).name).some((word) => ofSubscription.test(word))
}

const ofSubscription =
  /^(?:subscri\w*|plans?|trials?|packages?|tier|billing|invoice|price|paid|payment|stripe|paddle|licen[cs]e|abo|abonn\w*|tarif\w*|paket|suscrip\w*|assinatura|plano|abbonamento|pakiet|courses?|kurs|events?|campaigns?|bookings?|rentals?|promo\w*|coupon|discount)$/

import { booleanOf, disabledByWord } from '../cell.ts'
import { mentionsEmail } from '../columns/email-columns.ts'
import { type ColumnProfile, profileColumns } from '../columns/profile-columns.ts'
import { namesRowOfThings } from '../columns/table-doubt.ts'
import { madeId } from '../columns/keys/key-values.ts'
import { mayBeToken } from '../columns/keys/secret-ids.ts'
import type { UnmappedValue } from '../../users/user.ts'
import type { Entry, Sample } from '../export-format.ts'
import type { Mapping, MappedColumn } from '../mapping.ts'
import { namesOwner, refersToAccount, refersToPerson } from '../names/account-names.ts'
import { isStatusName, lastName, splitPath, wordsOf } from '../names/column-words.ts'
import { hintsOf } from '../names/name-hints.ts'
import { isPeopleWord, isUserWord, mentionsPeople } from '../names/people-names.ts'
import { isContactTarget, type MappingTarget, mapsLogin, standingTargets } from '../targets.ts'

/*
 * Tables of orders, tickets, subscriptions, sessions and the like, which name a user by ID: `customer_id, cancelled, total`. A row is no user, and its state is that
 * of the thing: a closed ticket closes no account, and who cancelled a plan still signs in.
 */

/** Columns of such tables. A user has none of them, whatever else is said of the user. */
const ofThings =
  /^(?:subject|betreff|objet|asunto|oggetto|assunto|(?:grand|sub)?total(?:amount|price|sum)?|amount|betrag|summe|montant|importe|importo|valor|price|preis|prix|precio|prezzo|preco|quantity|qty|menge|quantite|cantidad|sku|product(?:id|name|title)?|article(?:id|no)?|order(?:id|number|no|nr|date|status|ref)?|invoice(?:id|number|no|nr|date)?|ticket(?:id|number|no|nr)?|cart(?:id)?|coupon(?:code)?|voucher|ship(?:ped|ping)\w{0,20}|tracking(?:number|code)|payment(?:method|status|id)?|priority|prioritat|severity|assignee)$/

/** Columns of subscriptions. Accounts may have a plan as well, so only a state that subscriptions alone end in is theirs. */
const ofSubscriptions =
  /^(?:(?:subscription|price|pricing|billing|stripe)?plan(?:id|name|type|code|key)?|subscription(?:id|plan|type|tier)?|trial\w{0,20}|renew\w{0,20}|(?:currentperiod|nextbilling|billing)\w{0,20}|abo(?:nnement)?(?:id|typ|art)?|tarif\w{0,10})$/
/** Lists of sessions, devices and codes. A session that is revoked or not active, or a code that was used, says nothing of its user. */
const namesSessions =
  /^(?:sessions?|sesion(?:es)?|sessoes|sessao|sessioni?e?|sitzung(?:en)?|sessies?|oturum(?:lar)?|devices?|refresh|tokens?|otps?|(?:verification|reset|login|access|auth)codes?|codes|(?:password|pw)?resets|(?:magic)?links|verifications)$/
/** Lists of other things with the address of a person: what people wrote or ordered by mail, and logs of what they did. */
const namesThingsOfPeople =
  /^(?:comments?|kommentare?|commentaires?|comentarios?|commenti|reactie|reviews?|ratings?|bewertung(?:en)?|feedbacks?|guest_?book|gastebuch|messages?|nachrichten|inquir(?:y|ies)|enquir(?:y|ies)|anfragen|newsletters?|mailings?|audits?|logs?)$/
/** Things that have people by the side, as lists are named after them. A column that numbers one may number people as well: `enrollment_no`. */
const ofFurtherThings =
  /^(?:appointments?|termine|rendezvous|citas|consultas|afspraken|enroll?ments?|einschreibungen|matriculas|loans?|ausleihen|prets|prestamos|prestiti|wallets?|attempts?|referrals?|donations?|spenden|donaciones|licen[sc]es?|lizenzen|licencias|vehicles?|fahrzeuge|vehicules|vehiculos|shipments?|deliver(?:y|ies))$/
const namesSubscriptions = /^(?:subscriptions?|abos?|abonnements?|suscripcion(?:es)?|assinaturas?|abbonament[io])$/
/** Lists of what people report of others and apply for. The state of a report is that of its case, and a rejected application closes no account. */
const namesCases =
  /^(?:reports|complaints?|disputes?|meldungen|beschwerden?|signalements|plaintes|denuncias|quejas|segnalazioni|zgloszenia|(?:job)?applications|bewerbung(?:en)?|candidatures?|candidaturas?|sollicitaties)$/
const ofLists = [namesCases, namesSessions, namesSubscriptions, namesThingsOfPeople]
const endsSubscription =
  /^(?:cancell?ed|expired|storniert|gekundigt|gekündigt|abgelaufen|annul[ée]e?|expir[ée]e?|cancelad[oa]|anulad[oa]|expirad[oa]|annullat[oa]|scadut[oa]|geannuleerd|verlopen|anulowan[aey]|отмен[её]н[аоы]?)$/iu
const namesCancellation =
  /^(?:is|was|has)?(?:cancell?(?:ed|ation)?|storniert|gekue?ndigt|annule|cancelad[oa])(?:at|on|date)?$/

/** States that end a thing as well as an account. */
const endsThing =
  /^(?:blocked|bloqu[ée]e?|revoked|inactive|closed|cancell?ed|archived|rejected|dismissed|denied|declined|refused|removed|deleted|terminated|expired|unapproved|not approved|geschlossen|storniert|abgelehnt|abgelaufen|archiviert|gekundigt|gekündigt|beendet|ferm[ée]e?|annul[ée]e?|refus[ée]e?|archiv[ée]e?|cerrad[oa]|cancelad[oa]|anulad[oa]|rechazad[oa]|archivad[oa]|fechad[oa]|encerrad[oa]|chius[oa]|annullat[oa]|archiviat[oa]|gesloten|geannuleerd|gearchiveerd|zamkni[eę]t[aey]|anulowan[aey]|zarchiwizowan[aey]|закрыт[аоы]?|отмен[её]н[аоы]?)$/iu
/** Flags of such an end. */
const namesEnd =
  /^(?:is|was|has)?(?:cancell?(?:ed|ation)?|closed|storniert|annule|cancelad[oa]|refund(?:ed)?)(?:at|on|date)?$/

/** The kind that a row of such a table is counted as. */
export const rowOfThing = 'order, ticket or the like'

/** The column that names the user of each such thing; null: the rows are something else. `name`: that of the table without its schema, or of the file without its extension. */
export function ownerOfThings(sample: Sample, mapping: Mapping, name: string): string | null {
  if (mapsLogin(mapping) || mapping.columns.some(({ target }) => target === 'totp-secret' || target === 'role'))
    return null
  const profiles = profileColumns(sample.records, sample.header)
  const account = profiles.find(({ path }) => refersToAccount(splitPath(path).name))
  const owner = account ?? profiles.find(({ path }) => namesOwner(path))
  if (owner === undefined) return null
  const areThings = namesThings(name) || profiles.some(({ path }) => ofThings.test(lastName(path)))
  const areSubscriptions =
    wordsOf(name).some((word) => namesSubscriptions.test(word)) ||
    profiles.some(({ path }) => ofSubscriptions.test(lastName(path)))
  const areSessions = wordsOf(name).some((word) => namesSessions.test(word))
  // A row with a key and an owner of its own is a thing of the owner.
  const isOwned =
    account === undefined &&
    !mentionsPeople(name) &&
    !/profil/i.test(name) &&
    profiles.some(({ path }) => lastName(path) === 'id')
  const says = areSessions ? saysOfSession : isOwned ? saysOfOwned : areThings ? saysEndOfThing : saysEndOfSubscription
  if (!areThings && !areSessions && !isOwned && !(areSubscriptions && profiles.some(says))) return null
  // A row with a key of its own is a thing, and that of a list of people may say that one has not come in yet.
  const haveStates =
    (areThings || isOwned) &&
    !mentionsPeople(name) &&
    (namesThings(name) || profiles.some(({ path }) => lastName(path) === 'id'))
  const areOfThings = mapping.columns.filter(isStanding).every(({ path }) => {
    const column = profiles.find((one) => one.path === path)
    if (column === undefined) return false
    // A flag of a wallet says nothing of its owner, unless it is called a ban.
    const isFlagOfThing = namesThings(name) && !isStatusName(path) && !saysOfUser(path)
    return (says(column) && !isStateOfUser(path)) || (haveStates && isStateInForce(column)) || isFlagOfThing
  })
  return areOfThings ? owner.path : null
}

/**
 * Whether the rows of a table with contacts are such things by its name: sessions with a copy of their user, comments, a newsletter. Each may be of a user or
 * of a stranger. Where they have passwords, or IDs at third parties, they are accounts.
 */
export function areThingsOfPeople({ columns }: Mapping, name: string): boolean {
  const all = wordsOf(name)
  // Those who get a newsletter are a list of addresses, and need no account.
  const words = all.some((word) => ofLetters.test(word)) ? all.filter((word) => !isPeopleWord(word)) : all
  const last = words.at(-1) ?? ''
  const isNamed =
    ofLists.some((names) => names.test(last) && (names !== namesCases || !mentionsPeople(name))) ||
    /^mailing_?list$/i.test(words.slice(-2).join('')) ||
    isThingWord(last)
  return (
    isNamed &&
    columns.some(({ target }) => isContactTarget(target)) &&
    !columns.some(({ target }) => ofAccounts.includes(target))
  )
}

const ofLetters = /^(?:newsletters?|mailings?|mail(?:ing)?list)$/

const ofAccounts: readonly MappingTarget[] = ['password-hash', 'provider', 'provider-user-id', 'totp-secret']

/**
 * The same mapping without the states of such things, and without their tokens as IDs. What a row says of its user within, `user.isActive`, is the state of
 * the user.
 */
export function ofThingsOfPeople(mapping: Mapping, sample: Sample): Mapping {
  const profiles = profileColumns(sample.records, sample.header)
  const isToken = ({ target, path }: MappedColumn) => {
    const values = profiles.find((one) => one.path === path)?.values ?? []
    return target === 'source-id' && !saysOfUser(path) && !refersToPerson(path) && values.some(isOwnToken)
  }
  const isKept = (column: MappedColumn) => (isStanding(column) ? saysOfUser(column.path) : !isToken(column))
  return { ...mapping, columns: mapping.columns.filter(isKept) }
}

function isOwnToken(value: string): boolean {
  return mayBeToken(value) && !madeId.test(value)
}

/** Whether a column is in an object of a user, or named after the state of one, or after a ban, which is of people alone. */
export function saysOfUser(path: string): boolean {
  const { containers } = splitPath(path)
  return isStateOfUser(path) || containers.some((one) => mentionsPeople(one)) || namesBan.test(lastName(path))
}

/** Whether a column is called after the state of a user: `user_status`. */
function isStateOfUser(path: string): boolean {
  const [first = '', ...others] = wordsOf(splitPath(path).name)
  return others.length > 0 && (isUserWord(first) || first === 'account') && isStatusName(others.join('_'))
}

/** The same mapping without the states of the things. An order that is confirmed says nothing of the address of its user. `name`: that of the table. */
export function withoutStates(mapping: Mapping, name: string): Mapping {
  const areSessions = wordsOf(name).some((word) => namesSessions.test(word))
  const isState = (column: MappedColumn) => isStanding(column) || (!areSessions && saysConfirmed(column))
  return { ...mapping, columns: mapping.columns.filter((column) => !isState(column)) }
}

/** Whether a column says that something is confirmed, and not that a contact is. */
function saysConfirmed({ target, path }: MappedColumn): boolean {
  return target === 'email-verified' ? !mentionsEmail(path) : target === 'phone-verified' && !hintsOf(path).phone
}

/** A row without a login as what it is; a value that looks like a login keeps it a user. */
export function asThing(entry: Entry): Entry {
  return entry.kind === 'unreadable' && entry.lacksLogin === true ? { kind: 'aside', what: rowOfThing } : entry
}

/** The part of a user with those states in the row of a thing that may be of the user; null: it has none. */
export function stateOfOwner(entry: Entry): Entry | null {
  if (entry.kind !== 'part') return null
  const isOfOwner = ({ kind, field, value }: UnmappedValue) =>
    kind === 'status' && (saysOfUser(field.slice(0, field.indexOf('='))) || !mayEndThing(value))
  const unmapped = entry.part.unmapped?.filter(isOfOwner) ?? []
  return unmapped.length === 0 ? null : { ...entry, part: { unmapped } }
}

/** Whether a state in which accounts end may be that of a thing: `closed`, and not `banned`. */
export function mayEndThing(value: string): boolean {
  return endsThing.test(value.trim())
}

function isStanding({ target }: MappedColumn): boolean {
  return standingTargets.includes(target)
}

/** Whether a table is named after things: `wallets`, `tickets_2024`, and of people last, `student_enrollments`. */
function namesThings(name: string): boolean {
  const words = wordsOf(name)
  const isThing = (word: string) => isThingWord(word) || namesCases.test(word)
  return isThingWord(words.at(-1) ?? '') || (words.some(isThing) && !mentionsPeople(name))
}

function isThingWord(word: string): boolean {
  return namesRowOfThings(word) || ofFurtherThings.test(word)
}

/** Whether a list has rows of things by its name: orders, sessions, comments, a newsletter. */
export function listsThings(name: string): boolean {
  return wordsOf(name).some((word) => isThingWord(word) || ofLists.some((names) => names.test(word)))
}

/** Whether a column is one of orders, tickets or subscriptions by its name. */
export function namesThingColumn(path: string): boolean {
  return ofThings.test(lastName(path)) || ofSubscriptions.test(lastName(path))
}

/** Whether a state that disables users is one that things end in, too. A ban is of people alone. */
function saysEndOfThing({ path, values }: ColumnProfile): boolean {
  const off = values.filter((value) => disabledByWord(value) === true)
  return namesEnd.test(lastName(path)) || (off.length > 0 && off.every(mayEndThing))
}

/** Whether a column has states in words of which none ends an account: `pending`, `confirmed`. */
function isStateInForce({ path, values }: ColumnProfile): boolean {
  const isInForce = (value: string) => {
    const isOff = disabledByWord(value)
    return isOff === false || (isOff === null && booleanOf(value) === null)
  }
  return isStatusName(path) && values.every((value) => /\p{L}/u.test(value) && isInForce(value))
}

function saysEndOfSubscription({ path, values }: ColumnProfile): boolean {
  const isEnd = (value: string) => endsSubscription.test(value.trim())
  const off = values.filter((value) => disabledByWord(value) === true)
  return namesCancellation.test(lastName(path)) || (values.some(isEnd) && off.every(isEnd))
}

/** Whether a state of a session may be its own: it names no ban of a user. */
function saysOfSession({ path }: ColumnProfile): boolean {
  return !namesBan.test(lastName(path))
}

/** Whether a state, as a flag or in words, may be that of a thing that its row owns a user of. */
function saysOfOwned(column: ColumnProfile): boolean {
  const isFlag = (value: string) => booleanOf(value) !== null
  return (
    saysOfSession(column) &&
    column.values.every((value) => isFlag(value) || disabledByWord(value) !== true || mayEndThing(value))
  )
}

const namesBan = /ban|block|suspen|lock|disab|sperr|bloq/i

import type { Sample } from '../export-format.ts'
import type { Mapping } from '../mapping.ts'
import type { User } from '../../users/user.ts'
import { isContactTarget, type MappingTarget, standingTargets } from '../targets.ts'
import { namesPeople, refersToPerson } from '../names/account-names.ts'
import { endsAccount, lastName, splitPath, withoutSchema, wordsOf } from '../names/column-words.ts'
import { hintsOf } from '../names/name-hints.ts'
import { namesPlace } from '../names/place-names.ts'
import {
  holdsAccounts,
  holdsPeople,
  holdsRequests,
  isNameOfPerson,
  isOfPersons,
  isPeopleWord,
  mayHoldAccounts,
  mentionsPeople,
} from '../names/people-names.ts'
import { listColumn } from './list-likeness.ts'
import { profileColumns, type ColumnProfile } from './profile-columns.ts'

/** Columns of tables that hold something else than users, with the email of a user beside it. */
const ofOtherThings =
  /^(?:rating|stars?|review(?:id|text|body|title)?|comment(?:s|id|text|body|content|author)?|product(?:id|name|title)?|sku|order(?:id|number|no|total|date|status)|(?:grand|sub)?total|total(?:amount|price|sum)|shipped(?:at|date)?|ship(?:ping|ment)\w{0,20}|(?:paid|delivered|placed|ordered)at|basket|cart(?:id)?|currency|payment(?:method|status|id)?|items?(?:count)?|billing\w{0,20}|company|deals?|(?:open|closed|won|lost)deals?|(?:contact|lead|deal|opportunity|sales)(?:owner|rep|stage|source|status|score|name)|lead|lifecyclestage|associated\w{3,20}|marketingcontactstatus|owner|lastcontacted|invoice(?:id|number|no)?|ticket(?:id|number)?|subject|message|body|quantity|qty|price|amount|question|answers?|survey(?:id)?|voucher|coupon(?:code)?|tracking(?:number|code)|event(?:id|name)|seat|utm(?:source|medium|campaign))$/
const enough = 2
/** With nothing that anybody signs in with. */
const enoughAlone = 3

/** Names of a row of a table of other things, in its key. */
const ofRows =
  /^(?:order|invoice|booking|ticket|transaction|payment|purchase|receipt|thread|conversation|bestell|auftrag|rechnung|buchung|zahlung|beleg|commande|facture|reservation|paiement|pedido|factura|reserva|pago|fatura|encomenda|ordine|fattura|bestelling|factuur|zamowien|faktur|siparis|注文|请求|订单|發票|发票|주문)/u
/** Columns of a program that signs users in, beside its ID (RFC 7591). */
const ofClient =
  /^(?:client_?(?:secret(?:hash)?|name)|(?:registered|web_?server)?_?redirect_?ur[il]s?|(?:authorization|authorized|allowed)?_?grant_?types?|post_?logout_?redirect_?ur[il]s?|token_?endpoint_?auth_?method|response_?types?|(?:client_?)?authentication_?methods)$/i
/** Settings of a mailing list. */
const ofMailing =
  /^(?:e?mail\d(?:value|type|label|address|displayname)|phone\d(?:value|type|label)|(?:home|business|other)(?:phone\d?|street|fax)|assistantsname|opt(?:ed)?in|optout|confirm(?:time|ip)|unsub|subscri|newsletter|campaign|mailing|segment|listid|leid|euid|member_?rating|openrate|clickrate|opens|clicks|bounce|htmlemail|blacklisted|optedin|abonn|desabonn|desinscri|abmeld|inscritle|suscri)/
/** Columns that only tables of logins have. */
const ofSignIn =
  /^(?:user_?name|login|nick(?:name)?|benutzername|last_?(?:log|sign|seen|active|visit)|sign_?in|email(?:verified|confirmed)|verified|lock|mfa|2fa|two_?factor)/
const ofRoles = /^roles?/
const amount =
  /^(?:[€$£]|eur|usd|gbp|chf)?\s?-?\d{1,3}(?:[ .,']?\d{3}){0,3}[.,]\d{2}\s?(?:[€$£]|eur|usd|gbp|chf|zł|kr)?$/i

/** Why a table may hold something else than users; completes the reason of a recognition. `asks`: the operator has to say so before a row becomes a user; `of`: what its rows are, also those with a hash. */
export type TableDoubt = {
  readonly reason: string
  readonly asks: boolean
  readonly of?: Exclude<User['mayBeOther'], true | undefined>
}

/**
 * The doubt whether a table that is read by its columns holds users; null: none. Rows of orders and mailing lists show
 * by their making: several of a person, amounts, a number of their own, and nothing that anybody signs in with. A table
 * with passwords, or with ids at third parties, holds users. One of a name that mentions no people needs something that they sign in with. A list of addresses and names may be an address book. `table`: its name,
 * where it has one; `isAlone`: its file has no other, so it was exported for its users.
 */
export function doubtAbout(
  sample: Sample,
  { columns }: Mapping,
  { table, isAlone = true }: { readonly table?: string | undefined; readonly isAlone?: boolean } = {},
): TableDoubt | null {
  const profiles = profileColumns(sample.records, sample.header)
  const client = clientIn(profiles.map(({ path }) => path))
  if (client !== null) return { reason: ofClients(client), asks: true, of: 'client' }
  const event = profiles.find(holdsEvents)
  if (event !== undefined) return { reason: ofEvents(event.path), asks: true, of: 'event' }
  if (table !== undefined && holdsRequests(table)) return { reason: ofRequests(table), asks: true, of: 'request' }
  if (columns.some(({ target }) => target === 'password-hash' || target === 'provider-user-id')) return null
  if (!columns.some(({ target }) => isContactTarget(target))) return null
  const names = profiles.map(({ path }) => path)
  const others = names.filter(isOfOtherThings)
  const email = profiles.find(({ path }) => columns.some((one) => one.path === path && one.target === 'email'))
  const repeats = email !== undefined && new Set(email.values).size < email.values.length
  const amounts = profiles.filter(
    ({ values }) => values.length >= 2 && values.every((value) => amount.test(value.trim())),
  )
  const mailing = names.filter((path) => ofMailing.test(lastName(path)))
  const isOfRows = names.some(
    (path) => ofRows.test(lastName(path)) && /(?:id|nr|no|num\w{0,40}|code|ref\w{0,40}|号|番号)$/u.test(lastName(path)),
  )
  const signsIn = names.some((path) => ofRoles.test(lastName(path))) || saysSignIn(names, columns)
  const thing = thingIn(names)
  // A number to call is that of a restaurant where its ID counts restaurants.
  const isOfAny = email !== undefined || isOfPersons(names)
  const numbered = isOfAny
    ? []
    : columns.flatMap(({ target, path }) => (target === 'source-id' && numbersThings(path) ? [path] : []))
  const isMailing = mailing.length >= enoughAlone
  const ofBusiness = table !== undefined && holdsAccounts(table) ? [] : businessIn(names)
  const hasNames = names.some((path) => ofNames.test(lastName(path)))
  const isOfThings = ((table !== undefined && isNamedAfterThings(table)) || ofBusiness.length > 0) && !hasNames
  const isOfInvitations =
    !signsIn && (table === undefined || !holdsAccounts(table)) && ofInvitation.every((one) => names.some(one))
  const list = hasNames || (table !== undefined && holdsAccounts(table)) ? null : listColumn(profiles, columns)
  const asks =
    isOfThings ||
    isOfInvitations ||
    list !== null ||
    ((!signsIn || isMailing) &&
      ((table !== undefined && !(isAlone ? mentionsPeople(table) : holdsAccounts(table))) ||
        ((table === undefined || !isOfUsers(table)) && isAddressBook(profiles, columns)) ||
        thing !== null ||
        numbered.length > 0 ||
        others.length >= enoughAlone ||
        (email === undefined && amounts.length > 0) ||
        (repeats && (amounts.length > 0 || others.length > 0 || isOfRows)) ||
        (isOfRows && (amounts.length > 0 || others.length >= enough)) ||
        mailing.length >= enough))
  if (!asks && others.length < enough) return null
  const telling = [
    ...new Set([
      ...(list === null ? [] : [list]),
      ...(thing === null ? [] : names.filter((name) => wordsOf(name)[0] === thing)),
      ...(isOfInvitations ? names.filter((name) => ofInvitation.some((one) => one(name))) : []),
      ...ofBusiness,
      ...numbered,
      ...others,
      ...amounts.map(({ path }) => path),
      ...(asks ? mailing : []),
    ]),
  ]
  const named = telling
    .slice(0, 3)
    .map((name) => `“${name}”`)
    .join(', ')
  const has = named === '' ? 'no passwords' : `${named} and no passwords`
  const reason = `it may hold something other than users (it has ${has}${repeats ? ', and emails come several times' : ''}): check before you import it`
  return { reason, asks }
}

/** Whether a column is called as in tables of orders, tickets and the like. */
export function isOfOtherThings(path: string): boolean {
  return ofOtherThings.test(lastName(path))
}

/** Whether a column is the number of a thing that is no person by its name: `restaurant_id`, `product_id`, `tienda_id`. */
export function numbersThings(path: string): boolean {
  const isNumber = /^id|(?:id|nr|no|num\w{0,40}|code|ref)$/u.test(lastName(path))
  const isOfThing = namesOrganization(path) || isOfOtherThings(path) || namesRowOfThings(lastName(path))
  return isNumber && isOfThing && !namesPeople(path)
}

/** Whether a column is one that only tables of logins have by its name: `username`, `last_login`, `mfa_enabled`. */
export function isOfSignIn(path: string): boolean {
  return ofSignIn.test(lastName(path))
}

/** Whether columns have what only accounts have beside their logins: a name or a time of signing in, a standing, verification. */
function saysSignIn(names: readonly string[], columns: Mapping['columns']): boolean {
  return (
    names.some(isOfSignIn) ||
    columns.some(({ target, path }) => target.endsWith('-verified') || (target === 'disabled' && !endsAccount(path)))
  )
}

/**
 * Whether a file has contacts of people, and nothing else that accounts have. Beside accounts with passwords, its people may have none. What a
 * person is called says of no account in rows that refer to their user, and neither does the status of a customer, a comment or a subscription.
 */
export function holdsContactsAlone(all: readonly string[], { columns }: Mapping, file: string): boolean {
  const told = mayHoldAccounts(file) ? columns : columns.filter((column) => !isOfRow(column))
  const open = new Set(columns.filter((column) => !told.includes(column)).map(({ path }) => path))
  const has = (...wanted: readonly MappingTarget[]) => told.some(({ target }) => wanted.includes(target))
  const refers = told.some(({ target, path }) => target === 'source-id' && refersToPerson(path))
  const names = all.filter((path) => !open.has(path) && !(refers && /^nick(?:name)?$/.test(lastName(path))))
  return (
    has('email', 'phone') &&
    !has('password-hash', 'provider', 'provider-user-id', 'deleted') &&
    !names.some((path) => hintsOf(path).namesPassword) &&
    !saysSignIn(names, told)
  )
}

/** Whether a column says something of its row, as `approved` and `confirmed` do, and not by its name of an address. */
function isOfRow({ target, path }: Mapping['columns'][number]): boolean {
  return standingTargets.includes(target) || (target.endsWith('-verified') && !/mail|phone|tel/.test(lastName(path)))
}

/**
 * Whether named columns have addresses and names of persons, where they work, and nothing else, as an address book has. Where an office is
 * stands in one of companies.
 */
function isAddressBook(profiles: readonly ColumnProfile[], columns: Mapping['columns']): boolean {
  const isOfCompanies = profiles.some(({ path }) => ofOffices.test(lastName(path)))
  return profiles.every(
    ({ path }) =>
      columns.some((one) => one.path === path && isContactTarget(one.target)) ||
      isNameOfPerson(path) ||
      hintsOf(path).phone ||
      ofContacts.test(lastName(path)) ||
      (isOfCompanies && (ofOffices.test(lastName(path)) || namesPlace(path) || ofDirectory.test(lastName(path)))),
  )
}

/** Whether a table is that of the users by its name, and no list of addresses: `app_users`, but not `user_contacts` and `newsletter_users`. */
function isOfUsers(table: string): boolean {
  return holdsAccounts(table) && holdsPeople(table) && !/news|mail|guest|lead|invit|waiting/i.test(withoutSchema(table))
}

/** Columns of how a company is reached beside its email and phone. */
const ofOffices =
  /^(?:(?:tele)?fax(?:no|nr|number|nummer)?|web(?:site|page|seite)?|homepage|url|site|internet|sito(?:web)?)$/u
/** Further columns of a directory of companies, beside the parts of a postal address. */
const ofDirectory = /^(?:country|land|pays|pais|state|industry|branche|sector|description|logo)$/u

const ofContacts =
  /^(?:organi[sz]ation|company|firma|empresa|societe|azienda|организация|компания|фирма|отчество|patronymic|(?:job)?title|position|должность|notes?|remarks?|birthday)$/u

/**
 * Whether a column names what happened to a user, `user.created`, `login_failed`: its records are no users, and a later one overtakes another.
 * Such a name says what it is about and, in the past or with a word for an attempt, what happened, or what happened to a user alone.
 */
function holdsEvents({ path, values }: ColumnProfile): boolean {
  const kinds = new Set(values.map((value) => wordsOf(value).join(' ')))
  const isOfEvents = /(?:event|action|type|operation|kind|op|topic|activity)(?:name|type)?$/.test(lastName(path))
  if (!isOfEvents || kinds.size < 2) return false
  // Of a user, the last action may be named, or one that is required.
  const isPlain = wordsOf(lastName(path)).every((word) => ofEventNames.test(word))
  const isEvent = (kind: string) => eventOfUser.test(kind) || (isPlain && mayBeEvent(kind.split(' ')))
  // One word alone may be a kind of users, such as `verified`.
  return [...kinds].every(isEvent) && [...kinds].some((kind) => kind.includes(' ') || ofSession.test(kind))
}

const ofEventNames =
  /^(?:(?:user|audit|auth|log|security)?(?:event|action|type|operation|kind|op|topic|activity)(?:name|type)?|name|user|audit|auth|log|security)$/
const ofSession = /^(?:log|sign)(?:out|off)$/

/** Whether words say that something happened, with or without the thing it happened to: `password changed`, `login attempt`, `logout`. */
function mayBeEvent(words: readonly string[]): boolean {
  return (
    words.length <= 5 &&
    words.some((word) => isPast(word) || ofAttempt.test(word)) &&
    !words.some((word) => ofKinds.test(word))
  )
}

/** A participle, also one that is irregular. */
function isPast(word: string): boolean {
  return /^[a-z]{3,}(?:[^e]ed|eed|ied)$|^(?:sent|lost|reset|set|got|begun|made|seen|read|left|paid|done|built|bought|sold|shown|written|given|taken)$/.test(
    word,
  )
}

const ofAttempt =
  /^(?:log(?:in|out|on|off)|sign(?:in|out|up|on)|signup|attempts?|success\w*|failures?|fail|create|update|delete|register|refresh|verify|start|end|view|visit|access|request|change|registration|verification|expiry)$/
/** Words for kinds of people, whose column is none of events: `registered_user`. */
const ofKinds =
  /^(?:users?|members?|customers?|guests?|admins?|accounts?|clients?|subscribers?|trial|premium|basic|free|gold|staff|employees?)$/

const eventOfUser =
  /^(?:[a-z]+ ){0,2}(?:user|account|member|customer|identity|profile)s? (?:[a-z]+ )?(?:created?|added?|registered|signed up|updated?|changed?|modified|deleted?|removed?|blocked|unblocked|banned|(?:de|re)?activated?|disabled?|enabled?|suspended?|invited|verified|log(?:ged)? ?in|signed in)$/

function ofEvents(path: string): string {
  return `it is a log of what happened to users (“${path}”), in which a later line overtakes an earlier one: export the users instead`
}

function ofRequests(table: string): string {
  return `“${table}” has requests for accounts by its name, or invitations, and their people may have no account yet: choose the table of the accounts, if there is one`
}

/** The two kinds of columns that a list of invitations has: the inviter, and the token or the acceptance of an invitation. */
const ofInvitation: readonly ((path: string) => boolean)[] = [
  (path) => /^(?:invitedby|inviter)(?:id|userid|user)?$/.test(lastName(path)),
  (path) => /^(?:invit(?:e|ation))?(?:token|accepted|acceptedat|acceptedon)$/.test(lastName(path)),
]

/** The columns with the registered name or number of a company, which each row then is; empty: it has the name of a person, or none of these. */
function businessIn(names: readonly string[]): readonly string[] {
  const registered = names.filter(
    (path) => ofRegister.test(lastName(path)) || wordsOf(path).some((word) => numberOfBusiness.test(word)),
  )
  const persons = names.filter((path) => isNameOfPerson(path))
  if (registered.length > 0) return persons.every((path) => anyName.test(lastName(path))) ? registered : []
  return persons.length > 0 ? [] : names.filter((path) => nameOfBusiness.test(lastName(path)))
}

const numberOfBusiness = /^(?:cnpj|siret|siren|gstin|piva)$/
const ofRegister =
  /razaosocial|razonsocial|raisonsociale|ragionesociale|nomefantasia|partitaiva|handelsregister|ustid|^vat(?:id|no|nr|number|code)$/
const nameOfBusiness = /^(?:company|business|firmen|firma|empresa|entreprise)(?:name|nom)$|^nom(?:br)?ee?mpresa$/
/** A name of people and of companies. */
const anyName = /^(?:name|nome|nombre|nom|naam|navn|namn|nimi|nama)$/

/** Two columns of one thing that is no person, `district_id` and `district_name`: each row is such a thing, and has an address as well. */
function thingIn(names: readonly string[]): string | null {
  const things = names.flatMap((name) => {
    const [thing = '', what = '', ...others] = wordsOf(name)
    return others.length === 0 && /^(?:id|nr|no|code|number|name)$/.test(what)
      ? [{ thing, isName: what === 'name' }]
      : []
  })
  const named = things.find(
    ({ thing, isName }) =>
      isName &&
      things.some((other) => other.thing === thing && !other.isName) &&
      !isPeopleWord(thing) &&
      ofOrganizations.test(thing),
  )
  return named?.thing ?? null
}

/** Whether the rows of a table are things other than people by its name. Businesses may be verified and active, too. */
export function isNamedAfterThings(table: string): boolean {
  const last = wordsOf(withoutSchema(table)).at(-1) ?? ''
  return !mentionsPeople(table) && singularsOf(last).some((word) => ofOrganizations.test(word) || ofRows.test(word))
}

/** Whether a word names rows of orders and the like, in any language that is known: `orders`, `commandes`. */
export function namesRowOfThings(word: string): boolean {
  return singularsOf(word).some((one) => ofRows.test(one))
}

/** Columns of names and times with which people sign in. */
const ofNames = /^(?:user_?name|login|nick(?:name)?|benutzername|last_?(?:log|sign|seen|active)|sign_?in)/

/** Whether a column or a list is named after organizations or places that people belong to: `company_id`, `firma_id`. */
export function namesOrganization(name: string): boolean {
  return wordsOf(splitPath(name).name).some(isOrganizationWord)
}

function isOrganizationWord(word: string): boolean {
  return [word, withoutKey(word)].flatMap(singularsOf).some((one) => ofOrganizations.test(one))
}

/** `companyid` is one word. */
function withoutKey(word: string): string {
  return word.replace(/(?<=.{4})(?:id|nr|no)$/, '')
}

/** A word and its possible singulars. */
export function singularsOf(word: string): readonly string[] {
  return [word, word.replace(/ies$/, 'y'), ...[/[sn]$/, /e[sn]$/].map((ending) => word.replace(ending, ''))]
}

/** Words for places that people go to, as a part of an expression. */
export const wordsOfPlaces =
  'school|store|shop|branch|company|hotel|restaurant|clinic|hospital|office|location|agency|venue|filiale|bank|church|library|tienda|empresa|negozio'

const ofOrganizations = new RegExp(
  `^(?:${wordsOfPlaces}|district|org|organi[sz]ation|vendor|supplier|dealer|club|firm|firma|schule|site|department|region|lieferant|fournisseur|ecole|escuela|business|listing|entreprise|societe|proveedor|azienda|bedrijf)$`,
)

/** The column with the ID of a client of OAuth, beside others that such a program has, where no user has a password; null: the rows are none. */
function clientIn(names: readonly string[]): string | null {
  const id = names.find((name) => /^client_?id$/i.test(lastName(name)))
  const others = names.filter((name) => ofClient.test(lastName(name)))
  const isOfUsers = names.some((name) => hintsOf(name).namesPassword)
  return id === undefined || others.length < enough || isOfUsers ? null : id
}

function ofClients(column: string): string {
  return `its rows may be programs that sign users in, by “${column}” and the columns beside it: check before you import it`
}

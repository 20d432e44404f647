import { isObject, parseJson } from '../json.ts'
import { bareText } from './bare-text.ts'
import { unwrapGitea } from './families/gitea.ts'
import type { HashInput } from './verdict.ts'

/** The hash inside its wrapping, and the wrapping in words. */
type Unwrapped = { readonly input: HashInput; readonly how: string }

/** Words that frameworks put before a whole hash (specification 4.5, rule 1: to be removed), by whether a brace comes first. */
const bare: readonly RegExp[] = [
  /^argon2\$\$?(?=argon2(?:id|i|d)\$)/,
  /^argon2(?:\$|(?:id|i|d)?:)(?=\$argon2(?:id|i|d)\$)/,
  /^bcrypt[$:](?=\$2[abxy]\$)/,
  // Nextcloud says the kind of hash by a number.
  /^[123]\|(?=\$(?:2[abxy]|argon2(?:id|i|d))\$)/,
  // Jenkins.
  /^#jbcrypt:(?=\$2[abxy]\$)/,
]
const inBraces: readonly RegExp[] = [
  /^\{(?:bcrypt|blf-crypt|crypt)\}(?=\$2[abxy]\$)/i,
  /^\{(?:argon2(?:id|i|d)?|crypt)(?:@[A-Za-z0-9_]+)?\}(?=\$argon2(?:id|i|d)\$)/i,
]

/**
 * Takes off one layer: an exporter's prefix, a credential as JSON, or bcrypt in three fields. Null when there is none.
 * `text` is the bare text of `input.hash`.
 */
export function unwrap(input: HashInput, text: string): Unwrapped | null {
  if (text.charCodeAt(0) === openBrace && text.endsWith('}')) {
    const credential = readCredential(text)
    if (credential !== null) return credential
  }
  if (text.charCodeAt(0) === letterA && text.charCodeAt(1) === colon) {
    const credential = readSerialized(text)
    if (credential !== null) return credential
  }
  if (input.provider === 'gitea') {
    const unwrapped = unwrapGitea(input, text)
    if (unwrapped !== null) return unwrapped
  }
  const first = text.charCodeAt(0)
  if (
    first === openBrace ||
    first === numberSign ||
    text.charCodeAt(1) === bar ||
    ((first | 32) >= letterA && (first | 32) <= letterB)
  ) {
    for (const prefix of first === openBrace ? inBraces : bare) {
      const found = prefix.exec(text)
      if (found !== null)
        return { input: { ...input, hash: plainHash(text.slice(found[0].length)) }, how: prefixRemoved }
    }
  }
  return input.factor === undefined ? null : joinBcrypt(input, text, input.factor)
}

const openBrace = 123
const colon = 58
const numberSign = 35
const bar = 124
const letterA = 97
const letterB = 98
const prefixRemoved = "The exporter's prefix is removed; the hash itself is untouched."

function plainHash(text: string): string {
  return text.startsWith('$') ? text : `$${text}`
}

/** bcrypt as FusionAuth and Okta keep it: cost, 22 characters of salt and 31 of digest in fields of their own. */
function joinBcrypt(input: HashInput, text: string, factor: number): Unwrapped | null {
  const salt = bareText(input.salt ?? '')
  if (salt === '' && /^bcrypt$/i.test(input.declared ?? '') && !text.startsWith('$'))
    return { input: { hash: '' }, how: '' }
  if (!/^[./A-Za-z0-9]{31}$/.test(text) || !/^[./A-Za-z0-9]{22}$/.test(salt)) return null
  const { salt: _salt, factor: _factor, ...rest } = input
  return { input: { ...rest, hash: `$2b$${String(factor).padStart(2, '0')}$${salt}${text}` }, how: joined }
}

const joined = 'bcrypt, joined from its cost, salt and digest.'

type Fields = Readonly<Record<string, unknown>>
type Credential = { readonly input: HashInput; readonly how: string }

/**
 * The hash inside a credential written as JSON: Keycloak's, FusionAuth's, Okta's, Meteor's and Auth0's `custom_password_hash`.
 * Null when the text is no such JSON.
 */
function readCredential(text: string): Credential | null {
  const fields = parse(text)
  if (fields === null) return null
  if ('credentialData' in fields || 'hashedSaltedValue' in fields) return readKeycloak(fields)
  if ('encryptionScheme' in fields) return readSplit(fields, 'encryptionScheme', 'password', 'factor')
  if ('workFactor' in fields) return readSplit(fields, 'algorithm', 'value', 'workFactor')
  if ('hash' in fields && 'algorithm' in fields) return readAuth0(fields)
  if (typeof fields['bcrypt'] === 'string')
    return { input: { hash: fields['bcrypt'], declared: 'bcrypt-sha256' }, how: '' }
  return null
}

function readKeycloak(fields: Fields): Credential {
  const secret = within(fields, 'secretData')
  const data = within(fields, 'credentialData')
  const declared = textOf(data, 'algorithm') || textOf(fields, 'algorithm')
  if (declared !== 'argon2') {
    const hash = textOf(secret, 'value') || textOf(fields, 'hashedSaltedValue')
    // An algorithm that is not told is not guessed either.
    return { input: { hash, declared: declared || 'other' }, how: '' }
  }
  const more = within(data, 'additionalParameters')
  const version = { '1.0': '16', '1.3': '19' }[first(more, 'version')] ?? first(more, 'version')
  const costs = `m=${first(more, 'memory')},t=${numberOf(data, 'hashIterations')},p=${first(more, 'parallelism')}`
  const salt = withoutPadding(textOf(secret, 'salt'))
  const digest = withoutPadding(textOf(secret, 'value'))
  const hash = `$argon2${first(more, 'type')}$v=${version}$${costs}$${salt}$${digest}`
  const digestBytes = Number(first(more, 'hashLength'))
  return { input: { hash, declared, digestBytes }, how: 'Argon2, put together from a Keycloak credential.' }
}

function withoutPadding(text: string): string {
  return text.replace(/={1,2}$/, '')
}

/** An algorithm, a digest, a salt and a cost in fields of their own. */
function readSplit(fields: Fields, algorithm: string, digest: string, cost: string): Credential {
  const input = { hash: textOf(fields, digest), salt: textOf(fields, 'salt'), declared: textOf(fields, algorithm) }
  const factor = numberOf(fields, cost)
  return { input: factor === '' ? input : { ...input, factor: Number(factor) }, how: '' }
}

function readAuth0(fields: Fields): Credential {
  const hash = textOf(within(fields, 'hash'), 'value') || textOf(fields, 'hash')
  return { input: { hash, declared: textOf(fields, 'algorithm') }, how: 'Taken out of the credential around it.' }
}

/** An array of texts that PHP serialized, as boards keep a password: its hash, and of old versions the salt and the function. */
const serialized = /^a:[1-9]:\{(?:s:\d{1,3}:"[^"]{0,400}";){2,18}\}$/

function readSerialized(text: string): Credential | null {
  if (!serialized.test(text)) return null
  const texts = [...text.matchAll(/s:\d{1,3}:"([^"]{0,400})";/g)].map(([, one = '']) => one)
  const valueOf = (name: string) => texts.find((_, at) => at % 2 === 1 && texts[at - 1] === name) ?? ''
  const hash = valueOf('hash')
  if (hash === '') return null
  const salt = valueOf('salt')
  const declared = valueOf('hashFunc')
  return {
    input: { hash, ...(salt === '' ? {} : { salt }), ...(declared === '' ? {} : { declared }) },
    how: 'Taken out of the credential around it.',
  }
}

function parse(text: string): Fields | null {
  return fieldsOf(parseJson(text))
}

function fieldsOf(value: unknown): Fields | null {
  return isObject(value) ? { ...value } : null
}

/** An object below `name`, which Keycloak writes as JSON text. */
function within(fields: Fields, name: string): Fields {
  const value = fields[name]
  return (typeof value === 'string' ? parse(value) : fieldsOf(value)) ?? {}
}

function textOf(fields: Fields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

/** The number below `name` as text, empty when there is none. */
function numberOf(fields: Fields, name: string): string {
  const value = fields[name]
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : textOf(fields, name)
}

/** Keycloak keeps each parameter as a list of one text. */
function first(fields: Fields, name: string): string {
  const value = fields[name]
  const one: unknown = Array.isArray(value) ? value[0] : value
  return typeof one === 'string' ? one : ''
}

import type { HashInput } from './verdict.ts'

type Fields = Readonly<Record<string, unknown>>
type Credential = { readonly input: HashInput; readonly how: string }

/**
 * The hash inside a credential written as JSON: Keycloak's, FusionAuth's, Okta's, Meteor's and Auth0's `custom_password_hash`.
 * Null when the text is no such JSON.
 */
export function readCredential(text: string): Credential | null {
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
  return { input: { hash, declared }, how: 'Argon2, put together from a Keycloak credential.' }
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

function parse(text: string): Fields | null {
  try {
    return fieldsOf(JSON.parse(text))
  } catch {
    return null
  }
}

function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
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

import { clearPassword } from '../../hashes/mask-hash.ts'
import type { HashInput } from '../../hashes/verdict.ts'
import { newUser, type Identity } from '../../users/user.ts'
import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { knownStanding, type StateWords } from '../../mapping/entries/state-words.ts'
import { asEmail, field, profileOfUser, shareOf } from '../fields.ts'
import { kratosTables } from './kratos-tables.ts'

const states: StateWords = { active: ['active'], disabled: ['inactive'] }

/** Fields of an identity as a client creates it. */
const ofCreated: ExportFormat['fields'] = [
  { path: 'traits.email', becomes: 'Email' },
  { path: 'traits.phone', becomes: 'Phone number' },
  { path: 'verifiable_addresses[0].value', becomes: 'Email or phone number, if the traits have none' },
  { path: 'verifiable_addresses[0].verified', becomes: 'Email or phone verified' },
  { path: 'credentials.password.config.hashed_password', becomes: 'Password hash' },
  { path: 'credentials.password.config.password', becomes: 'Clear password, which is named and never kept' },
  { path: 'state', becomes: 'Disabled', states },
  { path: 'metadata_public', becomes: 'Metadata', whole: true },
  { path: 'metadata_admin', becomes: 'Metadata', whole: true },
]

/** Ory Kratos and Ory Network: identities as JSON, with or without their credentials, also as a batch of them to create, and the tables of the database. */
export const kratos: ExportFormat = {
  provider: 'kratos',
  title: 'Ory Kratos',
  recognise: recogniseKratos,
  read: (record) =>
    kratosTables.isPart(record)
      ? kratosTables.read(record, { hashOf: hashIn, providersOf: providersIn, totpOf: totpIn })
      : readKratosIdentity(inner(record)),
  fields: [
    { path: 'id', becomes: 'Source ID' },
    ...ofCreated,
    ...ofCreated.map((one) => ({ ...one, path: `create.${one.path}` })),
    { path: 'credentials.oidc.config.providers[0].provider', becomes: 'Provider' },
    { path: 'credentials.oidc.config.providers[0].subject', becomes: 'Provider user ID' },
    { path: 'credentials.code.identifiers', becomes: 'Login by code' },
    { path: 'credentials.totp.config.totp_url', becomes: 'TOTP secret' },
    { path: 'created_at', becomes: 'Time joined' },
    ...kratosTables.fields,
  ],
}

/** The identity itself; a batch wraps each one in `create`. */
function inner(record: SourceRecord): SourceRecord {
  return field.object(record, 'create') ?? record
}

function recogniseKratos({ records }: Sample): Recognition | null {
  if (shareOf(records, kratosTables.isPart) >= 0.8) {
    const reason = 'its rows are credentials or addresses of an identity_id, as Kratos stores them'
    return { provider: 'kratos', shape: 'tables of credentials or addresses', reason, role: 'parts' }
  }
  if (shareOf(records, (record) => isKratosIdentity(inner(record))) < 0.8) return null
  const hashed = records.some((record) => hashOf(inner(record)) !== null)
  return {
    provider: 'kratos',
    shape: hashed ? 'identities with credentials' : 'identities without hashes',
    reason: 'its records have traits and a schema_id or credentials',
    role: 'users',
  }
}

function isKratosIdentity(record: SourceRecord): boolean {
  return field.object(record, 'traits') !== null && ['schema_id', 'credentials'].some((name) => field.has(record, name))
}

function readKratosIdentity(record: SourceRecord): Entry {
  const traits = field.object(record, 'traits') ?? {}
  const sourceId = field.text(record, 'id')
  const email =
    field.text(traits, 'email', 'emails') ?? address(record, 'email') ?? asEmail(field.text(traits, 'username'))
  const phone = field.text(traits, 'phone', 'phone_number', 'phones') ?? address(record, 'sms')
  if (sourceId === null && email === null && phone === null) {
    return { kind: 'unreadable', reason: 'This record has neither an ID nor an email or phone number in its traits.' }
  }
  const hash = hashOf(record)
  const codes = identifiersOf(credential(record, 'code'))
  return {
    kind: 'user',
    user: newUser({
      sourceId,
      email,
      emailVerified: isVerified(record, email),
      phone,
      phoneVerified: isVerified(record, phone),
      emailIsLogin: email !== null && codes.some((identifier) => identifier.includes('@')),
      phoneIsLogin:
        phone !== null && codes.some((identifier) => /^\+?\d/.test(identifier) && !identifier.includes('@')),
      hasPassword: hasPassword(record, hash),
      hash,
      identities: [...providersOf(record, 'oidc'), ...providersOf(record, 'saml')],
      standing: knownStanding(states, field.text(record, 'state')),
      ...profileOfUser({
        metadata: field.metadata(record, 'metadata_public', 'metadata_admin'),
        totp: totpIn(configOf(record, 'totp')),
        joined: field.time(record, 'created_at'),
      }),
    }),
    keys: sourceId === null ? [] : [kratosTables.keyOf(sourceId)],
  }
}

function credential(record: SourceRecord, type: string): SourceRecord {
  return field.object(field.object(record, 'credentials') ?? {}, type) ?? {}
}

function configOf(record: SourceRecord, type: string): SourceRecord {
  return field.object(credential(record, type), 'config') ?? {}
}

function hashOf(record: SourceRecord): HashInput | null {
  return hashIn(configOf(record, 'password'))
}

function totpIn(config: SourceRecord): readonly string[] {
  return [field.text(config, 'totp_url') ?? []].flat()
}

function hashIn(config: SourceRecord): HashInput | null {
  const [hash, clear] = [field.text(config, 'hashed_password'), field.text(config, 'password')]
  if (hash !== null) return { hash, provider: 'kratos' }
  return clear === null ? null : clearPassword(clear, 'kratos')
}

/** Whether there is a password. Without `include_credential` an export lists only its identifiers. */
function hasPassword(record: SourceRecord, hash: HashInput | null): boolean | null {
  if (hash !== null || field.has(field.object(record, 'credentials') ?? {}, 'password')) return true
  return field.object(record, 'credentials') === null ? null : false
}

function identifiersOf(fields: SourceRecord): readonly string[] {
  const list = fields['identifiers']
  return Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : []
}

/** The third-party logins: from `config.providers`, or if that is missing from identifiers such as `google:1098`. */
function providersOf(record: SourceRecord, type: string): readonly Identity[] {
  const listed = providersIn(configOf(record, type))
  if (listed.length > 0) return listed
  return identifiersOf(credential(record, type)).flatMap((identifier) => {
    const at = identifier.indexOf(':')
    return at < 1 ? [] : [toIdentity(identifier.slice(0, at), identifier.slice(at + 1))]
  })
}

function providersIn(config: SourceRecord): readonly Identity[] {
  return (field.list(config, 'providers') ?? []).flatMap((one) => {
    const provider = field.text(one, 'provider')
    return provider === null ? [] : [toIdentity(provider, field.text(one, 'subject') ?? '')]
  })
}

function toIdentity(provider: string, userId: string): Identity {
  return { provider, userId, email: null, emailVerified: null }
}

function address(record: SourceRecord, via: string): string | null {
  const listed = field.list(record, 'verifiable_addresses')?.find((one) => field.text(one, 'via') === via)
  return listed === undefined ? null : field.text(listed, 'value')
}

function isVerified(record: SourceRecord, contact: string | null): boolean | null {
  const same = (one: SourceRecord) => field.text(one, 'value')?.toLowerCase() === contact?.trim().toLowerCase()
  const listed = field.list(record, 'verifiable_addresses')?.find(same)
  return listed === undefined ? null : field.flag(listed, 'verified')
}

import { describe, expect, test } from 'vitest'
import { type Choices, decisions, noChoices } from '../../../shared/planning/choices.ts'
import { choicesSchema } from '../../../shared/planning/decisions/choices-schema.ts'
import type { decisionTable } from '../../../shared/planning/decisions/decision-table.ts'
import type { Dependents } from '../../../shared/planning/decisions/dependents.ts'
import { endedByCorrection, findingCodes } from '../../../shared/planning/findings.ts'

type Key = keyof typeof decisionTable

function decisionOf(key: Key) {
  const decision = decisions.table[key]
  if (decision === undefined) throw new Error(`no decision ${key}`)
  return decision
}

type Row = {
  /** The answers to each finding. */
  readonly answers: Readonly<Record<string, string>>
  readonly option?: string
  /** Its differences from other decisions. */
  readonly traits?: string
  readonly dependents?: string
}

/** The questions of each decision, its option on the command line, and the plans that it changes. */
const table: Readonly<Record<Key, Row>> = {
  country: {
    answers: { 'phone-invalid': 'country|skip' },
    option: '--country CC',
    traits: 'others by unusablePhones',
    dependents: 'hasPhone',
  },
  unusablePhones: { answers: { 'phone-unusable': 'skip' }, dependents: 'hasPhone' },
  invalidEmails: { answers: { 'email-invalid': 'exclude' }, dependents: 'email-invalid' },
  unstorableValues: { answers: { 'too-long': 'exclude' }, dependents: 'too-long' },
  providers: {
    answers: { 'provider-undecided': 'name|exclude' },
    option: '--provider OLD=NEW',
    traits: 'per PROVIDER, several',
    dependents: 'facet unmapped-provider-id unmapped-provider',
  },
  tenants: {
    answers: {
      'tenant-undecided': 'name|default|exclude|all-same|all-default',
      'tenant-missing': 'name|default|exclude|all-default',
      'tenant-default': 'name|default|exclude',
    },
    option: '--tenant OLD=NEW',
    traits: 'per TENANT, as written, others by otherTenants, several',
    dependents: 'facet',
  },
  otherTenants: { answers: {}, option: '--other-tenants same|default|exclude', dependents: 'facet' },
  hashes: {
    answers: {
      'unsupported-hash': 'passwordless|exclude',
      'malformed-hash': 'passwordless|exclude',
      'redacted-hash': 'passwordless|exclude',
      'hash-parameters-missing': 'passwordless|exclude',
    },
    traits: 'per FAMILY, others by otherHashes',
    dependents:
      'unsupported-hash malformed-hash redacted-hash hash-parameters-missing hash-without-contact email-invalid',
  },
  otherHashes: {
    answers: {},
    option: '--unsupported-hash passwordless|exclude',
    dependents:
      'unsupported-hash malformed-hash redacted-hash hash-parameters-missing hash-without-contact email-invalid',
  },
  families: {
    answers: {},
    traits: 'per FAMILY, named bcrypt argon2 firebase-scrypt',
    dependents: 'facet unmapped-hash second-hash',
  },
  unmapped: {
    answers: {
      'unmapped-hash': 'import|exclude',
      'second-hash': 'import|exclude',
      'unmapped-email': 'import|exclude',
      'unmapped-phone': 'import|exclude',
      'unmapped-provider-id': 'import|exclude',
      'unmapped-status': 'import|exclude',
      'unmapped-provider': 'import|exclude',
    },
    traits: 'per FIELD, as written',
    dependents:
      'unmapped-hash second-hash unmapped-email unmapped-phone unmapped-provider-id unmapped-status unmapped-provider facet',
  },
  unreadHashes: {
    answers: { 'unread-hashes': 'exclude' },
    traits: 'per FILE, as written, not inherited, while sending',
  },
  unappliedChanges: {
    answers: { 'unapplied-changes': 'ignore' },
    traits: 'per FILE, as written, not inherited, while sending',
  },
  lostLogins: {
    answers: { 'lost-logins': 'ignore' },
    traits: 'per FILE, as written, not inherited, while sending',
  },
  sameIds: {
    answers: { 'same-id-in-files': 'join|separate' },
    traits: 'not inherited',
    dependents: 'same-id-in-files',
  },
  hashWithoutEmail: {
    answers: { 'hash-without-email': 'passwordless-by-phone|exclude' },
    dependents: 'hash-without-email',
  },
  hashWithoutContact: { answers: { 'hash-without-contact': 'exclude' }, dependents: 'hash-without-contact' },
  thirdPartyWithoutEmail: {
    answers: { 'third-party-without-email': 'placeholder|exclude' },
    dependents: 'third-party-without-email',
  },
  identityWithoutId: {
    answers: { 'identity-without-id': 'passwordless|exclude' },
    dependents: 'identity-without-id no-login email-invalid phone-unusable',
  },
  unverifiedEmail: { answers: { 'unverified-email': 'migrate|exclude' }, dependents: 'unverified-email' },
  unverifiedPhone: { answers: { 'unverified-phone': 'migrate|exclude' }, dependents: 'unverified-phone' },
  disabled: { answers: { disabled: 'migrate|exclude' }, dependents: 'disabled' },
  emailsKeptOut: {
    answers: { 'same-email-out-elsewhere': 'migrate|exclude' },
    traits: 'per STATUS',
    dependents: 'same-email-out-elsewhere',
  },
  otherRows: { answers: { 'may-be-no-user': 'import|exclude' }, dependents: 'may-be-no-user' },
  duplicates: { answers: { duplicate: 'exclude' }, dependents: 'duplicate' },
  noLogin: { answers: { 'no-login': 'exclude' }, dependents: 'no-login' },
  severalMethods: { answers: { 'several-methods': 'all|first' } },
  signerKeySet: {
    answers: { 'signer-key-not-confirmed': 'set' },
    option: '--scrypt-parameters FILE',
    traits: 'by its option only',
    dependents: 'facet',
  },
  roles: { answers: { 'role-missing': 'create|exclude' }, traits: 'per ROLE, as written', dependents: 'facet' },
  factors: { answers: { 'totp-doubtful': 'keep|ignore' }, traits: 'per STATE, as written', dependents: 'facet' },
  profile: { answers: { 'profile-data': 'keep|exclude' }, traits: 'per PART', dependents: 'facet' },
  keepUserIds: { answers: { 'new-id': 'keep|new' }, option: '--keep-user-ids' },
  verifyEmails: { answers: { 'verification-not-kept': 'mark|skip' }, option: '--verify-emails' },
  changed: {
    answers: { 'changed-since': 'send|skip' },
    option: '--on-changed send|skip',
    traits: 'per CHANGE, not inherited',
  },
  excludedBefore: { answers: { 'excluded-before': 'exclude' }, traits: 'per DECISION, as written, not inherited' },
  existing: {
    answers: { 'existing-user': 'skip|overwrite' },
    option: '--on-existing skip|overwrite|hold',
    traits: 'while sending',
  },
  besideExisting: { answers: {}, option: '--on-existing-method link|skip|create', traits: 'while sending' },
  takenIds: { answers: {}, option: '--on-taken-id fail|skip', traits: 'while sending' },
}

const entries = Object.entries(table) as readonly (readonly [Key, Row])[]

function dependentsText(dependents: Dependents): string {
  if (dependents === 'all') return 'all'
  return Object.entries(dependents)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [name]))
    .join(' ')
}

test.each(entries)('the decision %s asks and is written as the table says', (key, row) => {
  const decision = decisionOf(key)
  const { option, others, groupName, names } = decision
  const found = {
    answers: Object.fromEntries(
      Object.keys(decision.findings).map((code) => [
        code,
        decision
          .answers({ code, group: '' })
          .map(({ value }) => value)
          .join('|'),
      ]),
    ),
    option: option === undefined ? '' : `--${option.name} ${option.value ?? ''}`.trim(),
    traits: [
      groupName === null ? [] : `per ${groupName}`,
      decision.exact ? 'as written' : [],
      names.length === 0 ? [] : `named ${names.join(' ')}`,
      decision.inherits ? [] : 'not inherited',
      others === null ? [] : `others by ${others}`,
      decision.whileSending ? 'while sending' : [],
      decision.optionOnly ? 'by its option only' : [],
      option?.multiple === true ? 'several' : [],
    ]
      .flat()
      .join(', '),
    dependents: dependentsText(decision.dependents),
  }
  expect(found).toEqual({ option: '', traits: '', dependents: 'all', ...row })
})

test('no decision is missing in this table', () => {
  expect(Object.keys(decisions.table).toSorted()).toEqual(Object.keys(table).toSorted())
})

/** Groups that a decision takes; others take any. */
const groups: Readonly<Record<string, string>> = { profile: 'metadata', changed: 'password', hashes: 'md5' }
/** Values typed for an answer that stands for a field. */
const typed: Readonly<Record<string, string>> = { country: 'DE', name: 'acme', placeholder: 'users.example.com' }
/** Values shown as chosen after an answer, where they differ from it. */
const shown: Readonly<Record<string, string | null>> = {
  country: 'DE',
  'providers name': 'acme',
  'tenants name': 'tenant:acme',
  'keepUserIds new': null,
  'verifyEmails skip': null,
}
/** Answers that hold while nothing is decided. */
const usual: Readonly<Record<string, string>> = { profile: 'keep', severalMethods: 'all' }

const answered = entries.flatMap(([key, { answers }]) =>
  Object.entries(answers).flatMap(([code, values]) =>
    values
      .split('|')
      .filter((value) =>
        decisionOf(key)
          .answers({ code, group: '' })
          .every((one) => one.value !== value || one.forOthers === undefined),
      )
      .map((value) => [key, code, value] as const),
  ),
)

test.each(answered)(
  'the answer to %s, %s: %s, is kept, shown as chosen, in force, and taken back',
  (key, code, value) => {
    const decision = decisionOf(key)
    const findings = decision.findings as Readonly<Record<string, { readonly onlyGroup?: string }>>
    const group = findings[code]?.onlyGroup ?? (decision.groupName === null ? '' : (groups[key] ?? 'x'))
    const finding = { code, group }
    expect(decisions.chosen(noChoices, finding)).toBe(usual[key] ?? null)
    const change = decisions.decide(noChoices, finding, typed[value] ?? value)
    const after: Choices = choicesSchema.parse({ ...noChoices, ...change })
    const chosen = [`${key} ${value}`, value].flatMap((name) => (name in shown ? [shown[name]] : []))[0]
    expect(decisions.chosen(after, finding)).toBe(chosen === undefined ? value : chosen)

    const taken = decisions.taken(after)
    const isNothing = value === usual[key] || chosen === null
    expect(taken.map((one) => [one.key, one.excludes])).toEqual(
      isNothing ? [] : [[key, value === 'exclude' && key !== 'profile' && key !== 'unmapped']],
    )
    for (const one of taken) {
      expect([one.about === '', one.decided === '', one.decided === 'undefined']).toEqual([false, false, false])
      expect({ ...after, ...one.undo }).toEqual(noChoices)
    }
    expect({ ...after, ...decisions.decide(after, finding, null) }).toEqual(noChoices)
    expect(decisions.decide(noChoices, finding, 'no such answer!')).toBeNull()
  },
)

test('what is recommended for a finding is one of its answers', () => {
  const recommended = entries.flatMap(([key]) =>
    Object.keys(decisionOf(key).findings).flatMap((code) => {
      const value = decisions.recommended({ code, group: '' })?.value
      const answers = decisionOf(key).answers({ code, group: '' })
      return value === undefined ? [] : [{ code, isAnswer: answers.some((answer) => answer.value === value) }]
    }),
  )
  expect(recommended.map(({ code }) => code)).toEqual(expect.arrayContaining(['duplicate', 'existing-user']))
  expect(recommended.filter(({ isAnswer }) => !isAnswer)).toEqual([])
})

describe('an option', () => {
  test.each<readonly [Key, readonly string[], unknown]>([
    ['otherHashes', ['passwordless'], 'passwordless'],
    ['otherHashes', ['exclude'], 'exclude'],
    ['otherHashes', ['keep'], undefined],
    ['existing', ['skip'], 'skip'],
    ['existing', ['overwrite'], 'overwrite'],
    ['existing', ['hold'], 'hold'],
    ['existing', ['update'], undefined],
    ['besideExisting', ['link'], 'link'],
    ['besideExisting', ['skip'], 'skip'],
    ['besideExisting', ['create'], 'create'],
    ['besideExisting', ['hold'], undefined],
    ['takenIds', ['skip'], 'skip'],
    ['takenIds', ['fail'], null],
    ['takenIds', ['hold'], undefined],
    ['otherTenants', ['same'], 'same'],
    ['otherTenants', ['default'], 'default'],
    ['otherTenants', ['exclude'], 'exclude'],
    ['otherTenants', ['public'], undefined],
    ['changed', ['send'], { password: 'send', moved: undefined }],
    ['changed', ['keep'], undefined],
    ['keepUserIds', [], true],
    ['verifyEmails', [], true],
    ['signerKeySet', [], true],
    ['tenants', ['North=north'], { North: { kind: 'name', name: 'north' } }],
    ['tenants', ['a=default', 'b=exclude'], { a: { kind: 'default' }, b: { kind: 'exclude' } }],
    ['tenants', ['a=tenant:default'], { a: { kind: 'name', name: 'default' } }],
    ['tenants', ['a=No tenant'], undefined],
  ])('of %s with %j is read as %j', (key, given, expected) => {
    const read = decisionOf(key).option?.read(given)
    if (key === 'changed' && expected !== undefined) expect(read).toMatchObject({ password: 'send' })
    else expect(read).toEqual(expected)
  })
})

test('which findings block a user, and which are notes', () => {
  const notes = Object.entries(findingCodes).flatMap(([code, { blocks }]) => (blocks ? [] : [code]))
  expect(notes.toSorted()).toEqual(
    [
      'unchanged-since',
      'dummy-contact',
      'phone-in-email',
      'further-contact',
      'open-since',
      'deleted',
      'excluded',
      'hash-rewritten',
      'hash-warning',
      'hash-not-in-export',
      'hash-given-up',
      'several-tenants',
      'same-email-elsewhere',
      'same-id-elsewhere',
      'phone-not-carried',
      'device-login',
      'shared-phone',
      'email-odd',
      'cells-missing',
      'id-rounded',
      'id-computed',
      'time-rounded',
      'phone-plus-lost',
      'id-not-kept',
      'profile-not-kept',
      'placeholder-email',
      'tenant-default',
      'several-methods',
      'profile-data',
      'new-id',
      'verification-not-kept',
    ].toSorted(),
  )
  expect([...endedByCorrection].toSorted()).toEqual([
    'email-invalid',
    'hash-without-contact',
    'no-login',
    'phone-invalid',
    'phone-unusable',
    'too-long',
  ])
})

test.each([
  ['bcrypt', 'peppered', 'made with a pepper, so not sent', false],
  ['argon2', 'passwordless', 'log in by code', false],
  ['firebase-scrypt', 'exclude', 'excluded', true],
])('all hashes of %s: %s', (family, answer, decided, excludes) => {
  const change = decisions.decideNamed(noChoices, family, answer)
  const after: Choices = choicesSchema.parse({ ...noChoices, ...change })
  expect(decisions.taken(after)).toMatchObject([{ key: 'families', group: family, decided, excludes }])
  expect(decisions.decideNamed(noChoices, family, 'other')).toBeNull()
})

const anyFacet = {
  state: 'ready',
  bucket: 'none',
  methods: '',
  providers: '',
  accounts: 0,
  profile: '',
  tenants: '',
} as const

test.each<readonly [Key, object, boolean]>([
  ['families', { bucket: 'bcrypt' }, true],
  ['families', { bucket: 'argon2' }, true],
  ['families', { bucket: 'firebase-scrypt' }, true],
  ['families', { bucket: 'bcrypt_peppered' }, true],
  ['families', { state: 'excluded' }, true],
  ['families', { bucket: 'md5' }, false],
  ['unmapped', { state: 'excluded' }, true],
  ['unmapped', {}, false],
  ['signerKeySet', { bucket: 'firebase-scrypt' }, true],
  ['signerKeySet', { bucket: 'bcrypt' }, false],
  ['roles', { profile: 'roles' }, true],
  ['roles', {}, false],
  ['factors', { profile: 'totp-doubtful' }, true],
  ['factors', {}, false],
  ['profile', { profile: 'metadata' }, true],
  ['profile', {}, false],
  ['tenants', { tenants: 'north' }, true],
  ['tenants', {}, false],
  ['otherTenants', { tenants: 'north' }, true],
  ['providers', { providers: 'google' }, true],
  ['providers', {}, false],
])('plans change with %s where the facet is %j: %s', (key, more, expected) => {
  const { dependents } = decisionOf(key)
  if (dependents === 'all' || dependents.facet === undefined) throw new Error(`${key} depends on no facet`)
  const facet = { ...anyFacet, ...more } as unknown as Parameters<typeof dependents.facet>[0]
  expect(dependents.facet(facet)).toBe(expected)
})

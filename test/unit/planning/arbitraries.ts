import * as fc from 'fast-check'
import { noChoices, type Choices } from '../../../shared/planning/choices.ts'
import { choicesSchema } from '../../../shared/planning/decisions/choices-schema.ts'
import type { Correction } from '../../../shared/planning/correction.ts'
import type { PlanContext } from '../../../shared/planning/judge-for-plan.ts'
import { emptyUser, type UnmappedValue, type User } from '../../../shared/users/user.ts'
import { bcrypt, pbkdf2, rawScrypt } from './made-users.ts'

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })

const email = fc.oneof(
  fc.constantFrom('ann@example.com', ' Ann@Example.com', 'bo@example.com', 'ann', '', 'a b@c.de', 'x@intranet'),
  fc.integer({ min: 240, max: 260 }).map((length) => `${'a'.repeat(length - 12)}@example.com`),
)
const phone = fc.constantFrom('+14155552671', '4155552671', '12', '', '+491711234567', '+919999999999')
const hash = fc.record(
  {
    hash: fc.constantFrom(
      bcrypt,
      `bcrypt$${bcrypt}`,
      `{CRYPT}${bcrypt}`,
      pbkdf2,
      rawScrypt,
      '$2b$10$cut',
      'UkVEQUNURUQ=',
      '!no',
      'secret',
    ),
    salt: fc.constantFrom('', 'AAAA', 'not base64'),
    provider: fc.constantFrom('firebase', 'auth0'),
    declared: fc.constantFrom('bcrypt', 'bcrypt_peppered', 'sha256', ''),
  },
  { requiredKeys: ['hash'] },
)
const identity = fc.record({
  provider: fc.constantFrom('google-oauth2', 'google.com', 'samlp', 'constructor', '__proto__', 'SAMLP'),
  userId: fc.oneof(
    fc.constantFrom('1', '2', '', 'a\0b'),
    fc.constantFrom(255, 256, 257).map((n) => 'i'.repeat(n)),
  ),
  email: maybe(email),
  emailVerified: maybe(fc.boolean()),
})
const unmapped: fc.Arbitrary<UnmappedValue> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('password-hash', 'second-hash'),
    field: fc.constantFrom('Passwort', 'constructor'),
    value: fc.constantFrom(bcrypt, pbkdf2, rawScrypt, '$2b$10$cut', '0cc175b9c0f1b6a831c399e269772661', 'secret'),
    asks: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('email'), field: fc.constant('Kontakt'), value: email, asks: fc.boolean() }),
  fc.record({ kind: fc.constant('phone'), field: fc.constant('Tel'), value: phone, asks: fc.boolean() }),
  fc.record(
    {
      kind: fc.constant('provider-user-id'),
      field: fc.constant('sub'),
      value: fc.constantFrom('1', '2', 'a\0b'),
      provider: fc.constantFrom('google', 'samlp'),
      asks: fc.boolean(),
    },
    { requiredKeys: ['kind', 'field', 'value', 'asks'] },
  ),
  fc.record({
    kind: fc.constant('status'),
    field: fc.constant('Zustand'),
    value: fc.constantFrom('q', 'X'),
    asks: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('provider'),
    field: fc.constant('Anbieter'),
    value: fc.constantFrom('google', 'samlp'),
    asks: fc.boolean(),
  }),
)
export const user: fc.Arbitrary<User> = fc.record(
  {
    sourceId: maybe(fc.string()),
    email: maybe(email),
    emailVerified: maybe(fc.boolean()),
    phone: maybe(phone),
    phoneVerified: maybe(fc.boolean()),
    phoneIsLogin: fc.boolean(),
    emailIsLogin: fc.boolean(),
    hasPassword: maybe(fc.boolean()),
    hash: maybe(hash),
    identities: fc.array(identity, { maxLength: 3 }),
    standing: fc.constantFrom('active', 'active', 'disabled', 'deleted'),
    profile: fc.record(
      {
        metadata: fc.constantFrom({}, { plan: 'gold' }),
        roles: fc.uniqueArray(fc.constantFrom('admin', 'guest', 'editor'), { maxLength: 2 }),
        totp: fc.constantFrom([], ['JBSWY3DPEHPK3PXP'], ['not a secret']),
        joined: fc.constantFrom('2020-01-01T00:00:00Z', 'long ago'),
      },
      { requiredKeys: [] },
    ),
    unmapped: fc.array(unmapped, { minLength: 1, maxLength: 4 }),
    tenants: fc.array(fc.constantFrom('acme', 'public', 'org_1', 'constructor'), { maxLength: 3 }),
  },
  {
    requiredKeys: [
      'sourceId',
      'email',
      'emailVerified',
      'phone',
      'phoneVerified',
      'phoneIsLogin',
      'emailIsLogin',
      'hasPassword',
      'hash',
      'identities',
      'standing',
    ],
  },
)
/** Users who can be sent and want the same of the core as one another. */
export const rival: fc.Arbitrary<User> = fc.record({
  sourceId: maybe(fc.constantFrom('1', '2')),
  email: maybe(
    fc.constantFrom('ann@example.com', 'bo@example.com', 'cy@example.com', 'none@none.com', 'test@test.com'),
  ),
  emailVerified: maybe(fc.boolean()),
  phone: maybe(fc.constantFrom('+14155552671', '+491711234567', '+919999999999')),
  phoneVerified: maybe(fc.boolean()),
  phoneIsLogin: fc.boolean(),
  emailIsLogin: fc.boolean(),
  hasPassword: fc.constant(null),
  hash: maybe(fc.constant({ hash: bcrypt })),
  identities: fc.array(
    fc.record({
      provider: fc.constant('google-oauth2'),
      userId: fc.constantFrom('1', '2', '3'),
      email: fc.constant(null),
      emailVerified: fc.constant(null),
    }),
    { maxLength: 1 },
  ),
  standing: fc.constant('active'),
})
/** Users who may have the email of one of these, and are kept out. */
export const keptOut: fc.Arbitrary<User> = fc
  .tuple(rival, fc.constantFrom('disabled', 'deleted'))
  .map(([one, standing]) => ({ ...one, standing }))
/** Users of a few kinds, so that many of them are planned alike; some want what another one has. */
export const alike: fc.Arbitrary<User> = fc
  .record({
    sourceId: fc.constantFrom('1', '2', '3'),
    email: fc.integer({ min: 1, max: 9 }).map((n) => `user${n}@example.com`),
    emailVerified: fc.constantFrom(null, true, false),
    hash: maybe(fc.constant({ hash: bcrypt })),
    identities: fc.array(
      fc.record({
        provider: fc.constantFrom('google', 'samlp'),
        userId: fc.constantFrom('1', '2', '3', '4', '5'),
        email: fc.constant(null),
        emailVerified: fc.constant(null),
      }),
      { maxLength: 1 },
    ),
    standing: fc.constantFrom('active', 'active', 'disabled'),
  })
  .map((fields) => ({ ...emptyUser, ...fields }))
const given = fc.constantFrom('passwordless', 'exclude')
/** Every decision: one that is missing here would be in no law. */
type Decided = Record<keyof Choices, fc.Arbitrary<unknown>>

export const choices: fc.Arbitrary<Choices> = fc
  .record({
    country: maybe(fc.constant('US')),
    providers: fc.dictionary(
      fc.constantFrom('samlp', 'constructor', 'google.com'),
      fc.constantFrom({ kind: 'name', name: 'acme' }, { kind: 'exclude' }),
    ),
    tenants: fc.dictionary(
      fc.constantFrom('acme', 'org_1', 'constructor'),
      fc.constantFrom(
        { kind: 'name', name: 'acme' },
        { kind: 'name', name: 'branch' },
        { kind: 'default' },
        { kind: 'exclude' },
      ),
    ),
    otherTenants: maybe(fc.constantFrom('same', 'default', 'exclude')),
    hashes: fc.dictionary(fc.constantFrom('pbkdf2', 'malformed', 'redacted', 'firebase-scrypt'), given),
    otherHashes: maybe(given),
    families: fc.dictionary(
      fc.constantFrom('bcrypt', 'firebase-scrypt'),
      fc.constantFrom('peppered', 'passwordless', 'exclude'),
    ),
    unmapped: fc.dictionary(
      fc.constantFrom(
        'unmapped-hash:Passwort',
        'second-hash:Passwort',
        'unmapped-email:Kontakt',
        'unmapped-phone:Tel',
        'unmapped-provider-id:sub',
        'unmapped-status:Zustand',
        'unmapped-provider:Anbieter',
      ),
      fc.constantFrom('import', 'exclude'),
    ),
    unusablePhones: maybe(fc.constant('skip')),
    hashWithoutEmail: maybe(fc.constantFrom('passwordless-by-phone', 'exclude')),
    hashWithoutContact: maybe(fc.constant('exclude')),
    thirdPartyWithoutEmail: maybe(
      fc.constantFrom({ kind: 'placeholder', domain: 'no-mail.example.com' }, { kind: 'exclude' }),
    ),
    identityWithoutId: maybe(given),
    unverifiedEmail: maybe(fc.constantFrom('migrate', 'exclude')),
    unverifiedPhone: maybe(fc.constantFrom('migrate', 'exclude')),
    disabled: maybe(fc.constantFrom('migrate', 'exclude')),
    emailsKeptOut: fc.dictionary(fc.constantFrom('disabled', 'deleted'), fc.constantFrom('migrate', 'exclude')),
    otherRows: maybe(fc.constantFrom('import', 'exclude')),
    duplicates: maybe(fc.constant('exclude')),
    noLogin: maybe(fc.constant('exclude')),
    severalMethods: fc.constantFrom('all', 'separate', 'first'),
    signerKeySet: fc.boolean(),
    roles: fc.dictionary(fc.constantFrom('admin', 'guest'), fc.constantFrom('create', 'exclude')),
    keepUserIds: fc.constant(false),
    verifyEmails: fc.constant(false),
    unreadHashes: fc.constant({}),
    unappliedChanges: fc.constant({}),
    lostLogins: fc.constant({}),
    sameIds: maybe(fc.constantFrom('join', 'separate')),
    changed: fc.constant({}),
    excludedBefore: fc.constant({}),
    existing: fc.constant(null),
    besideExisting: fc.constant(null),
    takenIds: fc.constant(null),
    invalidEmails: maybe(fc.constant('exclude')),
    unstorableValues: maybe(fc.constant('exclude')),
    profile: fc.constantFrom({}, { metadata: 'exclude' } as const),
    factors: fc.constantFrom({}, { 'status=2': 'ignore' } as const),
  } satisfies Decided)
  .map((value) => choicesSchema.parse({ ...noChoices, ...value }))
export const correction: fc.Arbitrary<Correction | null> = maybe(
  fc.record(
    {
      email: maybe(email),
      phone: maybe(phone),
      hash: maybe(hash),
      identities: fc.constant([{ provider: 'samlp', name: 'acme', providerUserId: '9' }]),
      excluded: fc.constant(true),
    },
    { requiredKeys: [] },
  ),
)
export const context: fc.Arbitrary<PlanContext> = fc.record({
  scrypt: maybe(fc.constant({ separator: 'Bw==', rounds: 8, memoryCost: 14, signerKeyLength: 64 })),
  dialect: fc.constantFrom('documented', 'supertokens'),
  core: maybe(
    fc.record({
      accountLinking: maybe(fc.boolean()),
      totp: maybe(fc.boolean()),
      roles: fc.constant(['editor']),
      tenants: maybe(fc.constant(['public', 'acme'])),
      ownTenant: maybe(fc.constant('public')),
    }),
  ),
})

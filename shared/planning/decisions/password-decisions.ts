import { hashFamily } from '../../hashes/family-title.ts'
import { type TwoPlaces, twoPlaces } from '../../users/two-places.ts'
import { isLoginName } from '../../mapping/names/column-words.ts'
import { unmappedCodes, unmappedField } from '../unmapped-key.ts'
import { type Answer, type DecisionOption, exclusion, oneOf, perGroupOf, tick } from './decision.ts'
import { ofMappedHash } from './dependents.ts'
import { newerFile } from './newer-file.ts'
import { excludeLogin } from './provider-decisions.ts'

/** The file of the parameters, which is read with the export. */
export const signerKeyOption: DecisionOption<boolean> = {
  name: 'scrypt-parameters',
  value: 'FILE',
  help: "Hash parameters of the old provider's project, for Firebase scrypt hashes",
  example: '--scrypt-parameters hash_config.txt',
  read: () => true,
}

const codeOrExclude = { passwordless: 'log in by code', exclude: 'excluded' } as const

const refused = ['unsupported-hash', 'malformed-hash', 'redacted-hash', 'hash-parameters-missing'] as const

/** Families that stand for passwords which another export may bring: their titles and the way to these. */
const notInFile = new Map([
  [
    'computed',
    {
      title: 'Password computed by the database, a program or a template',
      next: 'Load the file into its database, or run the program, and export the users from there.',
    },
  ],
  [
    'variable',
    {
      title: 'Variable in place of a password',
      next: 'Export the users of the running system, or put the values in place of the variables.',
    },
  ],
  [
    'placeholder',
    { title: 'Text in place of a hash', next: 'Export the users of the running system, whose hashes are whole.' },
  ],
  [
    'firebase-emulator',
    {
      title: 'Password of the Firebase emulator',
      next: 'Export the users of the project itself: the emulator keeps no hashes.',
    },
  ],
])

/** The rule for hashes that the core cannot check. */
const hashes = perGroupOf({
  findings: {
    'unsupported-hash': {
      blocks: true,
      title: 'Hash that the core cannot check',
      groupTitle: hashFamily.title,
      ownTitles: Object.fromEntries([...notInFile].map(([family, { title }]) => [family, title])),
      meaning: (family) =>
        notInFile.has(family)
          ? 'The file has no hash of these users, so they would lose their passwords.'
          : 'The core cannot check this kind of hash, so users cannot keep their password. Outside this tool, they can be moved one by one at their next login.',
      next: (family) => notInFile.get(family)?.next ?? '',
      recommended: (family) =>
        notInFile.has(family)
          ? null
          : { value: 'passwordless', reason: 'No other export can bring these passwords over.' },
    },
    'malformed-hash': {
      blocks: true,
      title: 'Broken hash',
      meaning: 'The hash is incomplete: it was cut off or changed, so nobody could log in with it.',
      next: 'Export the hashes again: check that the column is wide enough and no program changed the text.',
      onlyGroup: 'malformed',
    },
    'redacted-hash': {
      blocks: true,
      title: 'Hash removed by the exporter',
      meaning: 'The exporter replaced the hash with a placeholder: these users cannot keep their password.',
      next: 'Export again with an account that can read hashes.',
      onlyGroup: 'redacted',
    },
    'hash-parameters-missing': {
      blocks: true,
      title: 'Hash parameters needed',
      meaning: 'These hashes need the hash parameters of the old project. With them, the users become ready.',
      onlyGroup: 'firebase-scrypt',
      instead: signerKeyOption,
    },
  },
  answers: [
    { value: 'passwordless', label: 'Code login', consequence: 'They sign in with a code instead.' },
    excludeLogin,
  ],
  values: codeOrExclude,
  groupName: 'FAMILY',
  others: 'otherHashes',
  about: (family) => `Hashes: ${hashFamily.title(family)}`,
  // Users without a usable contact are asked for one first, whatever their hash.
  dependents: { findings: [...refused, 'hash-without-contact', 'email-invalid'] },
})

/** The same for every such family without an entry of its own. */
const otherHashes = oneOf({
  findings: {},
  answers: [],
  values: codeOrExclude,
  about: 'Other hashes that the core cannot check',
  dependents: hashes.dependents,
  option: {
    name: 'unsupported-hash',
    value: 'passwordless|exclude',
    help: 'How to handle users whose hash the core cannot check',
    fallback: 'blocked until decided',
    example: '--unsupported-hash passwordless',
    takes: 'passwordless or exclude',
    read: ([value]) => (value === 'passwordless' || value === 'exclude' ? value : undefined),
  },
})

const familyNames = ['bcrypt', 'argon2', 'firebase-scrypt'] as const
const sendable: ReadonlySet<string> = new Set(familyNames)

/** Families whose hashes could be sent: made with a pepper (a secret that the core does not have), or given up. */
const families = perGroupOf({
  findings: {},
  answers: [
    {
      value: 'peppered',
      label: 'Made with a pepper: do not send',
      consequence: 'They are treated as hashes that the core cannot check.',
    },
    {
      value: 'passwordless',
      label: 'Drop hashes: users log in with a code',
      consequence: 'They sign in with a code instead.',
    },
    { value: 'exclude', label: 'Exclude users', consequence: 'Created only with another login.' },
  ],
  values: { peppered: 'made with a pepper, so not sent', ...codeOrExclude },
  groupName: 'FAMILY',
  names: familyNames,
  notes: (family) => [
    { code: 'excluded', group: family },
    { code: 'hash-given-up', group: family },
    { code: 'unsupported-hash', group: `${family}_peppered` },
  ],
  about: (family) => `All hashes of a family: ${hashFamily.title(family)}`,
  place: 'Review, Hash families',
  dependents: ofMappedHash(({ bucket }) => sendable.has(bucket) || bucket.endsWith('_peppered')),
})

const importAnswer = (label: string): Answer => ({
  value: 'import',
  label,
  consequence: 'Its values are used for users who have none of the kind in the mapped fields.',
})

const decidedFields = { import: 'imported', exclude: 'not imported' } as const

const inPlaceOfEmail =
  'map this column as the email in place of the other one (--mapping FILE, or Map columns): an import serves only users without an email.'
const otherAddresses = `These addresses stay behind, and no user waits for them: the emails are in another field, or these are those of other people or things. If these users sign in with them, ${inPlaceOfEmail}`
const addressesOfLogins = `This column is called like the names that users sign in with, and it has other addresses than their emails, with which they sign in to the core. If they are to sign in with these addresses, ${inPlaceOfEmail}`

/** Fields that nothing reads and whose values look like a login. */
const unmapped = perGroupOf({
  findings: {
    'unmapped-hash': {
      blocks: true,
      title: 'Possible password hash in an unmapped column',
      groupTitle: (field) => field,
      meaning:
        'This field is not mapped, but its name or its values are those of passwords or their hashes. Without them, these users would lose their passwords.',
      idle: 'These values stay behind, and no user waits for them: the passwords are in another field, or this one is called like another secret. Import them only if these users sign in with them.',
    },
    'second-hash': {
      blocks: true,
      title: 'Second password or hash',
      groupTitle: (field) => field,
      meaning: (field) => {
        const places = twoPlaces.parse(field)
        return places === null
          ? 'These users have more than one password or hash, and all but one may be old or of another place. Look up in the old system which one it checks; to take the hash of a marked element of a list, map a path such as `passwords[active].hash`.'
          : ofTwoFiles(places)
      },
      recommended: (field) => {
        const places = twoPlaces.parse(field)
        const newer = places === null ? null : newerFile(places)
        return newer === null ? null : { value: newer.place === 'added' ? 'import' : 'exclude', reason: newer.reason }
      },
      idle: 'These users have a second password or hash, which does not replace the first one, so it stays behind.',
    },
    'unmapped-email': {
      blocks: true,
      title: 'Email address in an unmapped column',
      groupTitle: (field) => field,
      meaning:
        'This field is not mapped, but its values look like email addresses. It may hold the address that these users log in with.',
      idle: (field) => (isLoginName(field) ? addressesOfLogins : otherAddresses),
    },
    'unmapped-phone': {
      blocks: true,
      title: 'Phone number in an unmapped column',
      groupTitle: (field) => field,
      meaning: 'This field is not mapped, but its values look like phone numbers.',
      idle: 'These numbers stay behind, and no user waits for them. Import them only if these users sign in with them.',
    },
    'unmapped-provider-id': {
      blocks: true,
      title: 'Provider user ID in an unmapped column',
      groupTitle: (field) => field,
      meaning:
        'This field is not mapped, but its values look like provider user IDs, such as those of Google or Apple.',
      idle: 'These IDs stay behind, and no user waits for them: the logins are in another field, or this one is called like something else. Import them only if these users sign in with them.',
    },
    'unmapped-status': {
      blocks: true,
      title: 'Status that may keep users out',
      groupTitle: (field) => field,
      meaning: 'The old system may keep these users out. Look up there what this value means for a login.',
      idle: 'This value changes nothing for these users: another field says that they are disabled or deleted, or you ignore this one.',
    },
    'unmapped-provider': {
      blocks: true,
      title: 'Provider in an unmapped column',
      groupTitle: (field) => field,
      meaning:
        'These users may sign in with this provider. Map the column, and the one with their IDs there, or they can only sign in with a code.',
      idle: 'This name stays behind, and no user waits for it: these users have another login, or their ID at the provider is asked about.',
    },
  },
  answers: ({ code, group }) =>
    answersOfFiles(code, group) ?? unmappedAnswers[code] ?? [importAnswer(importLabels[code] ?? 'Import'), notImported],
  values: decidedFields,
  // The answers about a status say what becomes of its users.
  say: (value, key) =>
    (unmappedField.parse(key)?.kind === 'status' ? wordFor('unmapped-status', value) : null) ?? decidedFields[value],
  // A field stays behind, not its users.
  excludes: () => false,
  groupName: 'FIELD',
  exact: true,
  keys: (zod) => zod.string().max(600),
  keyOf: ({ code, group }) => unmappedField.key(code, group),
  about: (key) => `Field that is not mapped: ${unmappedField.title(key)}`,
  // The plan of an excluded user says nothing of its other values.
  dependents: { findings: Object.values(unmappedCodes), facet: ({ state }) => state === 'excluded' },
})

const notImported: Answer = {
  value: 'exclude',
  word: 'ignore',
  label: 'Don’t import',
  consequence: 'These values stay behind; the users are planned without them.',
}

function ofTwoFiles(places: TwoPlaces): string {
  const { added, own } = places
  const newer = newerFile(places)
  const proposal =
    newer === null
      ? 'The names of the files do not say which is newer.'
      : `Proposed: “${newer.place === 'added' ? 'this' : 'mapped'}”. ${newer.reason}`
  return `The passwords of two files differ for these users. One of each two is old or of another place. Look up which one the old system checks: that in ${added} (“this”), or that in ${own} (“mapped”). ${proposal}`
}

/** The answers about hashes of two files name them; null: the finding is of another kind. */
function answersOfFiles(code: string, group: string): readonly Answer[] | null {
  const places = code === 'second-hash' ? twoPlaces.parse(group) : null
  if (places === null) return null
  const consequence = (place: string) => `These users log in with the password in ${place}.`
  return [
    { value: 'import', word: 'this', label: 'Use this hash', consequence: consequence(places.added) },
    { value: 'exclude', word: 'mapped', label: 'Use the other hash', consequence: consequence(places.own) },
  ]
}

const unmappedAnswers: Readonly<Record<string, readonly Answer[]>> = {
  'second-hash': [
    {
      value: 'import',
      word: 'this',
      label: 'Use this hash',
      consequence: 'Users log in with the password of this field: in a list, with the last one.',
    },
    {
      value: 'exclude',
      word: 'mapped',
      label: 'Use the mapped hash',
      consequence: 'Users log in with the password of the mapped column: in a list, with the first one.',
    },
  ],
  'unmapped-status': [
    {
      value: 'import',
      word: 'disabled',
      label: 'Disabled',
      consequence: 'Users with this value are disabled; you decide what happens to them.',
    },
    { value: 'exclude', word: 'active', label: 'Active', consequence: 'Users with this value are active.' },
  ],
  'unmapped-provider': [
    {
      value: 'import',
      word: 'use',
      label: 'Sign in with it',
      consequence: 'Users wait until another file brings their IDs at the provider, or you decide without them.',
    },
    {
      value: 'exclude',
      word: 'ignore',
      label: 'Don’t use it',
      consequence: 'The column says nothing about how users sign in.',
    },
  ],
}

function wordFor(code: string, value: string): string | null {
  return unmappedAnswers[code]?.find((answer) => answer.value === value)?.word ?? null
}

const importLabels: Readonly<Record<string, string>> = {
  'unmapped-hash': 'Import as password hash',
  'unmapped-email': 'Import as email',
  'unmapped-phone': 'Import as phone number',
  'unmapped-provider-id': 'Import as provider user ID',
}

const hashWithoutEmail = oneOf({
  findings: {
    'hash-without-email': {
      blocks: true,
      title: 'Password without an email',
      meaning: 'The core takes passwords with an email only. These users have a phone number.',
      recommended: {
        value: 'passwordless-by-phone',
        reason: 'They keep their account and sign in with their phone number.',
      },
    },
  },
  answers: [
    {
      value: 'passwordless-by-phone',
      label: 'Code login by phone',
      consequence: 'They sign in with a code sent to their phone.',
    },
    excludeLogin,
  ],
  values: { 'passwordless-by-phone': 'log in by code to the phone', exclude: 'excluded' },
  about: 'Password without an email',
  dependents: 'findings',
})

const hashWithoutContact = exclusion({
  findings: {
    'hash-without-contact': {
      blocks: true,
      title: 'Password without an email or phone number',
      meaning:
        'The core takes a password with an email only, and a code needs an email or a phone number. These users have neither that can be used.',
      next: 'To keep them, map the column that has their emails, if there is one (--mapping FILE); or add a file with columns called email and id, or email and username, where the export names these users by an ID or by user names; or enter an email one by one in Review, Decisions.',
    },
  },
  answer: excludeLogin,
  about: 'Password without an email or phone number',
})

/** The operator says that the core has the signer key of Firebase scrypt. */
const signerKeySet = tick({
  findings: {
    'signer-key-not-confirmed': {
      blocks: true,
      title: 'Signer key to be set in the core',
      meaning: 'The core checks these hashes only with the signer key of the old project. Set it in the core first.',
    },
  },
  answers: [
    {
      value: 'set',
      label: 'The signer key is set in the core',
      consequence: 'Their hashes are sent; without the key the core cannot check them.',
    },
  ],
  answer: 'set',
  about: 'Signer key of Firebase scrypt',
  ticked: 'set in the core',
  dependents: { facet: ({ bucket }) => bucket === 'firebase-scrypt' },
  // Given with --yes, the parameters are the tick; nothing else says that the core has the key.
  optionOnly: true,
  option: signerKeyOption,
})

export const passwordDecisions = {
  hashes,
  otherHashes,
  families,
  unmapped,
  hashWithoutEmail,
  hashWithoutContact,
  signerKeySet,
}

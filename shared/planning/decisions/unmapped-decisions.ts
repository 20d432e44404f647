import { type TwoPlaces, twoPlaces } from '../../users/two-places.ts'
import { isLoginName } from '../../mapping/names/column-words.ts'
import { unmappedCodes, unmappedField } from '../unmapped-key.ts'
import { type Answer, perGroupOf } from './decision.ts'
import { newerFile } from './newer-file.ts'

/* The decision about values that look like logins and became none. */

const importAnswer = (label: string): Answer => ({
  value: 'import',
  label,
  consequence: 'Its values are used for users who have none of the kind in the mapped fields.',
})

const decidedFields = { import: 'imported', exclude: 'not imported' } as const

const inPlaceOfEmail =
  'map this column as the email in place of the other one (--mapping FILE, or Map columns): an import serves only users without an email.'

const otherAddresses = `These addresses become no login, and no user waits for them: the emails are in another field, or these are those of other people or things. If these users sign in with them, ${inPlaceOfEmail}`

const addressesOfLogins = `This column is called like the names that users sign in with, and it has other addresses than their emails, with which they sign in to the core. If they are to sign in with these addresses, ${inPlaceOfEmail}`

/** Fields that nothing reads and whose values look like a login. */
const unmapped = perGroupOf({
  findings: {
    'unmapped-hash': {
      blocks: true,
      title: 'Possible password hash in an unmapped column',
      groupTitle: (field) => field,
      meaning: (field) =>
        /^\d{1,3}$/.test(field)
          ? 'The table has no column names, and the values of this column may be passwords or their hashes. Without them, these users would lose their passwords.'
          : 'This field is not mapped, but its name or its values are those of passwords or their hashes. Without them, these users would lose their passwords.',
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
      title: 'Email address in a column not mapped as one',
      groupTitle: (field) => field,
      meaning:
        'This field is not mapped as an email, but its values look like email addresses. It may hold the address that these users log in with.',
      idle: (field) => (isLoginName(field) ? addressesOfLogins : otherAddresses),
    },
    'unmapped-phone': {
      blocks: true,
      title: 'Phone number in a column not mapped as one',
      groupTitle: (field) => field,
      meaning: 'This field is not mapped as a phone number, but its values look like phone numbers.',
      idle: 'These numbers become no login, and no user waits for them. Import them only if these users sign in with them.',
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

export const unmappedDecisions = { unmapped }

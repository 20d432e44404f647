import { type Answer, excludeAnswer, exclusion, one, oneOf, perGroupOf } from './decision.ts'
import { excludeLogin } from './provider-decisions.ts'

const correctIt = 'Correct them in the export, or one by one in Review, Decisions.'

/** The group of emails that stand in the file as a variable or an expression. */
export const emailNotInFile = 'not-in-file'

const completeIt =
  'A variable or an expression stands in its place. Let the program or database that completes it do so, export the users from there, and add that file instead; or enter each email in Review, Decisions.'

const skipPhone = {
  value: 'skip',
  label: 'Leave the numbers out',
  consequence: 'Users who can log in another way are created without the number; all others still need a decision.',
} as const

/** ISO 3166 country for phone numbers without a country code, e.g. `DE`. */
const country = one({
  findings: {
    'phone-invalid': {
      blocks: true,
      title: 'Phone number that cannot be completed',
      meaning:
        'The number has no country code with a plus sign before it. Choose the country of such numbers, or leave the numbers out.',
    },
  },
  answers: [
    {
      value: 'country',
      label: 'Choose the country',
      consequence: 'Numbers without a country code are completed with it and judged again.',
    },
    { ...skipPhone, forOthers: skipPhone.value },
  ],
  typed: { country: 'CC' },
  others: 'unusablePhones',
  schema: (zod) =>
    zod
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullable(),
  none: null,
  about: 'Country of phone numbers without a country code',
  say: (value) => value ?? '',
  excludes: () => false,
  read: (answer) => (/^[A-Za-z]{2}$/.test(answer) ? answer.toUpperCase() : null),
  write: (value) => value,
  dependents: { hasPhone: true },
  option: {
    name: 'country',
    value: 'CC',
    help: 'Country of phone numbers without a country code (two letters)',
    example: '--country DE',
    takes: 'two letters, e.g. DE or US',
    read: ([value = '']) => (/^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : undefined),
  },
})

/** Phone numbers that no code can be sent to, those that lack a country among them while none is chosen. */
const unusablePhones = oneOf({
  findings: {
    'phone-unusable': {
      blocks: true,
      title: 'Phone number that cannot be used',
      meaning:
        'No code can be sent to this number. Without it, users who can log in another way are created, and all others still need a decision.',
      next: correctIt,
    },
  },
  answers: [skipPhone],
  values: { skip: 'left out' },
  about: 'Phone numbers that cannot be used',
  // A number that is left out is in no finding.
  dependents: { hasPhone: true },
})

/** Emails without a domain, with blanks and the like. */
const invalidEmails = exclusion({
  findings: {
    'email-invalid': {
      blocks: true,
      title: 'Invalid email',
      ownTitles: { [emailNotInFile]: 'Email that is not in the file' },
      meaning: 'The core would store it, but nobody could sign in with it.',
      next: (group) => (group === emailNotInFile ? completeIt : correctIt),
    },
  },
  answer: excludeAnswer('These users are not created.'),
  about: 'Invalid email',
})

/** Values that are too long for the core, or that it cannot store. */
const unstorableValues = exclusion({
  findings: {
    'too-long': {
      blocks: true,
      title: 'Value that the core cannot store',
      ownTitles: { 'source-id': 'Source ID is too long' },
      meaning:
        'A value is longer than the core stores, or contains a NUL character. A source ID has at most 256 characters.',
      next: (group) =>
        group === 'source-id' ? 'Check which column holds the ID: --mapping FILE, or Map columns.' : correctIt,
    },
  },
  answer: excludeAnswer('These users are not created.'),
  about: 'Value that the core cannot store',
})

const unverifiedEmail = oneOf({
  findings: {
    'unverified-email': {
      blocks: true,
      title: 'Unverified email that would become verified',
      meaning:
        'These emails were never verified at the source. A user created by a code counts as verified, no matter who owns the address.',
    },
  },
  answers: [
    {
      value: 'migrate',
      label: 'Create anyway',
      consequence: 'Their email counts as verified in the core, although it never was.',
    },
    excludeLogin,
  ],
  values: { migrate: 'migrated anyway', exclude: 'excluded' },
  about: 'Unverified email that would become verified',
  dependents: 'findings',
})

/** Unverified phone numbers: creating a user by a code to one would verify it. */
const unverifiedPhone = oneOf({
  findings: {
    'unverified-phone': {
      blocks: true,
      title: 'Unverified phone number that would become verified',
      meaning:
        'These phone numbers were never verified at the source. A user created by a code counts as verified, no matter whose number it is.',
    },
  },
  answers: [
    {
      value: 'migrate',
      label: 'Create anyway',
      consequence: 'Their phone number counts as verified in the core, although it never was.',
    },
    excludeLogin,
  ],
  values: { migrate: 'migrated anyway', exclude: 'excluded' },
  about: 'Unverified phone number that would become verified',
  dependents: 'findings',
})

const disabled = oneOf({
  findings: {
    disabled: {
      blocks: true,
      title: 'Disabled in the source',
      meaning: 'The core cannot disable users: once created, they can sign in.',
      recommended: { value: 'exclude', reason: 'As in the old system.' },
    },
  },
  answers: [
    { value: 'migrate', label: 'Create anyway', consequence: 'They can sign in again.' },
    excludeAnswer('They stay locked out.'),
  ],
  values: { migrate: 'migrated anyway', exclude: 'excluded' },
  about: 'Disabled in the source',
  dependents: 'findings',
})

/** Users with the email of another one who is disabled or deleted. */
const emailsKeptOut = perGroupOf({
  findings: {
    'same-email-out-elsewhere': {
      blocks: true,
      title: 'Same email as a user who is kept out',
      groupTitle: (status) => status,
      meaning:
        'Another user with this email is disabled or deleted at the source and stays behind, while this one could sign in. If both are one person, the old system may have kept that person out, or the person has a new account.',
      next: 'Look some up in the old system. To decide about a single user, correct or exclude that one in Review, Users.',
    },
  },
  answers: [
    { value: 'migrate', label: 'Create anyway', consequence: 'They can sign in, although the other user stays out.' },
    excludeAnswer('They stay out, as the other user does.'),
  ],
  values: { migrate: 'migrated anyway', exclude: 'excluded' },
  groupName: 'STATUS',
  about: (status) => `Same email as a user who is ${status} in the source`,
  dependents: 'findings',
})

/** Rows of a table that may hold something other than users. */
const otherRows = oneOf({
  findings: {
    'may-be-no-user': {
      blocks: true,
      title: 'Row that may be no user',
      meaning:
        'These rows may be something other than users, such as orders, events, contacts without an account, people who wait for one or former users: the detail of each says why. Import them only if each is to get an account.',
    },
  },
  answers: [
    { value: 'import', label: 'Import as users', consequence: 'Each address becomes a user.' },
    excludeAnswer('No user is created from these rows.'),
  ],
  values: { import: 'imported as users', exclude: 'excluded' },
  about: 'Rows that may be no users',
  dependents: 'findings',
})

/** The group of users who share an email such as `test@test.com`. */
export const ofMadeUpEmails = 'made-up'

const duplicates = exclusion({
  findings: {
    duplicate: {
      blocks: true,
      title: 'Duplicate',
      ownTitles: { [ofMadeUpEmails]: 'Made-up email of several users' },
      meaning: (group) =>
        group === ofMadeUpEmails
          ? 'These users have an email that people type who give none, such as test@test.com, and an earlier user has the same one. They are most likely different people, and the core holds one of them under that email. To keep the others, enter the email of each in Review, Decisions.'
          : 'An earlier user has the same email, phone number, or provider ID. The core holds one user of it: a second one with a password would overwrite the earlier one, and any other would sign in as it. Users who share one of several logins keep the others.',
      recommended: (group) =>
        group === ofMadeUpEmails ? null : { value: 'exclude', reason: 'The core holds one user of each login.' },
    },
  },
  answer: { value: 'exclude', label: 'Keep the first', consequence: 'Later ones lose that login.' },
  about: 'Duplicates',
})

/** Users without any login method, anonymous ones among them. */
const noLogin = exclusion({
  findings: {
    'no-login': {
      blocks: true,
      title: 'No way to log in',
      meaning: 'Nothing in the export lets these users sign in.',
      next: 'To keep them, map the column that has their emails, phone numbers or provider user IDs, if there is one (--mapping FILE); or add a file that has these beside the ID or user name that the export has of these users; or enter one by one in Review, Decisions.',
      recommended: { value: 'exclude', reason: 'Nobody could sign in as one of them.' },
    },
  },
  answer: excludeAnswer('These users are not created.'),
  about: 'No way to log in',
})

const methodWords = {
  all: 'all of them, linked into one user where the core can link',
  separate: 'all of them, each a separate user',
  first: 'only the first of password, third party, passwordless',
} as const
type Methods = keyof typeof methodWords

const firstOnly: Answer = {
  value: 'first',
  label: 'Only the first',
  consequence: 'Only the first of password, third party and passwordless is migrated.',
}

/** `all`: linked into one user where the core can link, else a user each; `separate`: a user each in any core. */
const severalMethods = one<Methods, 'several-methods'>({
  findings: {
    'several-methods': {
      blocks: false,
      title: 'Several login methods',
      meaning: (group) => severalMeanings[group] ?? severalMeanings[''],
    },
  },
  // Separate users are a choice only where the core can link.
  answers: ({ group }) =>
    group === 'can-link'
      ? [
          {
            value: 'all',
            label: 'Link into one user (recommended)',
            consequence:
              'Each person becomes one user in the core, who can sign in with every one of the login methods.',
          },
          {
            value: 'separate',
            label: 'Separate users',
            consequence: 'Each login method becomes a separate user in the core.',
          },
          firstOnly,
        ]
      : [
          {
            value: 'all',
            label: 'Separate users',
            consequence: 'Without account linking, each login method becomes a user in the core.',
          },
          firstOnly,
        ],
  schema: (zod) => zod.enum(['all', 'separate', 'first']),
  none: 'all',
  undecided: methodWords.all,
  about: 'Several login methods of one user',
  say: (value) => methodWords[value],
  excludes: () => false,
  read: (answer) => (answer === 'all' || answer === 'separate' || answer === 'first' ? answer : null),
  write: (value) => value,
})

const severalMeanings: Readonly<Record<string, string>> & { readonly '': string } = {
  '': 'A core without account linking creates one user per login method, with the same email and different ids.',
  'can-link': 'These people have several ways to sign in. The core can link them, so that each person stays one user.',
  unlicensed:
    'The license of the core does not cover account linking, so it creates one user per login method, with the same email and different ids. With a license that covers it, check the connection again: they are linked then.',
}

export const loginDecisions = {
  country,
  unusablePhones,
  invalidEmails,
  unstorableValues,
  unverifiedEmail,
  unverifiedPhone,
  disabled,
  emailsKeptOut,
  otherRows,
  duplicates,
  noLogin,
  severalMethods,
}

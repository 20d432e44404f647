import { wayToWholeHashes } from '../../hashes/placeholder.ts'
import { hashFamily } from '../../hashes/family-title.ts'
import { type DecisionOption, exclusion, oneOf, perGroupOf, tick } from './decision.ts'
import { ofMappedHash } from './dependents.ts'
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
  ['placeholder', { title: 'Text in place of a hash', next: wayToWholeHashes }],
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
  hashWithoutEmail,
  hashWithoutContact,
  signerKeySet,
}

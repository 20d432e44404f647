/** One word of this product, and what it means. */
type Term = { readonly term: string; readonly meaning: string }

/** The words that are our own: the help shows them, and docs/glossary.md lists them. */
export const glossary: readonly Term[] = [
  { term: 'record', meaning: 'One entry read from a file; several records can describe one user.' },
  { term: 'user', meaning: 'A person as the migration sees them, made of one or more records.' },
  {
    term: 'call',
    meaning: 'One operation at the core for one user; creating a code and consuming it count as one call.',
  },
  {
    term: 'finding',
    meaning: 'Something the plan noticed about a user; it either blocks the user until you decide, or is a note.',
  },
  { term: 'hash family', meaning: 'A kind of password hash, for example bcrypt, Argon2 or Firebase scrypt.' },
  {
    term: 'dialect',
    meaning:
      'The form of the interface that a core speaks: documented (the specification to the letter) or supertokens.',
  },
  {
    term: 'rehearsal core',
    meaning: 'A core built into this app for trying a migration; nothing leaves this machine.',
  },
  { term: 'rehearsal', meaning: 'A run against the rehearsal core; it never changes the state of a live core.' },
  { term: 'pilot', meaning: 'A run for a few selected users, in the same migration.' },
  {
    term: 'migration',
    meaning: 'The file that remembers everything: the mapping, your decisions, every user and every call.',
  },
  {
    term: 'baseline',
    meaning: 'The earlier migration that a later export is compared with, so that only the differences are sent.',
  },
]

/** The states of a user, in the order in which they add up. */
export const stateTerms: readonly Term[] = [
  { term: 'ready', meaning: 'planned and not sent yet' },
  { term: 'blocked', meaning: 'needs a decision or a correction before it can be sent' },
  { term: 'excluded', meaning: 'excluded by your decision, or deleted at the old provider' },
  { term: 'existing', meaning: 'the core had this user before, and it was skipped' },
  { term: 'sending', meaning: 'calls of this user are in progress' },
  { term: 'migrated', meaning: 'every call of this user succeeded' },
  { term: 'failed', meaning: 'at least one call failed; correct it or retry' },
  { term: 'in-doubt', meaning: 'sent, but no answer came, and too long ago to repeat it safely; you decide' },
]

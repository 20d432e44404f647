/*
 * The action of a pass for each difference between a user of the source and the user of the core: one table for the
 * engine, the screen, the command line and the report.
 */

/** Whether users can sign in at the core already, so that it may know newer passwords than the source. */
export type SignIn = 'can' | 'not-yet'

type Rule = {
  /** Of one user, as it stands beside a name. */
  readonly word: string
  /** Of their number. */
  readonly title: string
  /** The action of a pass: it sends the change, holds it for the operator, or lists it and leaves the core as it is. */
  readonly action: 'send' | 'hold' | 'list' | { readonly [S in SignIn]: 'send' | 'hold' }
  readonly meaning: string
}

export const passChanges = {
  new: { word: 'new', title: 'New users', action: 'send', meaning: 'Created in the core, like any user.' },
  unsent: {
    word: 'not sent before',
    title: 'Changed before they were sent',
    action: 'send',
    meaning: 'Not in the core yet, and planned again as the source has them now.',
  },
  password: {
    word: 'new password',
    title: 'Changed passwords',
    action: { 'not-yet': 'send', can: 'hold' },
    meaning: 'Sent while nobody can sign in at the core; else held, because the core may have a newer password.',
  },
  contact: {
    word: 'new contact',
    title: 'Changed emails and phones',
    action: 'send',
    meaning: 'The user in the core gets it, where the core still has the former value.',
  },
  added: {
    word: 'added login method',
    title: 'Added login methods',
    action: 'send',
    meaning: 'Only that method is sent.',
  },
  moved: {
    word: 'contact or account that the core cannot change',
    title: 'Contacts and accounts that the core cannot change',
    action: 'hold',
    meaning: 'No call of this core changes it. Change it there by hand.',
  },
  'other-id': {
    word: 'email of another user',
    title: 'Emails that another user has',
    action: 'hold',
    meaning: 'The core has this email for another user of the source.',
  },
  profile: {
    word: 'changed roles, metadata or mark',
    title: 'Changed roles, metadata and verified marks',
    action: 'list',
    meaning: 'Not sent again: the core may have newer values.',
  },
  excluded: {
    word: 'disabled or deleted',
    title: 'Disabled or deleted',
    action: 'list',
    meaning: 'No longer to be migrated. The core keeps the user.',
  },
  waits: {
    word: 'waits',
    title: 'Waiting for something else',
    action: 'hold',
    meaning: 'Another decision, a failure or another user comes first.',
  },
  gone: {
    word: 'no longer in the source',
    title: 'No longer in the source',
    action: 'list',
    meaning: 'Listed. The core keeps the user.',
  },
} as const satisfies Record<string, Rule>

export type PassChange = keyof typeof passChanges

export const passChangeNames: readonly PassChange[] = Object.keys(passChanges).filter(isPassChange)

export function isPassChange(name: string): name is PassChange {
  return Object.hasOwn(passChanges, name)
}

/**
 * States of the change of one user. `returned`: a removed user is in the source again; `superseded`: a later change
 * took its place, or the source has the former value again.
 */
export const passUserStates = ['waiting', 'sent', 'held', 'failed', 'listed', 'returned', 'superseded'] as const
export type PassUserState = (typeof passUserStates)[number]

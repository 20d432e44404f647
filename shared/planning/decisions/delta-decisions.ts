import { changeTitle, heldChanges } from '../delta-groups.ts'
import { type Answer, excludeAnswer, perGroupOf } from './decision.ts'

/* Decisions about a later export: users that changed, and users that are new. */

const sendChanged: Answer = {
  value: 'send',
  label: 'Send what changed',
  consequence: 'The export’s values replace those in the core, even newer ones.',
}
const samePerson: Answer = {
  value: 'send',
  label: 'Same person: replace the password',
  consequence:
    'The user with the new ID gets the account of the earlier one, with all that the core has there. Right only for a person who registered again.',
}
const skipChanged: Answer = {
  value: 'skip',
  label: 'Skip them',
  consequence: 'They stay in the core as they are.',
}

/** For each change of users since an earlier migration (`heldChanges`): send it, or leave the core as it is. */
const changed = perGroupOf({
  findings: {
    /** Only some changes block. */
    'changed-since': {
      blocks: true,
      title: 'Changed since the earlier migration',
      groupTitle: changeTitle,
      meaning:
        'The earlier migration sent these users, and the export has changed since. Another email or phone goes to the user who is there. Changes that could overwrite newer data in the core, or that it has no call for, need your decision.',
      next: (group) => (heldChanges.has(group) ? '' : 'Nothing to do: it is sent with the users.'),
    },
  },
  answers: ({ group }) => {
    if (group !== '' && !heldChanges.has(group)) return []
    // The core cannot change this login, so there is nothing to send.
    if (group === 'moved') return [skipChanged]
    return [group === 'other-id' ? samePerson : sendChanged, skipChanged]
  },
  values: { send: 'sent as the export has them now', skip: 'left as they are in the core' },
  groupName: 'CHANGE',
  about: (change) => `Changed since the earlier migration: ${changeTitle(change)}`,
  // Each later export changes something else.
  inherits: false,
  option: {
    name: 'on-changed',
    value: 'send|skip',
    help: 'How to handle users that changed since the earlier migration',
    fallback: 'blocked until decided',
    example: '--on-changed skip',
    takes: 'send or skip',
    // A changed user is no answer to who has an email now, so another ID has a decision of its own.
    read: ([answer]) =>
      answer === 'skip' || answer === 'send'
        ? Object.fromEntries(
            [...heldChanges].filter((change) => answer === 'skip' || change !== 'other-id').map((one) => [one, answer]),
          )
        : undefined,
  },
})

/** One decision per exclusion of the earlier migration, keyed by the typed name of that decision: extends it to new users. */
const excludedBefore = perGroupOf({
  findings: {
    'excluded-before': {
      blocks: true,
      title: 'New users excluded by the earlier migration',
      groupTitle: (name, { titleOf }) => titleOf(name),
      meaning: (name, { waysOf }) =>
        `These users are new since the earlier migration, and only its decision about ${name} leaves them out. Exclude them too, or decide it for this export: ${waysOf(name)}.`,
    },
  },
  answers: [excludeAnswer('They are not sent, like the users of the earlier migration.')],
  values: { exclude: 'new users are excluded too' },
  groupName: 'DECISION',
  exact: true,
  keys: (zod) => zod.string().max(1000),
  about: (name) => `Excluded by the earlier migration: ${name}`,
  // Users of the next export are new again.
  inherits: false,
})

export const deltaDecisions = { changed, excludedBefore }

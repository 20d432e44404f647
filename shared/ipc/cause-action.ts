/** The action that an operator is offered for users who failed for one cause. */
export const failureActions = ['retry', 'correct', 'without-old-id'] as const

/** The action that a report offers for users of one cause. */
export const causeActions = [...failureActions, 'decide', 'change', 'show'] as const
type CauseAction = (typeof causeActions)[number]

/** An action that changes what is sent: without it, the same is sent again and fails again. */
const changesUsers: Readonly<Record<CauseAction, boolean>> = {
  retry: false,
  correct: true,
  'without-old-id': true,
  decide: true,
  change: true,
  // Their cause is not recorded, so another try may help.
  show: false,
}

/** Whether a retry leaves users out, as only another value or decision changes their outcome. */
export function isBeyondRetry({ action }: { readonly action: CauseAction }): boolean {
  return changesUsers[action]
}

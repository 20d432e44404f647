import { failed, sendStep, type CallContext, type Step } from './step.ts'

/** The status of a call whose old id cannot be kept: the operator decides whether the user goes on without it. */
export const takenId = 'EXTERNAL_USER_ID_TAKEN'

/** `skipped`: the operator decided that the user goes on without its old id, and why it has to. */
export type MapIdStep = Step | { readonly skipped: string }

/**
 * Maps a user to its old id. A core that has such a mapping already is asked whose it is: the wanted one is a success,
 * whichever id the user was named by.
 */
export async function mapId(coreUserId: string, externalUserId: string, around: CallContext): Promise<MapIdStep> {
  const step = await sendStep('map-user-id', { coreUserId, externalUserId }, around)
  if (step.kind !== 'failed') return step
  const why = refusals.find(([said]) => said.test(step.message))?.[1]
  if (why !== undefined) return withoutId(why, around)
  const isTaken = step.status === 'USER_ID_MAPPING_ALREADY_EXISTS_ERROR'
  // Who has another old id already is shown by that one, which is no core id.
  if (!isTaken && step.status !== 'UNKNOWN_SUPERTOKENS_USER_ID_ERROR') return step
  const found = await sendStep('find-mapping', { userId: coreUserId }, around)
  if (found.kind === 'success') {
    const known = found.value.externalUserId ?? ''
    return known === externalUserId ? found : withoutId(`The core knows this user by another old id, ${known}.`, around)
  }
  const isFree = found.kind === 'failed' && found.status === 'UNKNOWN_MAPPING_ERROR'
  if (!isFree) return found
  return isTaken ? withoutId('Another user of the core has the old id of this user.', around) : step
}

/** What real cores say of an old id that cannot be kept. */
const refusals: readonly (readonly [RegExp, string])[] = [
  [/externalId is also a SuperTokens userID/, 'The old id of this user is the own id of another user of the core.'],
  [
    /^\s*UserId is already in use in \w+ recipe/,
    'The core keeps data of this user, such as metadata or roles, under its new id, so the old one cannot be added.',
  ],
]

function withoutId(why: string, { skipTakenIds = false }: CallContext): MapIdStep {
  if (skipTakenIds) return { skipped: `The old id was not kept. ${why}` }
  return failed(200, takenId, `${why} Decide whether such users go on without their old id, then retry.`, {
    aboutUser: true,
  })
}

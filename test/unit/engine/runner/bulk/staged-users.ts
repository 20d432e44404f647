import { importOf, plannedDocument, realTarget } from '../../../../support/rounds.ts'

export const emailOf = (id: number) => `user${id}@example.com`

/** A document whose plans import these users by email. */
export function plannedUsers(ids: readonly number[]) {
  return plannedDocument(
    ids.map((id) => [importOf(emailOf(id))]),
    realTarget,
  )
}

/** The same users as a batch takes them. */
export function candidatesOf(ids: readonly number[]) {
  return ids.map((id) => ({
    id,
    calls: [importOf(emailOf(id))],
    keys: [{ recipe: 'emailpassword' as const, email: emailOf(id) }],
    externalUserId: null,
  }))
}

/** The contact and ID by which a user is found again in another export. */
type Known = { readonly sourceId: string | null; readonly email: string | null; readonly phone: string | null }

/** The key of a user in every export of a source: the ID, else the email, else the phone; null: the user has none of them. */
export function lastingKey({ sourceId, email, phone }: Known): string | null {
  if (sourceId !== null) return `id:${sourceId}`
  if (email !== null) return `email:${email}`
  return phone === null ? null : `phone:${phone}`
}

/** The same key of a row of `user`, in SQL. */
export const lastingKeySql = "coalesce('id:' || user.source_id, 'email:' || user.email, 'phone:' || user.phone)"

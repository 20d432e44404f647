/** The key of a database user. Hash files have the id with and without `auth0|` in front. */
export function databaseKey(id: string): string {
  return `id:auth0|${id.startsWith('auth0|') ? id.slice('auth0|'.length) : id}`
}

/** The key of an email within its connection; null when one of them is missing. An email alone is never a key. */
export function connectionKey(connection: string | null, email: string | null): string | null {
  return connection === null || email === null ? null : `connection-email:${connection}:${email.trim().toLowerCase()}`
}

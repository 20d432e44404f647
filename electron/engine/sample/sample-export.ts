import { sampleAuth0Passwords, sampleAuth0Users } from './sample-auth0.ts'
import { sampleUsersCsv } from './sample-users-csv.ts'

/** A file of the built-in export, as it would lie on disk. */
export type SampleFile = { readonly name: string; readonly text: string }

/**
 * The built-in sample export: a table of a company's own and a pair of files from a provider, about 60 users with
 * every kind of finding, so that each screen has something to show. ada@example.com can sign in at the rehearsal core
 * with the password "correct horse".
 */
export const sampleFiles: readonly SampleFile[] = [
  { name: 'sample-users.csv', text: sampleUsersCsv },
  { name: 'sample-auth0-users.ndjson', text: sampleAuth0Users },
  { name: 'sample-auth0-passwords.ndjson', text: sampleAuth0Passwords },
]

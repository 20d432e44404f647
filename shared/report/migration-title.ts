import { counted } from '../format.ts'

/** The content of a migration that its title names. */
type Content = {
  /** The name of its file. */
  readonly name: string
  /** Where its users come from, e.g. `Auth0`. */
  readonly sources: readonly string[]
  /** Its first file, where no provider was recognized; null: one was, or there is none. */
  readonly file: string | null
  /** The file was fetched here, and named by the database and its table. */
  readonly fetched?: boolean | undefined
  /** Null: they are being read. */
  readonly users: number | null
  readonly core: { readonly kind: 'rehearsal' | 'live'; readonly name: string } | null
}

const madeUp = /^migration \d{4}-\d\d-\d\d \d\d\.\d\d(?: \(\d+\))?$/
const usual = /^(?:core|auth|api|id|login|sso|accounts?|www|app|supertokens)$/i

/** The name of a migration for people: its file's name without the extension. */
export function withoutExtension(name: string): string {
  return name.replace(/\.migration$/i, '')
}

/**
 * The name given by the operator; without one, its content: `Auth0 · 2,776 users · acme-staging`, or the file where no provider was
 * recognized: `members.csv · 220 users`.
 */
export function migrationTitle({ name, sources, file, fetched = false, users, core }: Content): string {
  const [source] = sources
  const given = withoutExtension(name)
  if (!madeUp.test(given)) return given
  if (source === undefined || users === 0) return 'New migration'
  const first = file === null ? source : fetched ? fileTitle(file) : file
  const place = core?.kind === 'live' ? placeOf(core.name) : null
  return [
    sources.length > 1 ? `${first} and ${sources.length - 1} more` : first,
    users === null ? null : counted(users, 'user'),
    place,
  ]
    .filter((part) => part !== null)
    .join(' · ')
}

/** A file of a migration, as its title needs it. */
type TitledFile = {
  readonly name: string
  /** Null: not recognized. */
  readonly provider: string | null
  readonly providerTitle: string
  readonly role: 'users' | 'parts'
}

/** The part of a title that the files give: of the files that have users of their own, or of all recognized ones if none has. */
export function titledFiles(files: readonly TitledFile[]): Pick<Content, 'sources' | 'file'> {
  const known = files.filter(({ provider }) => provider !== null)
  const withUsers = known.filter(({ role }) => role === 'users')
  const titled = withUsers.length > 0 ? withUsers : known
  return {
    sources: [...new Set(titled.map(({ providerTitle }) => providerTitle))],
    file: titled[0]?.provider === 'generic' ? titled[0].name : null,
  }
}

/** A fetched file without its ending, and without the number that told it from an earlier one. */
function fileTitle(file: string): string {
  return file.replace(/(?: \(\d+\))?\.(?:ndjson|ldif)$/i, '')
}

/**
 * The part of a host that tells a core from others of a company: `acme-staging` of `core.acme-staging.example/tenant`;
 * an address as it is.
 */
function placeOf(host: string): string {
  const [server = host] = host.split('/')
  const labels = server.split('.')
  if (/^[\d.:[\]]+$/.test(server) || labels.length < 2) return server
  return labels.find((label) => !usual.test(label)) ?? server
}

import type { Entry, ExportFormat, Names, Recognition, SourceRecord } from './export-format.ts'
import { readByMapping } from './apply-mapping.ts'
import type { Mapping, MappingTarget } from './mapping.ts'
import { withLocked } from './with-locked.ts'
import { openDoubts, type Doubtful } from './doubtful-columns.ts'
import { withUnmapped } from './unmapped-values.ts'

const ids: readonly MappingTarget[] = ['source-id', 'provider-user-id']
/** Without a hash beside it, a column called salt may hold the hashes. */
const besideHashes: readonly MappingTarget[] = [...ids, 'salt', 'hash-algorithm']

/** Reads records of a table of the operator's own by a mapping, and notes what the mapping leaves behind. `idColumns`, `doubtful`: see there. */
export function tableReader(
  mapping: Mapping,
  {
    idColumns = [],
    doubtful = new Map(),
  }: { readonly idColumns?: readonly string[]; readonly doubtful?: Doubtful } = {},
): (record: SourceRecord) => Entry {
  const apply = readByMapping(mapping)
  const paths = (columns: Mapping['columns']) => new Set(columns.map(({ path }) => path))
  const holdDigests = mapping.columns.some(({ target }) => target === 'password-hash') ? besideHashes : ids
  const note = withUnmapped({
    read: paths(mapping.columns),
    digests: new Set([
      ...mapping.columns.filter(({ target }) => holdDigests.includes(target)).map(({ path }) => path),
      ...idColumns,
    ]),
    ignored: new Set(mapping.ignored ?? []),
    doubtful: openDoubts(doubtful, mapping),
    own: true,
  })
  if (mapping.columns.some(({ target }) => logins.has(target)))
    return (record) => note(withLocked(apply(record)), record)
  return (record) => withoutLogin(note(apply(record), record))
}

/** Without a column for one of these, a file says of nobody how to sign in. */
const logins: ReadonlySet<MappingTarget> = new Set(['email', 'phone', 'password-hash', 'provider-user-id'])

/** What holds an ID alone is no user: settings, schemas, orders. A value that looks like a login keeps it one. */
function withoutLogin(entry: Entry): Entry {
  return entry.kind === 'user' && (entry.user.unmapped ?? []).length === 0
    ? { kind: 'unreadable', reason: noLogin }
    : entry
}

const noLogin = 'No column that is mapped holds a login: no email, phone number, password hash or provider user ID.'

/** Reads records of a known export, and notes what its format does not read. */
export function formatReader({
  read,
  fields,
}: ExportFormat): (record: SourceRecord, recognition: Recognition, names?: Names) => Entry {
  const paths = new Set(fields.map(({ path }) => path))
  const note = withUnmapped({ read: paths, digests: paths, ignored: new Set(), own: false })
  return (record, recognition, names) => note(withLocked(read(record, recognition, names)), record)
}

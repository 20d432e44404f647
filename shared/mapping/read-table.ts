import { hintsOf } from './names/name-hints.ts'
import { withUnmapped } from './unmapped/unmapped-values.ts'
import { bareText } from '../hashes/bare-text.ts'
import { isLockedMark } from '../hashes/absence.ts'
import type { HashInput } from '../hashes/verdict.ts'
import type { UnmappedValue, User } from '../users/user.ts'
import { addByMapping, readByMapping } from './apply-mapping.ts'
import { providerReader, unknownProvider } from './entries/identities.ts'
import type { Notation } from './entries/target-sources.ts'
import { type Doubtful, isOfStanding } from './columns/doubtful-columns.ts'
import type { Entry, ExportFormat, Names, Recognition, Sample, SourceRecord } from './export-format.ts'
import type { Mapping } from './mapping.ts'
import { type MappingTarget, mapsLogin } from './targets.ts'
import { trimmedText } from './cell.ts'
import { readerOf } from './value-at.ts'
import { withPlainKeys } from './entries/plain-keys.ts'
import { emptyStandings, withEmptyStandings } from './entries/empty-standing.ts'
import { withoutHashesInMetadata } from './entries/metadata-without-hashes.ts'
import { withoutHashesOfOthers } from './entries/hashes-of-others.ts'
import { withoutOthers } from './entries/several-users.ts'
import {
  asDoubted,
  asStanding,
  idsWithoutLogin,
  keysOfMade,
  keysOfNamed,
  orHoldsLogin,
  withoutLogin,
} from './entries/rows-without-login.ts'
import { mayNameUsers, saysStanding, saysStandingOnly } from './rows/standing-rows.ts'

const ids: readonly MappingTarget[] = ['source-id', 'provider-user-id']
/** Without a hash beside it, a column called salt may hold the hashes. */
const besideHashes: readonly MappingTarget[] = [...ids, 'salt', 'hash-algorithm']

/**
 * Reads records of a table of the operator's own by a mapping, and notes what the mapping leaves behind. `idColumns`,
 * `doubtful`: see there. `ofAddresses`: a column that is not mapped has nothing but addresses. `mayBeOther`: its rows may be no users. `sample`:
 * the first records; `sampled`: their paths. `loginsBeside`: other tables hold logins of its users. `owner`: the column that names the user of a row of
 * standings or memberships. `idsAlone`: the columns that may have the IDs of users, where no other column says anything of a login.
 */
export function tableReader(
  mapping: Mapping,
  {
    idColumns = [],
    doubtful = new Map(),
    mayBeOther,
    sample,
    sampled,
    loginsBeside = false,
    notation: ownNotation = {},
    ofAddresses = false,
    owner = null,
    idsAlone = [],
  }: {
    readonly idColumns?: readonly string[]
    readonly doubtful?: Doubtful
    readonly mayBeOther?: User['mayBeOther'] | undefined
    readonly sample?: Sample
    readonly sampled?: readonly string[]
    readonly loginsBeside?: boolean
    readonly notation?: Notation
    readonly ofAddresses?: boolean
    readonly owner?: string | null
    readonly idsAlone?: readonly string[]
  } = {},
): (record: SourceRecord) => Entry {
  const notation = sampled === undefined ? ownNotation : { ...ownNotation, sampled }
  const read = readByMapping(mapping, notation)
  const withOwnHash = withoutHashesOfOthers(mapping)
  const plain = (record: SourceRecord) => withOwnHash(read(record), record)
  const apply = mayBeOther === undefined ? plain : (record: SourceRecord) => asDoubted(plain(record), mayBeOther)
  const holdDigests = mapping.columns.some(({ target }) => target === 'password-hash') ? besideHashes : ids
  const asked = openDoubts(doubtful, mapping)
  const note = withUnmapped({
    read: pathsIn(mapping.columns),
    digests: new Set([
      ...mapping.columns.filter(({ target }) => holdDigests.includes(target)).map(({ path }) => path),
      ...idColumns,
    ]),
    hashes: mapping.columns.filter(({ target }) => target === 'password-hash').map(({ path }) => path),
    ...(notation.clearColumns === undefined ? {} : { clear: notation.clearColumns }),
    hasEmails: mapping.columns.some(({ target }) => target === 'email'),
    ignored: new Set(mapping.ignored ?? []),
    doubtful: asked,
    ...(sampled === undefined ? {} : { sampled: withContainers(sampled) }),
    own: true,
  })
  const named = withMappedProvider(mapping)
  const orHeld = (entry: Entry, record: SourceRecord) =>
    entry.kind === 'unreadable' ? orHoldsLogin(entry, note, record, ofAddresses) : entry
  if (loginsBeside || mapsLogin(mapping)) {
    const isOpen = (path: string) => mapping.ignored?.includes(path) !== true
    const empty = sample === undefined ? [] : emptyStandings(sample, asked).filter(isOpen)
    const whole = (record: SourceRecord) =>
      withoutOthers(named(note(orHeld(withLocked(apply(record)), record), record), record), record)
    if (empty.length === 0) return whole
    const ask = withEmptyStandings(empty)
    return (record) => ask(whole(record), record)
  }
  const isStanding = saysStanding(mapping, asked)
  if (owner !== null) {
    const idOf = readerOf(owner)
    const columns = mapping.columns.filter(({ target }) => target !== 'source-id')
    const ofOwner = readByMapping({ ...mapping, columns: [{ path: owner, target: 'source-id' }, ...columns] }, notation)
    return (record) => asStanding(note(ofOwner(record), record), trimmedText(idOf(record)))
  }
  if (sampled !== undefined && saysStandingOnly(mapping, sampled, asked))
    return (record) => asStanding(note(plain(record), record))
  const keysOf = isStanding && sampled !== undefined && mayNameUsers(mapping, sampled) ? keysOfNamed : keysOfMade
  const onlyIds = idsAlone.length === 0 ? null : idsWithoutLogin(idsAlone)
  return (record) => {
    const held = orHeld(apply(record), record)
    if (onlyIds !== null && held.kind === 'unreadable') return onlyIds
    return withoutLogin(withoutOthers(named(note(held, record), record), record), isStanding ? keysOf : null)
  }
}

/**
 * Reads records of a known export, and notes what its format does not read. `idColumns`, `notation`: see `tableReader`. `added`: the mapping of
 * further columns. `algorithms`: the columns that declare the algorithm of hashes of which the format says none. `doubtful`: those among the columns that
 * the format does not read in which a value may keep its user out.
 */
export function formatReader(
  { provider, read, fields, fieldsOfShape = () => fields, preferences = [] }: ExportFormat,
  idColumns: readonly string[] = [],
  added: {
    readonly mapping: Mapping | null
    readonly notation?: Notation
    readonly algorithms?: Mapping['columns']
    readonly doubtful?: Doubtful
  } = {
    mapping: null,
  },
): (record: SourceRecord, recognition: Recognition, names?: Names) => Entry {
  const { mapping, notation, algorithms = [], doubtful = new Map() } = added
  const mapped = pathsIn(mapping?.columns ?? [])
  const add = mapping === null ? null : addByMapping(mapping, notation)
  const declare =
    algorithms.length === 0
      ? null
      : addByMapping({ version: 1, columns: [...algorithms], fixedProvider: null }, notation)
  const withAdded = (entry: Entry, record: SourceRecord): Entry => {
    if (entry.kind !== 'user') return entry
    const user = add === null ? entry.user : add(entry.user, record)
    if (declare !== null && user.hash !== null && user.hash.declared === undefined)
      return { ...entry, user: declare(user, record) }
    return user === entry.user ? entry : { ...entry, user }
  }
  const isOpen = ({ path }: { readonly path: string }) => !mapped.has(path)
  const paths = new Set([...pathsIn(fields), ...mapped])
  const notes = new Map<string, ReturnType<typeof withUnmapped>>()
  const noteOf = (shape: string) => {
    const own = fieldsOfShape(shape)
    const ofShape = new Set([...pathsIn(own), ...mapped, ...preferences])
    const open = own.filter(isOpen)
    const made = withUnmapped({
      read: paths,
      digests: new Set([...paths, ...idColumns]),
      ignored: new Set(mapping?.ignored ?? []),
      ofShape,
      doubtful: new Map([...doubtful].filter(([path]) => !ofShape.has(path))),
      states: new Map(open.flatMap(({ path, states }) => (states === undefined ? [] : [[path, states] as const]))),
      flags: new Map(open.flatMap(({ path, flag }) => (flag === undefined ? [] : [[path, flag] as const]))),
      hasPasswords: [...ofShape].some((path) => hintsOf(path).password !== null),
      own: false,
    })
    notes.set(shape, made)
    return made
  }
  return (record, recognition, names) => {
    const note = notes.get(recognition.shape) ?? noteOf(recognition.shape)
    const entry = withAdded(withPlainKeys(read(record, recognition, names), provider), record)
    return withoutHashesInMetadata(note(withLocked(entry), record))
  }
}

function pathsIn(fields: readonly { readonly path: string }[]): ReadonlySet<string> {
  return new Set(fields.map(({ path }) => path))
}

/** The entry as disabled where its password was locked: without one, the user could sign in with a code again. */
function withLocked(entry: Entry): Entry {
  if (entry.kind === 'user') {
    const { hash, standing } = entry.user
    return standing === 'active' && isLocked(hash) ? { ...entry, user: { ...entry.user, standing: 'disabled' } } : entry
  }
  if (entry.kind !== 'part' || !isLocked(entry.part.hash ?? null)) return entry
  return { ...entry, part: { ...entry.part, standing: 'disabled' } }
}

function isLocked(hash: HashInput | null): boolean {
  return (
    hash !== null && (hash.hash.length <= longestWord || mayBe.test(hash.hash)) && isLockedMark(bareText(hash.hash))
  )
}

/** A word for a locked account, in quotes. */
const longestWord = 10
/** Hardly any hash begins like this; quotes and blanks may stand before it. */
const mayBe = /^[\s"'`]*[!*{]/

/**
 * Gives a user ID of a third party that is in no mapped column the provider that the mapping reads in the same record. Without it,
 * such an ID that is imported by choice would belong to a provider that is not known.
 */
function withMappedProvider(mapping: Mapping): (entry: Entry, record: SourceRecord) => Entry {
  const providerOf = providerReader(mapping)
  return (entry, record) => {
    if (entry.kind !== 'user' || entry.user.unmapped?.some(isOfUnknown) !== true) return entry
    const provider = providerOf(record)
    if (provider === null) return entry
    const unmapped = entry.user.unmapped.map((value) => (isOfUnknown(value) ? { ...value, provider } : value))
    return { ...entry, user: { ...entry.user, unmapped } }
  }
}

function isOfUnknown({ kind, provider = unknownProvider }: UnmappedValue): boolean {
  return kind === 'provider-user-id' && provider === unknownProvider
}

/** Those that a mapping leaves open: a column that it names is what it says, but a status may have more values than are known. */
function openDoubts(doubtful: Doubtful, { columns }: Mapping): Doubtful {
  const chosenTargets = new Map(columns.map(({ path, target }) => [path, target]))
  const named = new Set(columns.flatMap(({ path, values }) => (values === undefined ? [] : [path])))
  const hasProvider = columns.some(({ target }) => target === 'provider')
  return new Map(
    [...doubtful].filter(([path, kind]) =>
      // The operator named the values that keep people out.
      named.has(path)
        ? false
        : isOfStanding(kind)
          ? !chosenTargets.has(path) || chosenTargets.get(path) === 'disabled' || chosenTargets.get(path) === 'deleted'
          : !chosenTargets.has(path) && !(kind === 'provider' && hasProvider),
    ),
  )
}

/** The paths of a sample, and the paths of the objects around its values. */
function withContainers(paths: readonly string[]): ReadonlySet<string> {
  const all = new Set<string>()
  for (const path of paths) {
    const plain = path.replaceAll('[0]', '[]')
    for (let at = plain.search(/[.[]/); at !== -1 && at < plain.length;) {
      all.add(plain.slice(0, at))
      const next = plain.slice(at + 1).search(/[.[]/)
      at = next === -1 ? -1 : at + 1 + next
    }
    all.add(plain)
  }
  return all
}

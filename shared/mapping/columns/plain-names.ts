import type { Sample } from '../export-format.ts'
import { nameInComment, saysNothing, subjectsOf } from './comment-names.ts'
import { plainNames } from '../names/shared-suffix.ts'

/*
 * The names by which the columns of a table are judged: without the letters that all share, and of a column whose name says nothing what
 * the comment on it in the schema says. Columns are shown by their own names.
 */

const known = new WeakMap<Sample, ReadonlyMap<string, string>>()

/** The name by which a column is judged, cached because tables are compared with each other. */
export function plainName(sample: Sample, path: string): string {
  return namesOf(sample).get(path) ?? path
}

function namesOf(sample: Sample): ReadonlyMap<string, string> {
  const before = known.get(sample)
  if (before !== undefined) return before
  const names = sample.header ?? [...new Set(sample.records.flatMap((record) => Object.keys(record)))]
  const plain = plainNames(names, sample.table, objectsOf(sample))
  const commented = withComments(names, plain, sample.comments ?? new Map<string, string>())
  const found = new Map(names.map((name, at) => [name, commented[at] ?? name]))
  known.set(sample, found)
  return found
}

/** The names under which records have objects or lists, which are no columns of their table. */
function objectsOf({ records }: Sample): ReadonlySet<string> {
  const fields = records.flatMap((record) => Object.entries(record).filter(([, value]) => value !== null))
  const plain = new Set(fields.flatMap(([name, value]) => (typeof value === 'object' ? [] : [name])))
  return new Set(fields.flatMap(([name]) => (plain.has(name) ? [] : [name])))
}

/** Names with the comment on each that says nothing, unless another column says the same by its own name or by an earlier comment. */
function withComments(
  names: readonly string[],
  plain: readonly string[],
  comments: ReadonlyMap<string, string>,
): readonly string[] {
  if (comments.size === 0) return plain
  const said = new Set(plain.flatMap((name) => (saysNothing(name) ? [name] : [name, ...subjectsOf(name)])))
  return plain.map((name, at) => {
    const comment = comments.get((names[at] ?? name).toLowerCase())
    const told = comment === undefined || !saysNothing(name) ? null : nameInComment(comment)
    if (told === null || said.has(told) || subjectsOf(told).some((subject) => said.has(subject))) return name
    said.add(told)
    return told
  })
}

/** Whether a column of that own name is judged by what the comment on it says. */
export function isNamedByComment({ comments }: Sample, own: string, plain: string): boolean {
  const comment = own === plain ? undefined : comments?.get(own.toLowerCase())
  return comment !== undefined && nameInComment(comment) === plain
}

/**
 * Judges a sample by the plain names of its columns. `judge` gets the sample with those names and a function that gives a path its own
 * name again.
 */
export function judgedByPlainNames<S extends Sample, T>(
  sample: S,
  judge: (sample: S, ownPath: (path: string) => string) => T,
): T {
  const names = namesOf(sample)
  if ([...names].every(([name, plain]) => name === plain)) return judge(sample, (path) => path)
  const own = new Map([...names].map(([name, plain]) => [firstOf(plain), firstOf(name)]))
  const plain = (name: string) => names.get(name) ?? name
  const renamed = {
    ...sample,
    records: sample.records.map((record) =>
      Object.fromEntries(Object.entries(record).map(([name, value]) => [plain(name), value])),
    ),
    header: sample.header?.map(plain) ?? null,
    ...(sample.key === undefined ? {} : { key: sample.key.map(plain) }),
  }
  return judge(renamed, (path) => path.replace(firstName, (name) => own.get(name) ?? name))
}

const firstName = /^[^.[]+/

/** The part of a name that begins every path into its column. */
function firstOf(name: string): string {
  return firstName.exec(name)?.[0] ?? name
}

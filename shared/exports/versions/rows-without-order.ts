import { defaultMaxPersons, type LatestVersions } from './latest-versions.ts'
import { factsIn, marksIn, personKeys, type RowFacts } from './row-facts.ts'
import type { PersonVersions } from './version-columns.ts'

/*
 * Rows of one person in a file that no column puts in order. In a log of changes, which names the operation of each row, the last row counts. Elsewhere
 * nothing says which row counts: where the logins or the states of the rows differ, the operator is asked.
 */

/** The last row of each person in a log of changes, as its rows come. */
export function lastInLog(versions: PersonVersions): LatestVersions {
  /** The last row with a login, and whether a later one without any deletes the person. */
  const last = new Map<string, RowFacts>()
  const [keyOf, rowOf] = [personKeys(versions), factsIn(versions)]
  return {
    add: (record) => {
      const key = keyOf(record)
      if (key === null) return
      const [row, before] = [rowOf(record), last.get(key)]
      if (row.hasLogin || before === undefined) last.set(key, row)
      else if (row.isDeleted) last.set(key, { ...before, isDeleted: true })
    },
    countOf: (record) => {
      const key = keyOf(record)
      const known = key === null ? undefined : last.get(key)
      if (known === undefined) return 'latest'
      const row = rowOf(record)
      if (!row.hasLogin && known.hasLogin) return row.isDeleted ? 'deletion' : 'blank'
      if (row.digest !== known.digest) return 'earlier'
      return known.isDeleted ? 'deleted' : 'latest'
    },
    areVersions: () => last.size > 0,
  }
}

type Person = {
  readonly row: RowFacts
  rows: number
  differs: boolean
  isOther: boolean
  readonly marks: readonly number[]
}

/** Finds persons who have several rows with other logins or states. */
export function rowsThatDiffer(versions: PersonVersions): LatestVersions {
  const persons = new Map<string, Person>()
  const [keyOf, rowOf, marksOf] = [personKeys(versions), factsIn(versions, versions.told), marksIn(versions)]
  return {
    add: (record) => {
      const [key, row] = [keyOf(record), rowOf(record)]
      if (key === null || !row.hasLogin) return
      const person = persons.get(key)
      if (person === undefined) {
        if (persons.size < defaultMaxPersons)
          persons.set(key, { row, rows: 1, differs: false, isOther: false, marks: marksOf(record) })
        return
      }
      person.rows += 1
      person.differs ||= row.digest !== person.row.digest
      person.isOther ||= !marksOf(record).some((mark) => person.marks.includes(mark))
    },
    countOf: (record) => {
      const key = keyOf(record)
      const person = key === null ? undefined : persons.get(key)
      return person !== undefined && hasVersions(person) && rowOf(record).hasLogin ? 'unclear' : 'latest'
    },
    areVersions: () => {
      const several = [...persons.values()].filter(({ rows }) => rows > 1)
      const others = several.filter(({ isOther }) => isOther)
      // Where most values of a column come again, each with other people, it is no key of persons.
      const isKey = others.length * 2 <= several.length || several.length * 2 <= persons.size
      return several.some(hasVersions) && isKey
    },
  }
}

/** Whether the rows of one ID are about one person, and differ: people who share no more than an ID are users who share it. */
function hasVersions({ differs, isOther }: Person): boolean {
  return differs && !isOther
}

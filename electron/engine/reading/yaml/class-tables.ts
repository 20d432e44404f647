import type { Found } from './found.ts'
import { fixtureEntries, isFixtureName, valuesOfParameters } from './fixture-entries.ts'
import { isContainer, isObject } from './yaml-users.ts'

/* Objects of fixtures under the names of their classes, `App\Entity\User: { ann: … }`: each class is a table called after the last part. */

const className = /^\\?[A-Za-z_]\w*(?:(?:\\|::|\.|\/)[A-Za-z_]\w*)*(?:\\|::|\.|\/)[A-Z]\w*$/

/**
 * The rows of all classes of a document, with the key of each class; empty if it has none. Where names of entries are written as Alice's, all
 * objects of objects are classes, whatever they are called.
 */
export function classesOf(document: object): readonly { readonly key: string; readonly rows: readonly Found[] }[] {
  const groups = Object.entries(document).filter((member): member is [string, object] => holdsObjects(member[1]))
  const isOfAlice = groups.some(([, members]) => Object.keys(members).some(isFixtureName))
  const classes = groups.filter(([key]) => isOfAlice || className.test(key))
  const parameters = valuesOfParameters(document)
  const last = classes.map(([key]) => lastPart(key))
  return classes.map(([key, members], at) => {
    const name = last[at] ?? key
    const list = last.filter((other) => other === name).length === 1 ? name : key
    return { key, rows: fixtureEntries(members, parameters).map((row) => ({ ...row, list })) }
  })
}

function lastPart(key: string): string {
  return key.slice(Math.max(...['\\', ':', '.', '/'].map((sign) => key.lastIndexOf(sign))) + 1)
}

function holdsObjects(value: unknown): value is object {
  if (!isContainer(value)) return false
  const rows: unknown[] = Object.values(value)
  return rows.some(isObject) && rows.every((row) => row === null || isObject(row))
}

import { isTime, trimmedText } from '../../mapping/cell.ts'
import { signInKey } from '../../mapping/entries/sign-in-names.ts'
import type { ColumnUse } from '../../mapping/shown/column-report.ts'
import type { Entry, Recognition, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { namesOfColumns } from '../../mapping/first-records.ts'
import { namesKeyOfPerson, refersToAccount } from '../../mapping/names/account-names.ts'
import { isLoginName, namesRoles, wordsOf } from '../../mapping/names/column-words.ts'
import { anyUserKey } from '../../mapping/rows/standing-rows.ts'
import { meansKeptOut } from '../standing/named-standings.ts'

/*
 * Files that give users their roles by the ID or the name of a user and the name of a role, one role a row: `jhi_user_authority`, `user_roles`. A row is no
 * user, and adds its role to one of another file.
 */

/** The recognition and the reader of such a file, and what its columns become; null: the sample is none. */
export function roleRows(sample: Sample): {
  readonly recognition: Recognition
  readonly uses: readonly ColumnUse[]
  readonly read: (record: SourceRecord) => Entry
} | null {
  const columns = namesOfColumns(sample)
  const referring = columns.filter((column) => refersToAccount(column) || namesKeyOfPerson(column))
  const byName = referring.length === 0
  const [owner, ...owners] = byName ? columns.filter((column) => isLoginName(column)) : referring
  const [role, ...roles] = columns.filter(namesRole)
  if (owner === undefined || role === undefined || owners.length > 0 || roles.length > 0) return null
  // Another column may limit the role to a class or a project.
  if (columns.some((column) => column !== owner && column !== role && !isBesideRole(column))) return null
  const rows = sample.records.map((record) => ({ id: valueOf(record, owner), name: valueOf(record, role) }))
  const areNamed = rows.every(({ id, name }) => (id === '') === (name === '') && (name === '' || isNameOfRole(name)))
  if (!areNamed || rows.every(({ id }) => id === '')) return null
  return {
    recognition: {
      provider: 'generic',
      shape: 'roles of users',
      reason: `its rows give roles to users (${owner}, ${role}), and are no users`,
      role: 'parts',
    },
    uses: [
      {
        column: owner,
        becomes: 'The user it belongs to',
        confidence: 'likely',
        reason: byName ? 'it is called like the name of a user' : 'it is called like the ID of a user',
      },
      {
        column: role,
        becomes: 'role',
        confidence: 'likely',
        reason: 'it is called like a role, and all samples are names',
      },
    ],
    read: (record) => {
      const [id, name] = [valueOf(record, owner), valueOf(record, role)]
      if (id === '' || name === '') return { kind: 'aside', what: 'row without a role' }
      const part = meansKeptOut(name) ? { roles: [name], standing: 'disabled' as const } : { roles: [name] }
      return { kind: 'part', part, keys: [`${anyUserKey}${id}`, ...(byName ? [`${signInKey}${id}`] : [])] }
    },
  }
}

/** Whether a column is called like the role of a user. */
export function namesRole(column: string): boolean {
  return namesRoles(column) || authority.test(wordsOf(column).join(''))
}

/** Whether a column beside a role says nothing that limits the role, such as to a class or a project. */
export function isBesideRole(column: string): boolean {
  return besides.test(wordsOf(column).join(''))
}

const authority = /^(?:granted)?(?:authority|authorities)(?:name)?$/
const besides =
  /^(?:id|pk|rowid|(?:created|updated|granted|assigned|modified)(?:at|on|by|date)?|date(?:created|granted|assigned)|version|type)$/

function valueOf(record: SourceRecord, column: string): string {
  return trimmedText(record[column])
}

/** Whether a value is the name of a role, and no key of one, no time and no address. */
export function isNameOfRole(value: string): boolean {
  return (
    value.length <= maxName && /\p{L}/u.test(value) && !madeKey.test(value) && !value.includes('@') && !isTime(value)
  )
}

const maxName = 80
const madeKey = /^(?:[0-9a-f]{24}|[0-9a-f]{8}-[0-9a-f-]{27})$/i

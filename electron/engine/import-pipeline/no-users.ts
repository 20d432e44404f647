import type { TableSample } from '../../../shared/exports/dump-tables.ts'
import { listed, type TableTerms } from '../../../shared/exports/table-terms.ts'
import { counted } from '../../../shared/format.ts'
import { holdsPeople } from '../../../shared/mapping/names/people-names.ts'
import { loginTargets } from '../../../shared/mapping/standing-rows.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import type { Problem } from '../../../shared/result.ts'
import { createControlBook } from '../reading/control-totals/control-book.ts'
import type { OpenedExport } from '../reading/open-export.ts'
import { unappliedChange } from '../reading/sql/sql-changes.ts'

/** Code of the problem of a dump in which no table looks like users. */
export const noUsers = 'no-users-in-dump'

/** The message of this problem. */
export function noUsersText(samples: readonly TableSample[], { one, whole }: TableTerms): string {
  const names = listed(samples.map(({ table }) => table))
  return `No ${one} of this ${whole} looks like users. ${withoutLogins(samples)}Choose the one that holds them (--table on the command line): ${names}.`
}

/** Why tables that are called after people do not look like users; empty if they have logins. */
function withoutLogins(samples: readonly TableSample[]): string {
  const named = samples.filter((sample) => holdsPeople(sample.table) && !hasLogins(sample)).map(({ table }) => table)
  if (named.length === 0) return ''
  const have = named.length === 1 ? 'has' : 'have'
  return `${listed(named)} ${have} no email address, phone number, password or ID at a third party to sign in with. `
}

function hasLogins(sample: TableSample): boolean {
  return suggestMapping(sample).mapping.columns.some(({ target }) => loginTargets.includes(target))
}

/** Adds the statements that may add users and are not read, and all logins of the file, which is read again for them. */
export async function withUnread(problem: Problem, source: OpenedExport): Promise<Problem> {
  const book = createControlBook()
  const lines: number[] = []
  for await (const batch of source.batches(() => 'count', undefined, book))
    for (const record of batch)
      if (record.kind === 'unreadable' && record.reason.startsWith(unappliedChange)) lines.push(record.line)
  if (lines.length === 0) return problem
  const { emails, hashes } = book.totals()
  const statements = counted(lines.length, 'statement')
  const places = listed(lines.map((line) => `line ${line}`))
  const logins = `${counted(emails, 'email address', 'email addresses')} and ${counted(hashes, 'password hash', 'password hashes')}`
  const message = `${problem.message} Users may be in ${statements} that only a database can evaluate (${places}): this file holds ${logins}. Load the dump into a database and export the table of users.`
  return { ...problem, message }
}

import { namesOfColumns } from '../../../../shared/mapping/first-records.ts'
import type { TableSample } from '../../../../shared/exports/dump-tables.ts'
import { hasHashesWithin } from '../../../../shared/exports/tables/hash-columns.ts'
import { hasValues } from '../../../../shared/exports/own-table.ts'
import { listed, tableTerms, type TableTerms } from '../../../../shared/exports/tables/table-terms.ts'
import { counted } from '../../../../shared/format.ts'
import { isTime } from '../../../../shared/mapping/cell.ts'
import { areDifferentWords } from '../../../../shared/mapping/columns/secrets/password-likeness.ts'
import { profileColumns } from '../../../../shared/mapping/columns/profile-columns.ts'
import { loginLikenesses } from '../../../../shared/mapping/unmapped/login-likeness.ts'
import { hintsOf } from '../../../../shared/mapping/names/name-hints.ts'
import { holdsPeople, isPartOfUser, mentionsPeople } from '../../../../shared/mapping/names/people-names.ts'
import { holdsServerAccounts, isSchemaHistory, serverAccounts } from '../../../../shared/mapping/names/system-tables.ts'
import { shownName } from '../../../../shared/mapping/shown/shown-name.ts'
import { suggestMapping } from '../../../../shared/mapping/suggest-mapping.ts'
import type { Problem } from '../../../../shared/result.ts'
import { controlTotalsText } from '../../../../shared/mapping/unmapped/control-totals.ts'
import { loginTargets, mapsLogin } from '../../../../shared/mapping/targets.ts'
import { unreadRows } from '../../../../shared/mapping/rows/unread-rows.ts'
import { type UnreadTable, unreadTableText } from '../../../../shared/mapping/rows/unread-tables.ts'
import { placeText } from '../../../../shared/places.ts'
import { createControlBook } from '../../reading/control-totals/control-book.ts'
import type { OpenedExport } from '../../reading/open-export.ts'
import { type ChangeElsewhere, placeOfChange } from '../../reading/sql/changes/changes-elsewhere.ts'
import { putTogether } from '../../reading/sql/changes/sql-changes.ts'
import { accountLogins } from '../account-logins.ts'
import { countUnread } from '../count-kinds.ts'
import { fileWithoutLogins } from '../../reading/refusals/file-kind.ts'
import { placedTotals } from '../placed-totals.ts'

/** Code of the problem of a dump in which no table looks like users. */
export const noUsers = 'no-users-in-dump'

/** This problem, or that of a dump without logins. `mayHoldLogins`: a whole reading found logins, or what may add some, that the first rows do not show. */
export function noUsersProblem(
  samples: readonly TableSample[],
  { one, many, whole }: TableTerms,
  { emptyTables = [], elsewhere = [] }: Pick<OpenedExport, 'emptyTables' | 'elsewhere'>,
  mayHoldLogins = false,
): Problem {
  const names = listed(samples.map(({ table }) => table))
  // Of elements that are named after users, none is the one to choose.
  if (one === 'kind of element' && samples.every(({ records }) => records.length === 1))
    return told(
      `No ${one} of this ${whole} looks like users. ${withoutLogins(samples)}Each comes once (${names}): if they are named after users, write the users as a list in CSV or JSON, with a name and a hash for each.`,
    )
  const ofServer = samples.filter(isOfServer).map(({ table }) => table)
  const own = samples.filter((sample) => !isOfServer(sample) && !isSchemaHistory(sample.table))
  const isLeft = (sample: TableSample) => lacksLogins(sample) && (!mayHoldLogins || holdsPeople(sample.table))
  const others = own.filter((sample) => !isLeft(sample)).map(({ table }) => table)
  if (ofServer.length > 0 && others.length === 0)
    return told(
      `No ${one} of this ${whole} looks like users. ${listed(ofServer)} ${ofServer.length === 1 ? 'has' : 'have'} ${serverAccounts}`,
    )
  const people = own.filter(({ table }) => holdsPeople(table)).map(({ table }) => table)
  const changed = elsewhere.filter(({ table }) => holdsPeople(table))
  const empty = emptyTables.filter((table) => holdsPeople(table))
  const holdsNone = [...others, ...people, ...changed, ...empty].length === 0
  const way =
    others.length > 0 && people.length > 0 && !others.some(mentionsPeople)
      ? joinText(people, others)
      : others.length > 0
        ? `Choose the one that holds them (--table on the command line): ${listed(others)}.`
        : people.length > 0
          ? 'Export the users with an email address or a phone number for each, such as by a query that joins the table with the one that holds them, or leave this file out if another has them.'
          : !holdsNone
            ? ''
            : `None of its ${many} (${names}) has an ${somethingToSignIn}: leave this file out, and choose the export that holds the users.`
  const first = `No ${one} of this ${whole} looks like users. ${withoutLogins(own)}${withoutValues(own)}`
  const rest = empty.length === 0 ? way : withoutRows(empty, one)
  const text = `${first}${[rest, changesText(changed)].filter((sentence) => sentence !== '').join(' ')}`
  return holdsNone ? { code: fileWithoutLogins, message: text } : told(text)
}

function told(message: string): Problem {
  return { code: noUsers, message }
}

/** A sentence about statements that change people in another file; empty if there are none. */
function changesText(changes: readonly ChangeElsewhere[]): string {
  if (changes.length === 0) return ''
  const places = listed(changes.map(placeOfChange))
  return `It changes rows of users that are not in it (${places}), and they are not applied to another file: ${putTogether}.`
}

/** Advice where the tables that are called after people have no logins, and others do, which may be the addresses of these people or something else. */
function joinText(people: readonly string[], others: readonly string[]): string {
  const joined = `Export the users with an email address or a phone number for each, such as by a query that joins ${listed(people)} with the table that holds them: ${listed(others)}.`
  const lists = others.filter((table) => !isPartOfUser(table))
  return lists.length === 0
    ? joined
    : `${joined} If the users themselves are in ${listed(lists)}, choose ${lists.length === 1 ? 'it' : 'one of these'} (--table on the command line).`
}

/** A sentence about tables that are called after people and have no rows: those are to be exported, and no other chosen in their place. */
function withoutRows(empty: readonly string[], one: string): string {
  const [is, it] =
    empty.length === 1 ? [`The ${one} ${listed(empty)} has`, 'it'] : [`The ${one}s ${listed(empty)} have`, 'them']
  return `${is} no rows. Export ${it} with the rows, or from the database that holds the users. If another ${one} holds them, choose it (--table on the command line).`
}

const somethingToSignIn = 'email address, phone number, password or ID at a third party to sign in with'

function isOfServer(sample: TableSample): boolean {
  return holdsServerAccounts(namesOfColumns(sample))
}

/** Whether a table has nothing in any column to sign in with: chosen, it would have no users either. */
function lacksLogins(sample: TableSample): boolean {
  return hasValues(sample) && !hasLogins(sample) && possibleLogins(sample).length === 0
}

/** A sentence about tables that are called after people and have no sure login, with the columns that may hold one; empty if there are none. */
function withoutLogins(samples: readonly TableSample[]): string {
  const named = samples
    .filter((sample) => holdsPeople(sample.table) && !hasLogins(sample))
    .map((sample) => ({ table: sample.table, possible: possibleLogins(sample) }))
  const possible = named.filter((one) => one.possible.length > 0)
  const none = named.filter((one) => one.possible.length === 0).map(({ table }) => table)
  const have = none.length === 1 ? 'has' : 'have'
  return [
    ...possible.map((one) => `${one.table} may have something to sign in with in ${listed(one.possible)}. `),
    ...(none.length === 0 ? [] : [`${listed(none)} ${have} no ${somethingToSignIn}. `]),
  ].join('')
}

/** Columns that may hold logins, by the look of a value or the name of a password. */
function possibleLogins(sample: TableSample): readonly string[] {
  const asked = suggestMapping(sample).columns.filter(
    ({ suggestion }) => suggestion !== null && loginTargets.includes(suggestion.target),
  )
  return profileColumns(sample.records, sample.header)
    .filter(({ path, values }) => {
      const hints = hintsOf(path)
      const mayBe = (value: string) => loginLikenesses(value, hints) !== null
      const isAsked = asked.some((one) => one.path === path)
      // Under a name with other words, as of a type of pass, times, short numbers and words that come again are no passwords.
      const arePasswords =
        hints.password === 'whole' || (hints.password === 'part' && !values.every(isTime) && areDifferentWords(values))
      return values.length > 0 && (isAsked || arePasswords || values.some(mayBe))
    })
    .map(({ path }) => shownName(path))
}

/** Tables whose rows have no values; empty if all have some. */
function withoutValues(samples: readonly TableSample[]): string {
  const empty = samples.filter((sample) => !hasValues(sample)).map(({ table }) => table)
  return empty.length === 0 ? '' : `The rows of ${listed(empty)} have no values, such as statements with placeholders. `
}

function hasLogins(sample: TableSample): boolean {
  return mapsLogin(suggestMapping(sample).mapping) || hasHashesWithin(sample)
}

/** Adds the statements that may add users and are not read, and where the logins of the file are, which is read again for them. */
export async function withUnread(
  problem: Problem,
  source: OpenedExport,
  samples: readonly TableSample[],
): Promise<Problem> {
  const book = createControlBook()
  const account = accountLogins(book, {
    withNames: false,
    decodes: false,
    placeOf: ({ line, offset }) => placeText(source.places, source.format, { line, byte: offset }),
  })
  const unread = unreadRows()
  const tables = countUnread()
  const lines: number[] = []
  for await (const batch of source.batches(() => 'count', undefined, book))
    for (const record of batch) {
      const entry = record.kind === 'record' ? unread(record.value, record.table ?? '') : record
      account(record, entry, entry.kind)
      if (entry.kind === 'aside' && entry.table !== undefined) tables.add(entry.table, entry.logins ?? [])
      if (record.kind === 'unreadable' && record.statement === 'unapplied-change') lines.push(record.line)
    }
  const places = listed(lines.map((line) => `line ${line}`))
  const statements = `Users may be in ${counted(lines.length, 'statement')} that only a database can evaluate (${places}). Load the dump into a database and export the table of users.`
  const totals = controlTotalsText(await placedTotals(source, book.totals()), source.format)
  // A table that is called after people is told with the columns that may hold logins.
  const others = tables.tables().filter(({ table }) => !holdsPeople(table))
  const found = others.length === 0 ? [] : [`Values that look like logins: ${listed(others.map(tableOf))}.`]
  const mayHold = others.length > 0 || lines.length > 0
  const { code, message } = mayHold ? noUsersProblem(samples, tableTerms(source.format), source, mayHold) : problem
  const sentences = [
    message,
    ...found,
    ...(lines.length === 0 ? [] : [statements]),
    ...totals.map((text) => `${text}.`),
  ]
  return { code: mayHold || totals.length > 0 ? noUsers : code, message: sentences.join(' ') }
}

function tableOf(unread: UnreadTable): string {
  return `${unread.table} has ${unreadTableText(unread)}`
}

import { count } from '../../../../shared/format.ts'
import { otherKindText, unreadTableText } from '../../../../shared/mapping/unread-tables.ts'
import type { Gathered } from './gather.ts'
import { markup, type Markup } from './markup.ts'

/** Files of which the rest is missing: any number of users may not be in this report. */
export function truncatedFiles(files: Gathered['audit']['files']): readonly Markup[] {
  return files.flatMap(({ name, truncation }) =>
    truncation === null
      ? []
      : [
          markup`<p class="bad">
            <strong>${name} is incomplete.</strong> ${truncation} Only its complete records were used; how many users are
            missing cannot be told.
          </p>`,
        ],
  )
}

/** Values like logins in tables that nothing reads: they stayed behind. */
export function unreadTables(files: Gathered['audit']['files']): readonly Markup[] {
  return files.flatMap(({ name, unreadTables: tables, format }) =>
    tables.map(
      (one) =>
        markup`<p class="bad">
          <strong>${formOf(format) === 'xlsx' ? 'Sheet' : 'Table'} ${one.table} of ${name} was not read</strong>, but holds ${unreadTableText(one)}.
        </p>`,
    ),
  )
}

/** Statements of dumps that change users: they were not applied. */
export function unappliedChanges(files: Gathered['audit']['files']): readonly Markup[] {
  return files.flatMap(({ name, unappliedChanges: changes }) =>
    changes === null
      ? []
      : [
          markup`<p class="bad">
            <strong>${name} changes users by ${changes} that were not applied.</strong> Users were migrated as their rows say.
          </p>`,
        ],
  )
}

/** What looks like a login in each file, and where it ended up. */
export function controlTotals(files: Gathered['audit']['files']): readonly Markup[] {
  return files.flatMap(({ name, controlTotals: totals }) =>
    totals === null || totals.lines.length === 0
      ? []
      : [
          markup`<p class="${totals.unreadHashes === null ? 'muted' : 'bad'}">${name}: ${totals.lines.join('. ')}.${totals.unreadHashes === null ? '' : ' Password hashes in it were not read and stayed behind.'}</p>`,
        ],
  )
}

/** The form of a file that an audit lists with its compression and encoding. */
function formOf(format: string): string | null {
  return format.split(', ')[0] ?? null
}

/** Entries that are no users, by file and kind. */
export function otherKinds(files: Gathered['audit']['files']): readonly Markup[] {
  return files.flatMap(({ name, other, format }) => {
    const kinds = Object.entries(other).map(([kind, n]) => `${otherKindText(kind, formOf(format))} ${count(n)}`)
    return kinds.length === 0 ? [] : [markup`<p class="muted">Not users, in ${name}: ${kinds.join(', ')}.</p>`]
  })
}

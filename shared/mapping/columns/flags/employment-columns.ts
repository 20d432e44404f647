import { askAbout } from '../beside-columns.ts'
import { disabledByWord, isNoTime } from '../../cell.ts'
import { isWrittenDate } from '../../end-of-account.ts'
import { isOtherOccupation, isRetired } from '../../names/employment/employment-names.ts'
import { namesEndOfPeriod, namesStartOfPeriod, namesSubscription } from '../../names/employment/period-names.ts'
import { hintsOf } from '../../names/name-hints.ts'
import { isWordForOut, saysKeptOut } from '../../names/standing/standing-phrases.ts'
import type { Candidate } from '../judge-column.ts'
import type { ColumnProfile } from '../profile-columns.ts'

/* Columns about the employment of users: an account may still be there after its user has left the company. */

/** Adds a column with the end of an employment, which is called an end and no more, beside its start. A past date is asked about. */
export function addEnds(profiles: readonly ColumnProfile[], chosen: Map<string, Candidate>): void {
  const starts = profiles.map((column) => (areDates(column) ? namesStartOfPeriod(column.path) : null))
  const isOfSubscription = profiles.some(({ path }) => namesSubscription(path))
  if (!starts.includes('entry') && (isOfSubscription || !starts.includes('start'))) return
  for (const column of profiles) {
    const { path } = column
    // The first users may all be there still.
    if (chosen.has(path) || !namesEndOfPeriod(path) || !(areDates(column) || column.values.length === 0)) continue
    askAbout(chosen, column, 'disabled', 'a past date in it may be the end of an employment')
  }
}

function areDates({ values }: ColumnProfile): boolean {
  return values.length > 0 && values.every((value) => isWrittenDate(value.trim()) || isNoTime(value.trim()))
}

/**
 * Whether values of the state of an employment may say that it has ended: codes, or words of which one says so. Beside other occupations, retired
 * users may sign in. The keys of a table of such states, `employment_status_id`, say nothing without its words.
 */
export function endsEmployment({ path, values }: Pick<ColumnProfile, 'path' | 'values'>): boolean {
  if (values.length > 0 && values.every(isOneSign)) return !hintsOf(path).id
  return values.some((value) => saysEndOfEmployment(value) && !(isRetired(value) && values.some(isOtherOccupation)))
}

/** Systems of personnel write such a state as one letter or digit. */
function isOneSign(value: string): boolean {
  return /^[\p{L}\d]$/u.test(value.trim())
}

/** Whether a word for the state of an employment says that it has ended: `Terminated`, `Leaver`, `Retired`. */
export function saysEndOfEmployment(value: string): boolean {
  if (/^(?:closed|rejected|denied|removed)$/i.test(value)) return false
  return disabledByWord(value) === true || isWordForOut(value) || isRetired(value) || saysKeptOut(value)
}

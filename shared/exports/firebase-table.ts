import { booleanOf, textOf } from '../mapping/cell.ts'
import { emptyUser, type Identity } from '../users/user.ts'
import type { Entry, SourceRecord } from '../mapping/export-format.ts'
import { firebaseHash } from './firebase-users.ts'
import { metadataFields, profileOfUser } from './profile-fields.ts'

/**
 * `auth:export` as CSV has no column names: id, email, verified, hash, salt, name, photo; four columns each for four
 * providers; the times of creation and last login, phone, disabled, claims; since 2019 six more providers. Older
 * versions did not quote names and claims, so the two times (13 digits) are what the rest is counted from.
 */
const beforeTimes = ['google.com', 'facebook.com', 'twitter.com', 'github.com']
const behindTimes = ['apple.com', 'microsoft.com', 'gc.apple.com', 'playgames.google.com', 'linkedin.com', 'yahoo.com']
const providerColumns = 4
/** Index of the first time in a row without stray commas. */
const defaultTime = 23

export function isFirebaseRow(record: SourceRecord): boolean {
  const cells = cellsOf(record)
  if (cells.length < defaultTime + 3 || !Object.hasOwn(record, '1') || timeIn(cells) === -1) return false
  return /^\S{1,128}$/.test(cells[0] ?? '') && /^(?:true|false)?$/i.test(cells[2]?.trim() ?? '')
}

export function readFirebaseRow(record: SourceRecord): Entry {
  const cells = cellsOf(record)
  const time = timeIn(cells)
  const sourceId = textOf(cells[0])
  if (time === -1 || sourceId === null) {
    return {
      kind: 'unreadable',
      reason: 'This row has no creation time where auth:export has it, so its columns cannot be told apart.',
    }
  }
  const hash = firebaseHash(textOf(cells[3]), textOf(cells[4]))
  const phone = textOf(cells[time + 2])
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId,
      email: textOf(cells[1]),
      emailVerified: booleanOf(cells[2]),
      phone,
      phoneIsLogin: phone !== null && hash === null,
      hasPassword: hash === null ? null : true,
      hash,
      identities: [
        ...identitiesAt(cells, time - beforeTimes.length * providerColumns, beforeTimes),
        ...identitiesAt(cells, behindClaims(cells, time + 4), behindTimes),
      ],
      standing: booleanOf(cells[time + 3]) === true ? 'disabled' : 'active',
      ...profileOfUser({ metadata: claimsAt(cells, time + 4), joined: textOf(cells[time]) }),
    },
    keys: [`id:${sourceId}`],
  }
}

function cellsOf(record: SourceRecord): readonly string[] {
  const cells: string[] = []
  for (let column = 1; Object.hasOwn(record, String(column)); column += 1) cells.push(String(record[String(column)]))
  return cells
}

/** 13 digits, or what a spreadsheet makes of them. */
const time = /^(?:\d{13}|\d(?:[.,]\d{1,11})?E\+12)$/i

/** The first of two neighbours that are times in milliseconds; a user who never came back has no second one. -1: none. */
function timeIn(cells: readonly string[]): number {
  return cells.findIndex(
    (cell, index) =>
      index >= defaultTime - 3 &&
      time.test(cell.trim()) &&
      (cells[index + 1]?.trim() === '' || time.test(cells[index + 1]?.trim() ?? '')),
  )
}

/** The index behind the claims, which older versions did not quote: their commas made cells of their own. */
function behindClaims(cells: readonly string[], claims: number): number {
  if (cells[claims]?.startsWith('{') !== true) return claims + 1
  for (let end = claims + 1; end <= cells.length; end += 1) {
    try {
      JSON.parse(cells.slice(claims, end).join(','))
      return end
    } catch {
      // Not the whole text yet.
    }
  }
  return claims + 1
}

/** Under the name that the JSON form of the export has for them. */
function claimsAt(cells: readonly string[], at: number): Readonly<Record<string, unknown>> | null {
  if (cells[at]?.startsWith('{') !== true) return null
  return metadataFields({ customAttributes: cells.slice(at, behindClaims(cells, at)).join(',') }, 'customAttributes')
}

function identitiesAt(cells: readonly string[], start: number, providers: readonly string[]): readonly Identity[] {
  return providers.flatMap((provider, index) => {
    const at = start + index * providerColumns
    const userId = textOf(cells[at])
    if (userId === null || !/^[^\s@{}":]{1,256}$/.test(userId)) return []
    return [{ provider, userId, email: textOf(cells[at + 1]), emailVerified: null }]
  })
}

import { createHash } from 'node:crypto'
import type { ChangeTimes, JsonObject, Since } from '../../source.ts'

const attribute = 'modifyTimestamp'

/** How entries say when they were changed; null: their time is not asked for. `of`: what a listing depends on. */
export function entryTimes(
  of: readonly string[],
  attributes: readonly string[],
  since: Since | null,
): ChangeTimes | null {
  if (!attributes.some((name) => name.toLowerCase() === attribute.toLowerCase())) return null
  const print = createHash('sha256').update(JSON.stringify(of)).digest('base64url')
  return { name: attribute, of: print, timeOf, isIncremental: since?.of === print, all: null }
}

/** The filter for entries that may have changed since a moment (Unix epoch, milliseconds). */
export function changedSince(filter: string, from: number): string {
  const text = new Date(Math.max(from, 0)).toISOString()
  const time = `${text.slice(0, 19).replaceAll(/[-T:]/g, '')}Z`
  return `(&${filter.trim().startsWith('(') ? filter : `(${filter})`}(${attribute}>=${time}))`
}

const generalized = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/

function timeOf({ values }: JsonObject): number | null {
  const pairs = Array.isArray(values) ? values : []
  let time: number | null = null
  for (const pair of pairs) {
    const [name, value] = Array.isArray(pair) ? pair.map(String) : []
    // Active Directory computes the time when it is read, so that no search finds an entry by it.
    if (name?.toLowerCase() === 'objectguid') return null
    if (name?.toLowerCase() !== attribute.toLowerCase()) continue
    const parts = generalized
      .exec(Buffer.from(value ?? '', 'base64').toString('latin1'))
      ?.slice(1, 7)
      .map(Number)
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts ?? []
    time = parts === undefined ? null : Date.UTC(year, month - 1, day, hour, minute, second)
  }
  return time
}

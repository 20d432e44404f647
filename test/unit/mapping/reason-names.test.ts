import { expect, test } from 'vitest'
import { endsBan, judgeBanColumns } from '../../../shared/exports/standing/ban-lists.ts'
import { endsRow } from '../../../shared/exports/standing/state-columns.ts'
import { namesEndOfBan } from '../../../shared/mapping/names/column-words.ts'

test.each(['until', 'bis', 'bis_datum', 'hasta', 'fim', 'tot', 'einde', 'do', 'expires_at', 'jusquau'])(
  'a ban, a field of one and a row of a history end by the same word: %s',
  (column) => {
    expect([endsBan(column), namesEndOfBan(column), endsRow(column)]).toEqual([true, true, true])
  },
)

test.each(['reason', 'created_at', 'amount', 'server'])('a column that ends nothing: %s', (column) => {
  expect([endsBan(column), namesEndOfBan(column), endsRow(column)]).toEqual([false, false, false])
})

test('an English fine is a punishment within a ban, an Italian one the end of a row', () => {
  expect([endsBan('fine'), namesEndOfBan('fine'), endsRow('fine')]).toEqual([false, false, true])
})

test('a list of bans says why, by whom and until when in other languages as in English', () => {
  const judged = (...columns: readonly string[]) => judgeBanColumns(['user_id', ...columns], 'user_id', ['blocks'])
  expect(judged('reason', 'until', 'height')).toBe('bans')
  expect(judged('motivo', 'fim', 'height')).toBe('bans')
  expect(judged('powod', 'do', 'height')).toBe('bans')
  expect(judged('oleh', 'alasan', 'height')).toBe('bans')
  expect(judged('hash', 'height', 'nonce')).toBe('others')
})

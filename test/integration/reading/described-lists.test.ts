import { describe, expect, test } from 'vitest'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { inspect } from '../../support/cli.ts'

const users = [1, 2].map((id) => ({ id, email: `u${id}@acme.example`, passwordHash: madeUpBcrypt(id) }))
const counts = { users: 2, unreadable: 0, ready: 2 }
const lines = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('')

const whole = 'description of the file'

describe('what describes the file before its users', () => {
  test.each<readonly [string, object, string]>([
    ['under a name', { _meta: { exportedAt: '2026-01-01', count: 2 } }, whole],
    ['under several names', { version: 2, header: { source: 'shop' } }, whole],
    ['as an entry of that type', { type: 'header', count: 2 }, 'header'],
  ])('is no user: %s', async (_, header, kind) => {
    for (const [file, content] of [
      ['all.json', JSON.stringify([header, ...users], null, 1)],
      ['all.ndjson', lines([header, ...users])],
      [
        'all.yaml',
        [header, ...users].map((record) => `- ${JSON.stringify(record).replaceAll('":', '": ')}\n`).join(''),
      ],
    ] as const) {
      const { json } = await inspect({ [file]: content })
      expect(json).toMatchObject({ ...counts, records: 3, other: { [kind]: 1 } })
      expect(JSON.stringify(json)).toContain('"becomes":"source-id"')
    }
  })

  test('and the list that holds them leaves that list to be read', async () => {
    const { json } = await inspect({ 'all.json': JSON.stringify([{ header: { version: 2 } }, { users }], null, 1) })
    expect(json).toMatchObject({ ...counts, records: 2 })
  })

  test('is none where it may be a user', async () => {
    const about = { about: { email: 'u3@acme.example' } }
    const { json } = await inspect({ 'all.ndjson': lines([...users, about]) })
    expect(json).toMatchObject({ records: 3, unreadable: 1 })
  })
})

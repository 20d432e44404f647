import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/** Inspects 12 users, of which one has the first value and one the second, behind others without one. */
async function inspected(column: string, values: readonly [string, string], first = 0) {
  const rows = Array.from({ length: first + 12 }, (_, at) =>
    [
      at + 1,
      `u${at}@acme.example`,
      madeUpBcrypt(at),
      at === first + 4 ? values[0] : at === first + 8 ? values[1] : '',
    ].join(','),
  )
  return (await inspect({ 'users.csv': `id,email,password,${column}\n${rows.join('\n')}\n` })).json
}

const names = [
  'gesperrt_bis',
  'gesperrtBis',
  'suspended_till',
  'blocked_to',
  'locked_expires_at',
  'locked_until',
  'ban_until',
  'ban_end_date',
  'ban_date_end',
  'ban_lift_date',
  'locked_out_until',
  'unlocks_at',
  'suspension_end',
  'bloqueado_hasta',
  'blocage_jusqu_au',
  'sospeso_fino_al',
  'zablokowany_do',
  'заблокирован_до',
]

describe.each(names)('the end of a lock, %s', (column) => {
  test('lets its user in where it has passed, without a question', async () => {
    const json = await inspected(column, ['2019-05-31', '2020-01-31 10:00:00'])
    expect(json).toMatchObject({ users: 12, ready: 12, blocked: {} })
  })

  test('keeps its user out where it is to come', async () => {
    const json = await inspected(column, ['2019-05-31', '2091-01-31'])
    expect(json).toMatchObject({ users: 12, ready: 11, blocked: { disabled: 1 } })
  })
})

test.each(['permanent', 'forever', 'unbefristet'])('a lock that never ends keeps its user out: %s', async (word) => {
  const json = await inspected('banned_until', ['2019-05-31', word])
  expect(json).toMatchObject({ ready: 11, blocked: { disabled: 1 } })
})

test('when a lock began is no end of it', async () => {
  expect(await inspected('blocked_at', ['2019-05-31', '2020-01-31'])).toMatchObject({
    ready: 10,
    blocked: { disabled: 2 },
  })
})

test.each(['gesperrt_bis', 'banned_until'])(
  'the end of a lock that comes late in the file has passed as well: %s',
  async (column) => {
    const dates = ['2019-05-31', '2091-01-31'] as const
    expect(await inspected(column, dates, 70)).toMatchObject({ users: 82, ready: 81 })
  },
)

test('beside a lock in words of its own, those that are over are no question', async () => {
  const json = await inspected('gesperrt_bis', ['2019-05-31', 'auf weiteres'])
  expect(json).toMatchObject({ ready: 11, blocked: { 'unmapped-status': 1 } })
})

const [past, future] = ['2019-05-31', '2091-01-31']

/** Inspects 12 users of JSON, of which one has this beside its login, and the others something else. */
async function withObject(one: object, others: object) {
  const people = Array.from({ length: 12 }, (_, at) => ({
    id: at + 1,
    email: `u${at}@acme.example`,
    password: madeUpBcrypt(at),
    ...(at === 4 ? one : others),
  }))
  return (await inspect({ 'users.json': JSON.stringify(people) })).json
}

test.each([
  [{ ban: { until: past, by: 3 } }, { ban: null }],
  [{ ban: { to: past } }, { ban: null }],
  [{ lock: { lockedUntil: past } }, { lock: { lockedUntil: null } }],
  [{ bans: [{ from: past, to: past }] }, { bans: [] }],
])('a ban within an object that is over is no question: %j', async (one, others) => {
  expect(await withObject(one, others)).toMatchObject({ users: 12, ready: 12 })
})

test.each([
  [{ ban: { until: future, by: 3 } }, { ban: null }],
  [{ ban: { until: null, reason: 'spam' } }, { ban: null }],
  [
    {
      bans: [
        { from: past, to: past },
        { from: past, to: future },
      ],
    },
    { bans: [] },
  ],
  [{ bans: [{ reason: 'spam' }] }, { bans: [] }],
])('a ban within an object that is not over keeps its user out: %j', async (one, others) => {
  expect(await withObject(one, others)).toMatchObject({ users: 12, ready: 11 })
})

test.each([
  [{ blocks: [{ userId: 7 }] }, { blocks: [] }],
  [{ blocked: ['u7'] }, { blocked: [] }],
  [{ blocked: ['u7@acme.example', 'zoe@elsewhere.example'] }, {}],
  [{ blockedUsers: ['zoe'] }, { blockedUsers: [] }],
  [{ blacklist: [3, 8] }, { blacklist: [] }],
  [{ bloqueados: ['5f1d7f1e2c3b4a5d6e7f8091'] }, { bloqueados: [] }],
  [{ blocked: '["u7"]' }, { blocked: '[]' }],
])('people whom a user blocks keep no user out: %j', async (one, others) => {
  expect(await withObject(one, others)).toMatchObject({ users: 12, ready: 12 })
})

test.each([
  [{ blocked: ['spam'] }, { blocked: [] }],
  [{ blockedBy: ['u7'] }, { blockedBy: [] }],
  [{ blockReasons: [4] }, { blockReasons: [] }],
  [{ blocked: [true] }, { blocked: [] }],
  [{ blocked: 'u7' }, { blocked: '' }],
  [{ suspended: ['u7'] }, { suspended: [] }],
])('a list that may say why or by whom its user is blocked is no list of people: %j', async (one, others) => {
  expect(await withObject(one, others)).toMatchObject({ users: 12, ready: 11 })
})

test.each(['locker_end', 'locker_until'])('the end of a thing is none of a lock: %s', async (column) => {
  const json = await inspected(column, [past, future])
  expect(json?.['blocked']).not.toHaveProperty('disabled')
})

describe('a lock is over by another column of its user', () => {
  const over = '2020-03-01 10:00:00'
  const asked = async (header: string, cells: readonly [string, string, string]) => {
    const rows = Array.from({ length: 12 }, (_, at) =>
      [at + 1, `u${at}@acme.example`, madeUpBcrypt(at), cells[at < 2 ? at : 2]].join(','),
    )
    return (await inspect({ 'users.csv': `id,email,password,${header}\n${rows.join('\n')}\n` })).json
  }

  test.each([
    ['banned_at,banned_until', [`2020-01-01,${over}`, '2020-01-01,2091-01-01', ',']],
    ['suspended_from,suspended_to', [`2020-01-01,${over}`, '2020-01-01,2091-01-01', ',']],
    ['bannedAt,unbannedAt', [`2020-01-01,${over}`, '2020-01-01,', ',']],
    ['banned_at,unbanned_at', [`2020-01-01,${over}`, '2021-01-01,2020-06-01', ',']],
    ['ban_reason,banned_at,banned_until', [`spam,2020-01-01,${over}`, 'spam,2020-01-01,2091-01-01', ',,']],
    ['banned_by,ban_reason,banned_at,unbanned_at', [`mod,spam,2020-01-01,${over}`, 'mod,spam,2020-01-01,', ',,,']],
    ['blocked,blocked_until', [`1,${over}`, '1,2091-01-01', '0,']],
    ['blocked,blocked_until', [`1,${over}`, '1,', '0,']],
    ['is_banned,ban_expires', [`true,${over}`, 'true,', 'false,']],
    ['locked,lockout_end', [`yes,${over}`, 'yes,2091-01-01', 'no,']],
    ['gesperrt,sperre_bis', [`ja,${over}`, 'ja,2091-01-01', 'nein,']],
    ['ban_reason,banned,banned_until', [`spam,1,${over}`, 'spam,1,', ',0,']],
  ] as const)('%s', async (header, cells) => {
    expect(await asked(header, cells)).toMatchObject({ users: 12, ready: 11, blocked: { disabled: 1 } })
  })

  test.each([
    ['banned_at,blocked_until', [`2020-01-01,${over}`, '2020-01-01,2091-01-01', ',']],
    ['banned_at,unblocked_at', [`2020-01-01,${over}`, '2020-01-01,', ',']],
    ['banned,locked_until', [`1,${over}`, '1,2091-01-01', '0,']],
    ['disabled,locked_until', [`1,${over}`, '1,2091-01-01', '0,']],
    ['blocked,expires_at', [`1,${over}`, '1,2091-01-01', '0,']],
    ['blocked,unblocked_at', [`1,${over}`, '1,', '0,']],
  ] as const)('that of another lock is none: %s', async (header, cells) => {
    expect(await asked(header, cells)).toMatchObject({ users: 12, ready: 10, blocked: { disabled: 2 } })
  })

  test('and so it is told', async () => {
    const json = await asked('blocked,blocked_until', [`1,${over}`, '1,', '0,'])
    expect(JSON.stringify(json)).toContain('; it is over where “blocked_until” has passed')
  })
})

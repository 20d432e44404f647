import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3, 4, 5, 6]
const guid = (kind: string, at: number) => `${kind}b5e0d1c-4a4f-4c1d-9a55-0000000000${10 + at}`

/** A table of a dump in which each column is given by its name and its value in a row. */
function table(name: string, columns: Readonly<Record<string, (at: number) => string | number>>): string {
  const cells = (at: number) => Object.values(columns).map((value) => value(at))
  const row = (at: number) =>
    `(${cells(at)
      .map((cell) => (typeof cell === 'number' ? cell : `'${cell}'`))
      .join(', ')})`
  return `INSERT INTO ${name} (${Object.keys(columns).join(', ')}) VALUES\n${some.map(row).join(',\n')};\n`
}

/** People with a prefix before each column: the fifth is switched off, the sixth is deleted. */
const people = (name: string, p: string, account: string, enabled: string, deleted: string) =>
  table(name, {
    [`${p}Id`]: (at) => guid('a', at),
    [`${p}${account}`]: (at) => `user${at}`,
    [`${p}Email`]: (at) => `user${at}@acme.example`,
    [`${p}MobilePhone`]: (at) => `+4915112345${100 + at}`,
    [`${p}${enabled}`]: (at) => (at === 5 ? 0 : 1),
    [`${p}${deleted}`]: (at) => (at === 6 ? 1 : 0),
    [`${p}CreatorUserId`]: () => guid('a', 1),
  })

/** Their passwords in a table of their own, in which `own` is the key of a row. */
const passwords = (name: string, p: string, owner: string, password: string, own: (at: number) => string | number) =>
  table(name, {
    [`${p}Id`]: own,
    [`${p}${owner}`]: (at) => guid('a', at),
    [`${p}${password}`]: madeUpBcrypt,
    [`${p}LogOnCount`]: (at) => at * 3,
  })

const joined = {
  users: 6,
  joined: 6,
  ready: 4,
  excluded: 1,
  blocked: { disabled: 1 },
  loginMethods: { emailPassword: 5 },
}

describe('passwords in a table of logons', () => {
  test.each([
    ['the ID of its user', 'sys_UserLogOn', (at: number) => guid('a', at)],
    ['an ID of its own', 'sys_UserLogOn', (at: number) => guid('c', at)],
    ['a number of its own', 'sys_userlogon', (at: number) => 100 + at],
  ])('are joined where each row has %s', async (_, logons, own) => {
    const users = people('sys_User', 'F_', 'Account', 'EnabledMark', 'DeleteMark')
    const { json } = await inspect({ 'all.sql': `${users}${passwords(logons, 'F_', 'UserId', 'UserPassword', own)}` })
    expect(json).toMatchObject(joined)
  })

  test.each([
    ['app_member', 'M_', 'app_member_login', 'MemberId', 'Pwd'],
    ['Base_User', '', 'Base_UserSignIn', 'UserId', 'Password'],
    ['kunden', 'kd_', 'kunden_zugang', 'KundenId', 'Passwort'],
  ])('are joined with %s behind the prefix “%s”', async (users, prefix, logons, owner, password) => {
    const own = (at: number) => guid('d', at)
    const rows = `${people(users, prefix, 'Login', 'IsEnabled', 'DelFlag')}${passwords(logons, prefix, owner, password, own)}`
    const { json } = await inspect({ 'all.sql': rows })
    expect(json).toMatchObject(joined)
  })
})

describe('a column that says when an account is let in again', () => {
  const ahead = `${Math.floor(Date.now() / 1000) + 86_400 * 300}`
  const csv = (name: string) =>
    [
      'id,email,' + name,
      ...['0', ahead, '1500000000', '', ahead, '0'].map((time, at) => `${at + 1},user${at}@acme.example,${time}`),
    ].join('\n')

  test.each([
    'unban_time',
    'unblock_at',
    'unlock_date',
    'unsuspend_on',
    'reactivation_date',
    'lock_expires',
    'acc_unban_time',
  ])('keeps out until then: %s', async (name) => {
    const { json } = await inspect({ 'users.csv': `${csv(name)}\n` })
    expect(json).toMatchObject({ ready: 4, blocked: { disabled: 2 } })
  })

  test.each(['unbanned_by', 'unlock_code_sent', 'clock_ends'])('is none of %s', async (name) => {
    const { json } = await inspect({ 'users.csv': `${csv(name)}\n` })
    expect(json).not.toMatchObject({ blocked: { disabled: expect.any(Number) as number } })
  })
})

describe('a flag behind the letters that all names of a table share', () => {
  const rows = ['1,user1@acme.example,1', '2,user2@acme.example,0', '3,user3@acme.example,1'].join('\n')

  test.each([
    'Id,Email,EnabledMark',
    'F_Id,F_Email,F_EnabledMark',
    'uID,uEmail,uIsActive',
    'id,email,active_flag',
    'kd_id,kd_email,kd_aktiv',
  ])('disables by its no in %s', async (header) => {
    const { json } = await inspect({ 'users.csv': `${header}\n${rows}\n` })
    expect(json).toMatchObject({ ready: 2, blocked: { disabled: 1 } })
  })

  test.each([
    'Id,Email,DisabledMark',
    'F_Id,F_Email,F_LockMark',
    'NR,EMAIL,GESPERRT_JN',
    'id,email,banned_flag',
    'uID,uEmail,uInactive',
  ])('disables by its yes in %s', async (header) => {
    const { json } = await inspect({ 'users.csv': `${header}\n${rows}\n` })
    expect(json).toMatchObject({ ready: 1, blocked: { disabled: 2 } })
  })

  test.each(['id_usu,email_usu,active_usu', 'id_usu,email_usu,expires_usu', 'id,email,status_flag'])(
    'is asked about where its own name says less, in %s',
    async (header) => {
      const { json } = await inspect({ 'users.csv': `${header}\n${rows}\n` })
      expect(json).toMatchObject({ blocked: { 'unmapped-status': expect.any(Number) as number } })
      expect(json).not.toMatchObject({ blocked: { disabled: expect.any(Number) as number } })
    },
  )
})

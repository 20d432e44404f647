import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const people = [1, 2, 3, 4, 5, 6]
const mail = (n: number) => `u${n}@acme.example`
const users = { 'users.csv': csv('id,email,password', ...people.map((n) => `${n},${mail(n)},${madeUpBcrypt(n)}`)) }
const named = {
  'users.csv': csv('id,username,email,password', ...people.map((n) => `${n},Anna_${n},${mail(n)},${madeUpBcrypt(n)}`)),
}

function csv(...lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}

describe('a file that lists who is kept out, by its name', () => {
  test.each([
    ['addresses', { 'blacklist.txt': csv(mail(2), mail(5)) }],
    ['IDs', { 'banned-users.csv': csv('user_id,reason,banned_by', '2,spam,1', '5,fraud,1') }],
    ['IDs of their own beside those of users', { 'bans.csv': csv('id,user_id,reason', '1,2,spam', '3,5,fraud') }],
    ['times that are over or to come', { 'bans.csv': csv('user_id,until', '2,', '5,2099-01-01', '3,2019-01-01') }],
    ['whether they still hold', { 'bans.csv': csv('id,user_id,active', '1,2,1', '2,5,1', '3,6,0') }],
    ['accounts that were deleted', { 'export_deleted_2024-11-01.csv': csv('id,name', '2,Ann', '5,Bo') }],
    ['accounts in another language', { 'gesperrte_kunden.csv': csv('id,email', `2,${mail(2)}`, `5,${mail(5)}`) }],
  ])('disables them: %s', async (_, files) => {
    const { json } = await inspect({ ...users, ...files })
    expect(json).toMatchObject({ users: 6, unreadable: 0, ready: 4, blocked: { disabled: 2 } })
  })

  test.each([
    ['without a heading', { 'banned.txt': csv('Anna_2', 'Anna_5') }],
    ['below a heading', { 'blacklist.txt': csv('username', 'Anna_2', 'Anna_5') }],
    ['beside reasons', { 'banned_users.csv': csv('username,reason', 'Anna_2,spam', 'Anna_5,fraud') }],
  ])('disables those whom it has by the names that they sign in with: %s', async (_, files) => {
    const { json } = await inspect({ ...named, ...files })
    expect(json).toMatchObject({ users: 6, joined: 2, unreadable: 0, ready: 4, blocked: { disabled: 2 } })
  })

  test.each([
    ['in a forum', 'nickname'],
    ['in one word', 'name'],
  ])('disables those whom it has by the names that others call them: %s', async (_, column) => {
    const own = named['users.csv'].replace('username', column).replaceAll('Anna_', 'anna')
    const { json } = await inspect({ 'users.csv': own, 'banned.txt': csv('anna2', 'anna5') })
    expect(json).toMatchObject({ users: 6, joined: 2, ready: 4, blocked: { disabled: 2 } })
  })

  test('asks about everybody in it where it is the only file', async () => {
    const { json } = await inspect({ 'inactive_members.csv': users['users.csv'] })
    expect(json).toMatchObject({ users: 6, ready: 0, blocked: { disabled: 6 } })
  })

  test.each([
    ['blocks of a page', { 'blocks.csv': csv('id,page_id,content,position', '2,3,x,1', '5,3,y,2') }],
    ['those who are active', { 'active_users.csv': csv('id,last_login', '2,2023-01-01', '5,2023-01-02') }],
    ['lists of addresses', { 'newsletter.csv': csv('email', mail(2), mail(5)) }],
  ])('and no other one: %s', async (_, files) => {
    const { json } = await inspect({ ...users, ...files })
    expect(json).toMatchObject({ users: 6, ready: 6 })
  })
})

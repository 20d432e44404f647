import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3]
const lines = (header: string, row: (at: number) => string) => `${header}\n${some.map(row).join('\n')}\n`

test.each(['openid_url', 'identity_url', 'OpenID Identifier', 'claimed_id'])(
  'addresses of OpenID in %s are logins at a third party',
  async (column) => {
    const file = {
      'users.csv': lines(`id,email,${column}`, (at) => `${at},u${at}@acme.example,http://u${at}.openid.example/`),
    }
    expect((await inspect(file)).json).toMatchObject({ users: 3, ready: 0, blocked: { 'unmapped-provider-id': 3 } })
    const key = `unmapped-provider-id:${column}`
    expect((await inspect(file, ['--decide', `${key}=ignore`])).json).toMatchObject({ ready: 3 })
    const imported = await inspect(file, ['--decide', `${key}=import`])
    expect(imported.json).toMatchObject({ ready: 0, blocked: { 'provider-undecided': 3 } })
  },
)

test.each(['openid', 'wx_openid', 'unionid'])('IDs that WeChat gives out in %s are logins there', async (column) => {
  const text = lines(`id,email,${column}`, (at) => `${at},u${at}@acme.example,oAb${at}xK7mQ2-made-up-${at}`)
  expect((await inspect({ 'users.csv': text })).json).toMatchObject({ blocked: { 'unmapped-provider-id': 3 } })
})

test('fixtures with a password of one user and an address of OpenID of another ask about the address', async () => {
  const text = `ann:\n  id: 1\n  email: ann@acme.example\n  openid_url: http://ann.openid.example/\nben:\n  id: 2\n  email: ben@acme.example\n  crypted_password: ${madeUpBcrypt(1)}\n`
  const { json } = await inspect({ 'users.yml': text })
  expect(json).toMatchObject({ users: 2, ready: 1, blocked: { 'unmapped-provider-id': 1 } })
})

test.each(['website_url', 'identity_card', 'openid_enabled'])('no login is in %s', async (column) => {
  const value = column.endsWith('enabled') ? 'true' : 'http://acme.example/'
  const text = lines(`id,email,${column}`, (at) => `${at},u${at}@acme.example,${value}`)
  expect((await inspect({ 'users.csv': text })).json).toMatchObject({ users: 3, ready: 3 })
})

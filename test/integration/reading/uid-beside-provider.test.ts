import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

const row = (provider: string, uid: string, n: number) => ({
  provider,
  uid,
  email: `u${n}@acme.example`,
  name: `N${n}`,
})
const ofGitHub = [1, 2, 3].map((n) => row('github', `10804${n}`, n))
const withGoogle = [...ofGitHub, row('google_oauth2', '117730000000000000001', 4)]

const forms = (rows: readonly ReturnType<typeof row>[]) =>
  [
    ['users.json', JSON.stringify(rows)],
    ['users.yaml', rows.map((one) => `- ${JSON.stringify(one).replaceAll('":', '": ')}\n`).join('')],
    ['users.csv', `provider,uid,email,name\n${rows.map((one) => `${Object.values(one).join(',')}\n`).join('')}`],
  ] as const

describe('a uid beside the name of a third party, where nothing else is an ID', () => {
  test.each(forms(withGoogle))('is the ID there, by numbers of Google: %s', async (name, text) => {
    const { json } = await inspect({ [name]: text })
    expect(json).toMatchObject({ users: 4, loginMethods: { thirdParty: 4 }, blocked: {} })
  })

  test.each(forms(ofGitHub))('is asked about, and never the own ID by itself: %s', async (name, text) => {
    const { json } = await inspect({ [name]: text })
    expect(JSON.stringify(json)).not.toContain('"becomes":"source-id"')
    expect(json).toMatchObject({ users: 3, ready: 0 })
  })

  test('is the own one where a database made it', async () => {
    const rows = ofGitHub.map((one, at) => ({ ...one, uid: `6f1d2c3b4a5968778695a4b${at}` }))
    const { json } = await inspect({ 'users.json': JSON.stringify(rows) })
    expect(JSON.stringify(json)).toContain('"becomes":"source-id"')
  })
})

describe('a number by which an office counts its people', () => {
  const lines = (header: string, value: (at: number) => string) =>
    `${header},email,username,auth\n${Array.from({ length: 12 }, (_, at) => `${value(at)},u${at}@acme.example,u${at}@acme.example,ldap\n`).join('')}`
  const asked = async (header: string, value: (at: number) => string) => {
    const { json } = await inspect({ 'users.csv': lines(header, value) })
    return JSON.stringify(json).includes('"mayBe":"provider-user-id"')
  }

  // One user has none: a number of each would be the source ID.
  const number = (at: number) => (at === 6 ? '' : `A80${200 + at * 7}`)

  test.each(['idnumber', 'employee_no', 'Matrikelnummer', 'badgeNumber', 'student_number'])(
    'is no ID at a third party beside its name: %s',
    async (header) => {
      expect(await asked(header, number)).toBe(false)
    },
  )

  test('is one under a name that says nothing', async () => {
    expect(await asked('ref', number)).toBe(true)
  })
})

test.each(['sub', 'provider_id', 'subject', 'external_id'])('a uid beside %s says whose the row is', async (name) => {
  const google = (n: number) => `10${n}157498000000000000${n}`
  const users = [1, 2, 3].map((n) => `${n * 1111},u${n}@acme.example\n`).join('')
  const logins = [1, 2, 3].map((n) => `${n * 1111},google,${google(n)}\n`).join('')
  const { json } = await inspect({
    'users.csv': `id,email\n${users}`,
    'user_providers.csv': `uid,provider,${name}\n${logins}`,
  })
  expect(json).toMatchObject({ users: 3, joined: 3, loginMethods: { thirdParty: 3 } })
})

import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Columns for the name of a third party and the ID there, in tables of users of frameworks. */

test.each(['auth_provider', 'oauth_provider'])(
  'the ID beside %s is found by the name of that column',
  async (provider) => {
    const { json } = await inspect({
      'users.csv': `id,name,email,email_verified_at,password,${provider},${provider}_id,remember_token
1,Ann,ann@acme.example,,${madeUpBcrypt(1)},,,x
2,Ben,ben@acme.example,,${madeUpBcrypt(2)},google,103547991597142000004,x
`,
    })
    expect(json).toMatchObject({ users: 2, ready: 2, loginMethods: { emailPassword: 2, thirdParty: 1 } })
  },
)

test.each(['identity', 'email_password', 'manual'])(
  'a password of the application is no third party: %s',
  async (provider) => {
    const user = (name: string, at: number, of: string) =>
      `${name}:\n  id: ${at}\n  email: "${name}@acme.example"\n  password_digest: "${madeUpBcrypt(at)}"\n  provider: "${of}"\n  uid: "${at}54321"\n`
    const { json } = await inspect({ 'users.yml': user('ann', 1, provider) + user('ben', 2, 'github') })
    expect(json).toMatchObject({ users: 2, ready: 2, loginMethods: { emailPassword: 2, thirdParty: 1 } })
  },
)

import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/** Users in two groups, the second of which has a name. */
async function blockedIn(name: string): Promise<unknown> {
  const columns =
    '(userid int, usergroupid int, username varchar(100), email varchar(100), password varchar(60), PRIMARY KEY (userid))'
  const rows = [1, 2, 3].map(
    (id) => `(${id}, ${id === 3 ? 3 : 2}, 'name${id}', 'name${id}@acme.example', '${madeUpBcrypt(id)}')`,
  )
  const dump = `CREATE TABLE user ${columns};\nINSERT INTO user VALUES ${rows.join(', ')};
CREATE TABLE usergroup (usergroupid int, title varchar(100), PRIMARY KEY (usergroupid));
INSERT INTO usergroup VALUES (2, 'Registered Users'), (3, '${name}'), (6, 'Administrators');\n`
  return (await inspect({ 'board.sql': dump })).json?.['blocked']
}

test.each(['Users Awaiting Email Confirmation', 'Awaiting Activation', 'Pending approval', 'Banned Users'])(
  'users in the group %s are kept out',
  async (name) => {
    expect(await blockedIn(name)).toMatchObject({ disabled: 1 })
  },
)

test.each(['Waiting staff', 'Pending orders', 'Newly registered users'])(
  'users in the group %s are let in',
  async (name) => {
    expect(await blockedIn(name)).toEqual({})
  },
)

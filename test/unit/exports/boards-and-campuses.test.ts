import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/** A table with one user in it, as its columns and values. */
async function read(columns: Readonly<Record<string, string>>, file = 'users.csv') {
  const [names, values] = [Object.keys(columns), Object.values(columns)]
  return (await inspect({ [file]: `${names.join(',')}\n${values.join(',')}\n` })).json
}

const bcrypt = madeUpBcrypt(1)
const smf = { id_member: '1', member_name: 'ann', passwd: bcrypt, email_address: 'ann@acme.example', is_activated: '1' }
const vbulletin = { userid: '1', username: 'ann', email: 'ann@acme.example', usergroupid: '2', token: bcrypt }
const woltlab = { userID: '1', username: 'ann', email: 'ann@acme.example', activationCode: '0', accessToken: 'x' }
const ilias = { usr_id: '256', login: 'ann', email: 'ann@acme.example', passwd: bcrypt, active: '1' }

test.each([
  ['over the name, of SMF', smf, 'bcrypt-variant'],
  ['over MD5, of vBulletin', { ...vbulletin, scheme: 'blowfish:12' }, 'bcrypt-variant'],
  ['over bcrypt, of WoltLab', { ...woltlab, password: bcrypt }, 'bcrypt-variant'],
  ['over bcrypt with its name, of WoltLab', { ...woltlab, password: `DoubleBcrypt:${bcrypt}` }, 'bcrypt-variant'],
  ['with a salt of the installation, of ILIAS', { ...ilias, passwd_enc_type: 'bcrypt' }, 'bcrypt_peppered'],
])('bcrypt %s is never sent', async (_, columns, family) => {
  expect(await read(columns)).toMatchObject({ users: 1, ready: 0, hashes: { bcrypt: 0, unsupported: { [family]: 1 } } })
})

test.each([
  ['WoltLab', { ...woltlab, password: `Bcrypt:${bcrypt}` }],
  ['ILIAS', { ...ilias, passwd_enc_type: 'bcryptphp' }],
  [
    'another table with the same names',
    { id_member: '1', member_name: 'ann', passwd: bcrypt, email: 'ann@acme.example' },
  ],
])('plain bcrypt of %s is sent', async (_, columns) => {
  expect(await read(columns)).toMatchObject({ users: 1, ready: 1, hashes: { bcrypt: 1 } })
})

test('who does not confirm the address does not sign in at WoltLab, whatever the number of the confirmation', async () => {
  const user = { ...woltlab, password: `Bcrypt:${bcrypt}`, activationCode: '123456789' }
  expect(await read(user)).toMatchObject({ users: 1, ready: 0, blocked: { disabled: 1 } })
})

test('a user of XenForo without a password has none', async () => {
  const users = `INSERT INTO xf_user (user_id, username, email, is_banned) VALUES (1, 'ann', 'ann@acme.example', 0), (2, 'ben', 'ben@acme.example', 0);
`
  const data = (of: string) => `a:1:{s:4:"hash";s:60:"${of}";}`
  const passwords = `INSERT INTO xf_user_authenticate (user_id, scheme_class, data) VALUES (1, 'XF:Core12', '${data(bcrypt)}'), (2, 'XF:NoPassword', 'a:0:{}');
`
  expect((await inspect({ 'xf.sql': users + passwords })).json).toMatchObject({
    users: 2,
    ready: 2,
    hashes: { bcrypt: 1, none: 1, unsupported: {} },
  })
})

test('a password of an older version of XenForo is named, with its salt and function', async () => {
  const digest = '0123456789abcdef'.repeat(4)
  const users = `INSERT INTO xf_user (user_id, username, email, is_banned) VALUES (1, 'ann', 'ann@acme.example', 0), (2, 'ben', 'ben@acme.example', 0);
`
  const old = `a:3:{s:4:"hash";s:64:"${digest}";s:4:"salt";s:64:"${digest}";s:8:"hashFunc";s:6:"sha256";}`
  const passwords = `INSERT INTO xf_user_authenticate (user_id, scheme_class, data) VALUES (1, 'XF:Core12', 'a:1:{s:4:"hash";s:60:"${bcrypt}";}'), (2, 'XenForo_Authentication_Core', '${old}');
`
  const { json, out } = await inspect({ 'xf.sql': users + passwords })
  expect(json).toMatchObject({ users: 2, ready: 1, hashes: { bcrypt: 1, none: 0, unsupported: { sha: 1 } } })
  expect(out).not.toContain(digest)
})

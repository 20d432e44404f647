import type { SourceRecord } from '../../mapping/export-format.ts'
import { type User, userWith } from '../../users/user.ts'
import { field } from '../fields.ts'
import type { Preset } from './preset.ts'

/* FreeRADIUS has no table of users: each row of its checks is one attribute of a user, such as the password or a refusal. */

const checks = { has: ['username', 'attribute', 'op', 'value'], otherTable: /reply|group/i } as const
const attribute = ['attribute']

/** FreeRADIUS, with the users' own data of daloRADIUS. */
export const radius: Preset = {
  provider: 'freeradius',
  title: 'FreeRADIUS',
  isMixed: true,
  tables: [
    {
      kind: 'additions',
      shape: 'refused users',
      reason: 'its attributes say who is refused, as those of radcheck do',
      ...checks,
      values: [{ columns: attribute, are: /^auth-type$/i }],
      user: ['username'],
      standing: [{ column: 'value', is: /^reject$/i, means: 'disabled' }],
    },
    {
      kind: 'additions',
      shape: 'ends of accounts',
      reason: 'its attributes say when accounts end, as those of radcheck do',
      ...checks,
      values: [{ columns: attribute, are: /^expiration$/i }],
      user: ['username'],
      standing: [{ column: 'value', is: /./, since: 'value', means: 'disabled' }],
    },
    {
      kind: 'additions',
      shape: 'further attributes',
      reason: 'it has attributes of users, each with an operator, as radcheck has',
      ...checks,
      values: [{ columns: attribute, are: /^(?![\w-]*password)[A-Z]\w*(?:-\w+)+$/i }],
      user: ['username'],
      aside: { column: 'attribute', is: /./, what: 'attribute' },
    },
    {
      kind: 'additions',
      shape: 'data of users',
      reason: 'it has changeuserinfo and portalloginpassword beside the username, as userinfo of daloRADIUS has',
      has: ['username', 'email', 'mobilephone', 'changeuserinfo', 'portalloginpassword'],
      user: ['username'],
      email: ['email'],
    },
    {
      kind: 'users',
      shape: 'passwords of users',
      reason: 'it has attributes of users such as Cleartext-Password, each with an operator, as radcheck has',
      ...checks,
      values: [{ columns: attribute, are: /^[\w-]*password(?:-with-header)?$/i }],
      columns: { 'source-id': ['username'], 'password-hash': ['value'], 'hash-algorithm': attribute },
      emailAsName: 'username',
      complete: withAttribute,
    },
  ],
}

/** The password with the algorithm that its attribute names. What Crypt-Password and a header hold, the value says itself. */
function withAttribute(user: User, record: SourceRecord): User {
  const name = (field.text(record, 'attribute') ?? '').trim().toLowerCase()
  const declared = named.find(([is]) => is.test(name))?.[1] ?? ''
  return user.hash === null ? user : userWith(user, { hash: { ...user.hash, declared } })
}

const named: readonly (readonly [attribute: RegExp, algorithm: string])[] = [
  [/^(?:cleartext-|user-)?password$/, 'plaintext'],
  [/^(?:nt|lm)-/, 'ntlm'],
  [/^s?md5-/, 'md5'],
  [/^s?sha\d*-/, 'sha'],
  [/^pbkdf2-/, 'pbkdf2'],
]

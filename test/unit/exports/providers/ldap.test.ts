import { entra } from '../../../../shared/exports/formats/entra.ts'
import { describe, expect, it } from 'vitest'
import type { SourceRecord } from '../../../../shared/mapping/export-format.ts'
import { madeUpBcrypt } from '../../../support/made-up-csv.ts'
import { ldap } from '../../../../shared/exports/formats/ldap.ts'
import { readUser, statusesOf } from '../support.ts'

const classes = { objectClass: ['top', 'inetOrgPerson'] }

describe('a directory as LDIF', () => {
  it('sends the first of several emails and notes the others', async () => {
    expect(readUser({ dn: 'uid=b', ...classes, uid: 'b', mail: ['b@acme.example', 'b2@acme.example'] })).toMatchObject({
      sourceId: 'b',
      email: 'b@acme.example',
    })
  })

  it.each([
    ['uid=b,ou=pendingusers,dc=acme,dc=example', ['ou=pendingusers']],
    ['uid=b,ou=sales,ou=Disabled Users,dc=acme,dc=example', ['ou=Disabled Users']],
    ['uid=b,cn=staged users,cn=accounts,cn=provisioning,dc=acme', ['cn=staged users']],
    ['CN=b,OU=Ehemalige Mitarbeiter,DC=acme,DC=example', ['ou=Ehemalige Mitarbeiter']],
    ['uid=b,ou=users,dc=acme,dc=example', []],
    ['uid=b,ou=Robotics,ou=Research and Development,dc=acme', []],
    ['cn=Banned\\, disabled,ou=people,o=Former Ltd,dc=acme', []],
  ])('is asked about users of a unit that sets them apart: %s', (dn, asked) => {
    const user = { dn, ...classes, uid: 'b', mail: 'b@acme.example' }
    expect(statusesOf(user)).toEqual(asked)
    expect(statusesOf({ ...user, nsAccountLock: 'true' })).toEqual([])
  })

  it('has people in entries of its own class and attributes that have an address and a password hash', () => {
    const member = {
      dn: 'memberNo=107,o=club',
      objectClass: ['top', 'clubMember'],
      clubMail: 'b@acme.example',
      clubSecret: madeUpBcrypt(1),
    }
    const own = { provider: 'ldap', shape: '', reason: '', role: 'users' } as const
    const kindOf = (record: SourceRecord) => ldap.read(record, own).kind
    expect(kindOf(member)).toBe('user')
    expect(kindOf({ ...member, clubSecret: 'blue' })).not.toBe('user')
    expect(kindOf({ ...member, clubMail: 'office' })).not.toBe('user')
    expect(kindOf({ ...member, objectClass: ['top', 'clubPrinter'] })).not.toBe('user')
  })

  it('leaves out the mailboxes that Exchange makes for itself', () => {
    const entry = (userPrincipalName: string) =>
      ldap.read(
        { dn: 'CN=x', ...classes, userPrincipalName },
        { provider: 'ldap', shape: '', reason: '', role: 'users' },
      )
    const names = [
      'HealthMailbox0659e34ed2614c5a8b7a4c0d2f1e3a55@acme.example',
      'SystemMailbox{bb558c35-97f1-4cb9-8ff7-d53741dc928c}@acme.example',
      'FederatedEmail.4c1f4d8b-8179-4148-93bf-00a95fa1e042@acme.example',
      'healthmailbox.owner@acme.example',
    ]
    expect(names.map((name) => entry(name).kind)).toEqual(['aside', 'aside', 'aside', 'user'])
  })

  it.each([{ mail: 'b@acme.example' }, { uid: 'b' }, { cn: 'B', sn: 'Example' }])(
    'has people in entries of a class of its own that have a password and %j',
    (name) => {
      const user = readUser({ dn: 'cn=b', objectClass: ['top', 'Customer'], userPassword: 'clear1', ...name })
      expect(user.hash?.hash).toBe('clear1')
    },
  )

  it.each([
    { objectClass: ['Customer'], mail: 'b@acme.example' },
    { objectClass: ['organizationalRole', 'simpleSecurityObject'], cn: 'b', userPassword: 'clear1' },
    { objectClass: ['uidObject', 'simpleSecurityObject', 'applicationProcess'], uid: 'b', userPassword: 'clear1' },
    { objectClass: ['Customer', 'groupOfNames'], uid: 'b', userPassword: 'clear1' },
    { objectClass: ['mailGroup'], mail: 'b@acme.example', userPassword: 'clear1' },
  ])('has no person in an entry of another class: %j', (entry) => {
    expect(ldap.read({ dn: 'cn=b', ...entry }, { provider: 'ldap', shape: '', reason: '', role: 'users' }).kind).toBe(
      'aside',
    )
  })

  it.each([
    ['orclisenabled', 'DISABLED', 'ENABLED'],
    ['orclIsEnabled', 'FALSE', 'TRUE'],
    ['vendorIsLocked', 'TRUE', 'FALSE'],
    ['isDisabled', 'true', 'false'],
    ['orclactiveenddate', '20200101000000z', '20990101000000z'],
    ['accountUntil', '20200101000000Z', '20990101000000Z'],
    ['employmentStatus', 'left', 'active'],
  ])('reads %s of other vendors', (name, off, on) => {
    const standings = [off, on].map((value) => readUser({ dn: 'uid=b', ...classes, uid: 'b', [name]: value }).standing)
    expect(standings).toEqual(['disabled', 'active'])
  })

  it('takes of several passwords the one that can be carried over', () => {
    const bcrypt = `{CRYPT}$2b$10$${'a'.repeat(53)}`
    expect(readUser({ dn: 'uid=b', ...classes, userPassword: ['{SSHA}eA==', bcrypt] }).hash?.hash).toBe(bcrypt)
  })

  it('keeps the hash behind the mark of a locked account, which is disabled', () => {
    const hashes = ['{CRYPT}$6$salt$digest', '{SSHA}c2FsdGVkaGFzaA==']
    const locked = ['{CRYPT}!$6$salt$digest', '{CRYPT}*LK*$6$salt$digest', '!{SSHA}c2FsdGVkaGFzaA==']
    const found = [...hashes, ...locked].map((userPassword) => {
      const { hash, standing } = readUser({ dn: 'uid=b', ...classes, uid: 'b', userPassword: [userPassword] })
      return [hash?.hash, standing]
    })
    const [crypt, ssha] = hashes
    expect(found).toEqual([
      [crypt, 'active'],
      [ssha, 'active'],
      [crypt, 'disabled'],
      [crypt, 'disabled'],
      [ssha, 'disabled'],
    ])
  })

  it.each([
    [{ userAccountControl: '514' }],
    [{ userAccountControl: '512', accountExpires: '132539328000000000' }],
    [{ shadowExpire: '18000' }],
    [{ krbPrincipalExpiration: '20200101000000Z' }],
    [{ gluustatus: 'inactive' }],
    [{ loginDisabled: 'TRUE' }],
    [{ nsAccountLock: 'TRUE' }],
    [{ pwdAccountLockedTime: '000001010000Z' }],
    [{ inetUserStatus: 'Inactive' }],
    [{ sambaAcctFlags: '[UD         ]' }],
    [{ sambaAcctFlags: '[UL         ]' }],
  ])('sees that an account is off: %j', (off) => {
    expect(readUser({ dn: 'uid=b', ...classes, uid: 'b', ...off }).standing).toBe('disabled')
    expect(readUser({ dn: 'uid=b', ...classes, uid: 'b', userAccountControl: '512' }).standing).toBe('active')
    const never = {
      accountExpires: '9223372036854775807',
      shadowExpire: '-1',
      gluustatus: 'active',
      loginDisabled: 'FALSE',
      sambaAcctFlags: '[UX         ]',
    }
    expect(readUser({ dn: 'uid=b', ...classes, uid: 'b', ...never }).standing).toBe('active')
  })
})

it('has the entries of Active Directory, though their users have a userPrincipalName', () => {
  const record = { dn: 'CN=B', objectClass: ['user'], userPrincipalName: 'b@acme.example', mail: 'b@acme.example' }
  expect(entra.recognise({ header: null, records: [record] })).toBeNull()
})

it('knows users of Azure AD B2C by their identities where the list leaves the name out', () => {
  const records = [1, 2].map((n) => ({
    id: `b${n}`,
    accountEnabled: n === 1,
    identities: [
      { signInType: 'emailAddress', issuer: 'acme.onmicrosoft.com', issuerAssignedId: `ann${n}@acme.example` },
    ],
  }))
  expect(entra.recognise({ header: null, records })?.reason).toContain('issuerAssignedId')
  expect(
    records.map((record) => entra.read(record, { provider: 'entra', shape: '', reason: '', role: 'users' })),
  ).toMatchObject([
    { user: { sourceId: 'b1', email: 'ann1@acme.example', hasPassword: true, standing: 'active' } },
    { user: { sourceId: 'b2', email: 'ann2@acme.example', hasPassword: true, standing: 'disabled' } },
  ])
})

it('reads the local login of Azure AD B2C and those at third parties of one user, in any order', () => {
  const local = { signInType: 'emailAddress', issuer: 'acme.onmicrosoft.com', issuerAssignedId: 'ann@acme.example' }
  const named = { signInType: 'userName', issuer: 'acme.onmicrosoft.com', issuerAssignedId: 'ann' }
  const facebook = { signInType: 'federated', issuer: 'facebook.com', issuerAssignedId: '10158000000000002' }
  const own = { signInType: 'federated', issuer: 'https://login.acme.example/', issuerAssignedId: 'a-77' }
  const read = (identities: unknown, more: object = {}) =>
    entra.read(
      { id: 'b1', accountEnabled: true, identities, ...more },
      { provider: 'entra', shape: '', reason: '', role: 'users' },
    )
  const both = {
    hasPassword: true,
    email: 'ann@acme.example',
    identities: [
      { provider: 'facebook.com', userId: '10158000000000002' },
      { provider: 'https://login.acme.example/', userId: 'a-77' },
    ],
  }
  expect([
    read([local, facebook, own]),
    read([facebook, own, local]),
    read(JSON.stringify([facebook, local, own])),
    read([named, facebook, own], { mail: 'ann@acme.example' }),
  ]).toMatchObject([{ user: both }, { user: both }, { user: both }, { user: both }])
})

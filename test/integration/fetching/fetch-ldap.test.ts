import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { anySource } from '../../../electron/engine/fetching/any-source.ts'
import { ldap } from '../../../electron/engine/fetching/sources/ldap/ldap.ts'
import { afterFirstPage, beforePages, fetchInto, type FetchGiven } from '../../support/fetching.ts'
import { noLdap, startLdap, type LdapServer } from '../../support/servers/ldap-server.ts'
import { startTcpProxy } from '../../support/servers/tcp-proxy.ts'
import { inspect } from '../../support/cli.ts'

let server: LdapServer
const many = 1200
const reader = 'cn=reader,dc=example,dc=com'

const person = (number: number) => `dn: uid=p${number},dc=example,dc=com
objectClass: inetOrgPerson
uid: p${number}
cn: Person ${number}
sn:: ${Buffer.from(number === 1 ? 'Müller' : `P${number}`).toString('base64')}
mail: p${number}@example.com
mail: other-${number}@example.com
userPassword: {BCRYPT}$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy
jpegPhoto:: /9j/4AAQSkZJRg==
`
const reference = `dn: ou=far,dc=example,dc=com
objectClass: referral
objectClass: extensibleObject
ou: far
ref: ldap://far.example.com/ou=secret-unit,dc=example,dc=com
`

beforeAll(async () => {
  if (noLdap !== null) return
  server = await startLdap([...Array.from({ length: many }, (_, index) => person(index + 1)), reference].join('\n'))
})

afterAll(() => server?.stop())

function fetch(settings: Record<string, string | boolean> = {}, given: FetchGiven = {}, password = server.password) {
  const all = {
    host: '127.0.0.1',
    port: String(server.port),
    base: 'dc=example,dc=com',
    'bind-dn': reader,
    ...settings,
  }
  return fetchInto(anySource(ldap), all, { password }, given)
}

describe.skipIf(noLdap !== null)('OpenLDAP', () => {
  test('people come page by page as LDIF that our reader knows; references are named and not followed', async () => {
    const { outcome, text } = await fetch()
    expect(outcome).toMatchObject({
      kind: 'fetched',
      users: many,
      repeated: 0,
      notes: ['1 reference to other servers not followed: ldap://far.example.com.'],
    })
    expect([text().startsWith('version: 1\n\ndn: uid=p1,dc=example,dc=com\n'), text().includes('jpegPhoto')]).toEqual([
      true,
      false,
    ])
    const { json } = await inspect({ 'users.ldif': text() })
    expect(json).toMatchObject({ users: many, hashes: { bcrypt: many } })
  })

  test('paused and resumed, the file is the same, and nobody is in it twice', async () => {
    const whole = await fetch()
    const paused = await fetch({}, afterFirstPage())
    expect(paused.outcome).toEqual({ kind: 'paused', users: 500 })
    const { outcome, text } = await fetch({}, { out: paused.out, resume: true })
    expect(outcome).toMatchObject({ kind: 'fetched', users: many, repeated: 500, changed: 0 })
    expect(text()).toBe(whole.text())
  })

  test('a size limit is a sentence, and what is missing is not called done', async () => {
    const { outcome } = await fetch({ 'bind-dn': 'cn=limited,dc=example,dc=com' })
    expect(outcome).toMatchObject({
      kind: 'failed',
      code: 'size-limit',
      sentence: expect.stringContaining('users would be missing') as unknown,
    })
  })

  test('an account that may not read passwords fetches people without them', async () => {
    const { outcome, text } = await fetch({
      'bind-dn': 'cn=root,dc=example,dc=com',
      filter: '(uid=p7)',
      attributes: 'uid,jpegPhoto',
    })
    expect([outcome.kind, text().includes('userPassword'), text().includes('jpegPhoto:: /9j/4AAQSkZJRg==')]).toEqual([
      'fetched',
      false,
      true,
    ])
  })

  test('StartTLS trusts the named authority only, and the name or address that it is for', async () => {
    const tls = { host: 'localhost', 'start-tls': true, filter: '(uid=p7)' }
    expect((await fetch({ ...tls, 'ca-file': server.caFile })).outcome).toMatchObject({ kind: 'fetched', users: 1 })
    expect((await fetch(tls)).outcome).toMatchObject({ kind: 'failed', code: 'not-encrypted' })
    const known = { ...tls, 'ca-file': server.caFile }
    expect((await fetch({ ...known, host: '127.0.0.1' })).outcome).toMatchObject({ kind: 'fetched', users: 1 })
    expect((await fetch({ ...known, host: '127.1' })).outcome).toMatchObject({ kind: 'failed', code: 'not-encrypted' })
  })

  test('a connection that ends between two pages is made anew, signed in and encrypted as before', async () => {
    const tls = { host: 'localhost', 'start-tls': true, 'ca-file': server.caFile }
    const whole = await fetch(tls)
    let clear = false
    const change = (chunk: Buffer) => {
      clear ||= chunk.includes('@example.com')
      return chunk
    }
    const proxy = await startTcpProxy(server.port, { change })
    onTestFinished(proxy.close)
    let pages = 0
    const source = beforePages(anySource(ldap), async () => {
      pages += 1
      if (pages === 2) await proxy.cutAll()
    })
    const port = String(proxy.port)
    const all = { base: 'dc=example,dc=com', 'bind-dn': reader, ...tls, port }
    const { outcome, text } = await fetchInto(source, all, { password: server.password })
    expect([outcome, text() === whole.text(), clear]).toEqual([
      expect.objectContaining({ kind: 'fetched', users: many, repeated: 500, changed: 0 }),
      true,
      false,
    ])
  })

  test.each([
    ['a wrong password', {}, 'wrong-Pa55', 'unauthorized'],
    ['a name without a password', {}, '', 'unauthorized'],
    ['no such entry', { base: 'ou=nowhere,dc=example,dc=com' }, undefined, 'not-found'],
    ['a filter with a bracket missing', { filter: '(uid=p7' }, undefined, 'bad-settings'],
    ['nobody who listens', { port: '1' }, undefined, 'unreachable'],
  ])('%s: a sentence', async (_name, settings, password, code) => {
    const { outcome } = await fetch(settings, {}, password)
    expect([outcome, JSON.stringify(outcome).includes('wrong-Pa55')]).toEqual([
      expect.objectContaining({ kind: 'failed', code }),
      false,
    ])
  })
})

import { writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { anySource } from '../../../../electron/engine/fetching/any-source.ts'
import { kratos } from '../../../../electron/engine/fetching/sources/kratos.ts'
import { ldap } from '../../../../electron/engine/fetching/sources/ldap/ldap.ts'
import { postgresql } from '../../../../electron/engine/fetching/sources/postgresql/postgresql.ts'
import { fetchInto } from '../../../support/fetching.ts'
import { makeAuthority } from '../../../support/servers/made-up-authority.ts'
import { startScriptedDirectory } from '../../../support/servers/scripted-directory.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { listen } from '../../../support/servers/loopback.ts'

const authority = makeAuthority()
/** The address of this machine; IPv6 where it has one. */
const address = Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === '::1'))
  ? '::1'
  : '127.0.0.1'
type Certificate = ReturnType<typeof authority.issue>

function caFile(): string {
  const path = join(temporaryFolder(), 'ca.pem')
  writeFileSync(path, authority.pem)
  return path
}

async function fromDirectory(host: string, tls: Certificate, settings: Record<string, string | boolean>) {
  const directory = await startScriptedDirectory(() => ({ entries: ['ada'], cookie: '' }), { host, tls })
  onTestFinished(directory.close)
  const name = host.includes(':') ? `[${host}]` : host
  const all = { host: `${name}:${directory.port}`, base: 'dc=example', tls: true, ...settings }
  return (await fetchInto(anySource(ldap), all, {})).outcome
}

async function fromWeb(host: string, tls: Certificate, settings: Record<string, string | boolean>) {
  const server = createServer(tls, (_request, reply) => reply.end('[{"id":"1"}]'))
  const port = await listen(server, host)
  const name = host.includes(':') ? `[${host}]` : host
  const all = { address: `https://${name}:${port}`, ...settings }
  return (await fetchInto(anySource(kratos), all, {})).outcome
}

for (const [title, fetch] of [
  ['ldaps', fromDirectory],
  ['an API', fromWeb],
] as const) {
  test(`${title} is reached at a name, and at an address that the certificate is for`, async () => {
    const known = { 'ca-file': caFile() }
    expect(await fetch('localhost', authority.issue('localhost'), known)).toMatchObject({ kind: 'fetched', users: 1 })
    expect(await fetch(address, authority.issue('elsewhere', false, [address]), known)).toMatchObject({
      kind: 'fetched',
    })
  })

  test.each([
    ['that has expired', 'localhost', authority.issue('localhost', true), true, 'not valid today'],
    ['for another name', 'localhost', authority.issue('elsewhere'), true, 'another server name'],
    ['for another address', address, authority.issue('elsewhere', false, ['127.0.0.2']), true, 'another server name'],
    ['of an authority that is not known', 'localhost', authority.issue('localhost'), false, '--ca-file'],
  ])(`${title} with a certificate %s: a sentence`, async (_name, host, certificate, isKnown, said) => {
    const outcome = await fetch(host, certificate, isKnown ? { 'ca-file': caFile() } : {})
    expect(outcome).toMatchObject({ kind: 'failed', sentence: expect.stringContaining(said) as unknown })
  })
}

const database = { database: 'app', user: 'reader', table: 'users' }

test.each([
  ['db.example.com', undefined, 'db.example.com', undefined],
  ['db.example.com:6543', undefined, 'db.example.com', 6543],
  ['db.example.com:6543', '6543', 'db.example.com', 6543],
  [' 10.0.0.1 ', '6543', '10.0.0.1', 6543],
  ['[::1]:6543', undefined, '::1', 6543],
  ['[fe80::1%eth0]', undefined, 'fe80::1%eth0', undefined],
  ['2001:db8::5432', undefined, '2001:db8::5432', undefined],
  ['/var/run/postgresql', undefined, '/var/run/postgresql', undefined],
])('the server %j with the port %j is reached at %j, %j', (host, port, name, number) => {
  const parsed = postgresql.settings.safeParse({ ...database, host, ...(port === undefined ? {} : { port }) })
  expect([parsed.data?.host, parsed.data?.port]).toEqual([name, number])
})

test.each([
  ['db.example.com:70000', {}, 'between 1 and 65535'],
  ['db.example.com:5432', { port: '5433' }, 'another port'],
  ['postgres://ann:s3cret@db.example.com/app', {}, 'the name of the server alone'],
  ['ann:s3cret@db.example.com', {}, 'the name of the server alone'],
])('the server %j is refused in a sentence that does not repeat it', (host, more, said) => {
  const sentence = anySource(postgresql).judge({ ...database, host, ...more }) ?? ''
  expect([sentence.includes(said), sentence.includes('s3cret')]).toEqual([true, false])
  expect(anySource(ldap).judge({ base: 'dc=example', host, ...more })).toContain(said)
})

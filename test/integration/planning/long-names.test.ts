import { expect, test } from 'vitest'
import { createIpcRouter } from '../../../electron/ipc/ipc-router.ts'
import { choiceFor, noChoices } from '../../../shared/planning/choices.ts'
import type { Output } from '../../../shared/ipc/contract.ts'
import { providerKey } from '../../../shared/users/known-provider.ts'
import { tenantKey } from '../../../shared/users/tenant.ts'
import { must } from '../../support/documents.ts'
import { engineHere, settled } from '../../support/engine-here.ts'
import { mappingOf } from '../../support/made-up-mapping.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { fileIn, temporaryFolder } from '../../support/temporary-folder.ts'
import { fakeHost } from '../../unit/ipc/support/fakes.ts'

/** A name as long as people make them: an issuer of SAML, a distinguished name of a directory. */
const long = (word: string, length: number) => `${word}-${'x'.repeat(length)}`

test.each([90, 300, 1200])(
  'whatever names of %i characters an export has, each finding shows its users, and each answer is taken',
  async (length) => {
    const folder = temporaryFolder()
    const engine = engineHere()
    const router = createIpcRouter({ engine, host: fakeHost(folder) })
    must(await engine.internal('internal:create', { path: `${folder}/long.migration` }))
    const people = Array.from({ length: 6 }, (_, n) => ({
      id: String(n),
      email: `user${n}@example.com`,
      password_hash: n < 3 ? madeUpBcrypt(n) : '',
      provider: n < 3 ? '' : long('provider', length),
      provider_user_id: n < 3 ? '' : `p${n}`,
      tenant: long('tenant', length),
      roles: JSON.stringify([long('role', length)]),
      status: n === 2 ? long('status', length) : 'active',
      [long('field', length)]: madeUpBcrypt(n + 10),
    }))
    const rows = people.map((one) =>
      Object.values(one)
        .map((value) => `"${value.replaceAll('"', '""')}"`)
        .join(','),
    )
    const text = [Object.keys(people[0] ?? {}).join(','), ...rows].join('\n')
    const file = fileIn(folder, 'long.csv', text)
    must(await engine.internal('internal:add', { paths: [file], names: ['long.csv'] }))
    await settled(engine)
    const columns = {
      id: 'source-id',
      email: 'email',
      password_hash: 'password-hash',
      provider: 'provider',
      provider_user_id: 'provider-user-id',
      tenant: 'tenant',
      roles: 'role',
      status: 'disabled',
    } as const
    const [{ id: fileId } = { id: 0 }] = must(await engine.invoke('document:state', {}))?.files ?? []
    must(await engine.invoke('mapping:set', { fileId, mapping: mappingOf(columns) }))
    await settled(engine)
    const findings = async () => {
      const preview = await router('preview:get', {})
      // The answer was checked against the contract.
      return (must(preview) as Output<'preview:get'>).findings
    }
    const refused: unknown[] = []
    const sort = { by: 'place', descending: false }
    for (const { code, group, users, choices, title } of await findings()) {
      const page = await router('users:page', { filter: { finding: [{ code, group }] }, sort, from: 0, limit: 50 })
      if (!page.ok) refused.push([title, page.error.message])
      else expect([title, (page.value as Output<'users:page'>).total]).toEqual([title, users])
      const decide = async (answer: string | null) => {
        const before = must(await engine.invoke('document:state', {}))?.choices ?? noChoices
        const taken = await router('decisions:update', { choices: choiceFor(before, { code, group }, answer) ?? {} })
        await settled(engine)
        if (!taken.ok) refused.push([title, answer, taken.error.message])
      }
      for (const { value } of choices) await decide(value)
      if (choices.length > 0) await decide(null)
    }
    expect(refused).toEqual([])
  },
)

test('providers and tenants that differ only in their last letters are told apart, and a comma parts no name', () => {
  const issuer = long('urn:issuer', 400)
  expect(providerKey(`${issuer}-a`)).not.toBe(providerKey(`${issuer}-b`))
  expect(tenantKey(`${issuer}-a`)).not.toBe(tenantKey(`${issuer}-b`))
  expect(providerKey(' CN=Staff, DC=Example ')).toBe('cn=staff dc=example')
})

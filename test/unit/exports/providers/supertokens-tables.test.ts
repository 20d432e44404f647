import { expect, it } from 'vitest'
import { supertokens } from '../../../../shared/exports/formats/supertokens.ts'
import { noteName } from '../../../../shared/exports/noted-names.ts'

const row = {
  app_id: 'public',
  user_id: 'u1',
  email: 'Ann@example.com',
  password_hash: null,
  time_joined: '1680343872000',
}

/** The user of a row of the core's table, with what other tables say. */
function userWith(...tables: readonly (readonly [table: string, record: Readonly<Record<string, unknown>>])[]) {
  const names = new Map<string, string>()
  for (const [table, record] of tables)
    for (const [key, name] of supertokens.names?.read(record, table) ?? []) noteName(names, key, name)
  const recognition = supertokens.recognise({ header: null, records: [row] })
  if (recognition === null) throw new Error('not recognised')
  const entry = supertokens.read(row, recognition, names)
  if (entry.kind !== 'user') throw new Error(entry.kind)
  return entry.user
}

const verified = 'public.emailverification_verified_emails'

it('has the email verified that was verified, not one from before, and says nothing where no email was', () => {
  const emails = ['ann@example.com', 'before@example.com'].map(
    (email) => userWith([verified, { app_id: 'public', user_id: 'u1', email }]).emailVerified,
  )
  expect([...emails, userWith().emailVerified]).toEqual([true, false, null])
})

it('has the id that the application knows, and the tenant but for the first', () => {
  const mapped = ['userid_mapping', { supertokens_user_id: 'u1', external_user_id: 'e1' }] as const
  const tenants = ['acme', 'public'].map((tenant_id) =>
    userWith(mapped, ['all_auth_recipe_users', { user_id: 'u1', tenant_id, recipe_id: 'emailpassword' }]),
  )
  expect(tenants.map((user) => [user.sourceId, user.tenants])).toEqual([
    ['e1', ['acme']],
    ['e1', undefined],
  ])
})

it('is in every tenant that the tables name, each once', () => {
  const rows = ['public', 'acme', 'acme', 'beta'].map(
    (tenant_id) => ['emailpassword_user_to_tenant', { user_id: 'u1', tenant_id }] as const,
  )
  expect(userWith(...rows).tenants).toEqual(['public', 'acme', 'beta'])
})

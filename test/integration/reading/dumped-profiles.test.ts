import { describe, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cli } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { startCore } from '../../support/rehearsal.ts'
import { folderOf } from '../../support/temporary-folder.ts'
import { sampleExports } from '../../support/data/sample-exports.ts'

const secret = 'JBSWY3DPEHPK3PXP'

const supabase = `
COPY auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at) FROM stdin;
u1\tann@example.com\t${madeUpBcrypt(1)}\t2024-01-15 10:30:00+00\t{"provider": "email", "providers": ["email"], "plan": "gold", "__proto__": {"seat": 7}}\t{"nick": "Ann"}\t2024-01-15 10:30:00+00
\\.
COPY auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone) FROM stdin;
f1\tu1\tPhone\ttotp\tverified\t2024-01-16 10:30:00+00\t2024-01-16 10:30:00+00\t${secret}\t\\N
f2\tu1\tOld\ttotp\tunverified\t2024-01-16 10:30:00+00\t2024-01-16 10:30:00+00\tKRSXG5CTMVRXEZLU\t\\N
f3\tu1\tMobile\tphone\tverified\t2024-01-16 10:30:00+00\t2024-01-16 10:30:00+00\t\\N\t+15550100200
\\.
`

const keycloak = `
INSERT INTO public.user_entity (id, email, email_constraint, email_verified, enabled, federation_link, first_name, last_name, realm_id, username, created_timestamp) VALUES ('u1', 'ann@example.com', 'ann@example.com', true, true, NULL, 'Ann', 'Lee', 'acme', 'ann', 1675960462611);
INSERT INTO public.credential (id, salt, type, user_id, created_date, user_label, secret_data, credential_data, priority) VALUES ('c1', NULL, 'otp', 'u1', 1675960462611, NULL, '{"value":"${secret}"}', '{"subType":"totp","digits":6,"period":30,"algorithm":"HmacSHA1","secretEncoding":"BASE32"}', 10);
`

/** Rows that others refer to stand behind them, as a dump may have them. */
const keycloakTables = readFileSync(join(sampleExports, 'keycloak/tables.sql'), 'utf8')

async function migrated(dump: string, decisions: readonly string[] = []) {
  const cwd = folderOf({ 'dump.sql': dump })
  const core = await startCore({ dialect: 'supertokens' })
  const args = ['--core', core.baseUrl, '--yes', '--json', '--keep-user-ids', '--document', 'm.migration', ...decisions]
  const run = await cli(['run', 'dump.sql', ...args, '--report', 'out'], { cwd })
  const ask = async (path: string): Promise<unknown> => (await fetch(`${core.baseUrl}${path}?userId=u1`)).json()
  const [profile, apps] = [await ask('/recipe/user/metadata'), await ask('/recipe/totp/device/list')]
  const roles = await ask('/recipe/user/roles')
  const output = [run.out, run.err, readFileSync(join(cwd, 'out', 'report.json'), 'utf8')].join('\n')
  return { run, cwd, metadata: (profile as { metadata: unknown }).metadata, apps, roles, output }
}

describe('what a dump keeps of a user in tables beside that of users', () => {
  test('is carried over from Supabase: authenticator apps in use, and metadata without the login methods', async () => {
    const { run, metadata, apps, output, cwd } = await migrated(supabase)
    expect([run.code, run.json]).toEqual([0, expect.objectContaining({ migrated: 1 })])
    const ofApp: unknown = JSON.parse('{"plan":"gold","__proto__":{"seat":7}}')
    expect(JSON.stringify(metadata)).toBe(
      JSON.stringify({ raw_user_meta_data: { nick: 'Ann' }, raw_app_meta_data: ofApp }),
    )
    expect(apps).toMatchObject({ devices: [{ name: 'Imported', period: 30 }] })
    expect(output).not.toContain(secret)
    const removed = await cli(['remove-hashes', 'm.migration', '--yes'], { cwd })
    expect([removed.code, readFileSync(join(cwd, 'm.migration'), 'latin1').includes(secret)]).toEqual([0, false])
  })

  test('is carried over from Keycloak: authenticator apps among the credentials', async () => {
    const { run, apps, output } = await migrated(keycloak)
    expect([run.code, run.json]).toEqual([0, expect.objectContaining({ migrated: 1 })])
    expect(apps).toMatchObject({ devices: [{ name: 'Imported', period: 30 }] })
    expect(output).not.toContain(secret)
  })

  test('is carried over from Keycloak: attributes, groups, and roles and realms by their names', async () => {
    const { run, metadata, roles, output } = await migrated(keycloakTables, [
      '--decide=role-missing:editor=create',
      '--decide=role-missing:shop:orders=create',
    ])
    expect(run.json).toMatchObject({ migrated: 1, records: 17, users: 1 })
    const about = ['A value of more than 255 characters has a column of its own.']
    expect(metadata).toEqual({
      attributes: { locale: ['de'], team: ['blue', 'red'], phoneNumber: ['+14155552671'], about },
      groups: ['/staff/sales'],
    })
    expect(roles).toMatchObject({ roles: ['editor', 'shop:orders'] })
    expect(output).toContain('Of the tenant acme')
    expect(output).not.toContain('0b7a1c7e-5d0e-4d53-9d8e-2f4c1a6b7c01')
  })
})

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import {
  madeUpBcrypt,
  madeUpScrypt,
  usersOfProvider,
  usersWithHashes,
  usersWithoutHash,
} from '../../support/made-up-csv.ts'
import { startCore } from '../../support/rehearsal.ts'
import { runUsers } from '../../support/run-users.ts'
import { sampleExports } from '../../support/data/sample-exports.ts'
import { outputSchemas } from '../../../electron/cli/commands/schema.ts'

/** Whose exports have tenants, other entries, several tables, and hashes of many kinds. */
const folders = ['auth0', 'clerk', 'directus', 'cognito', 'aspnet-identity']

test.each(folders)('what inspect prints of an export of %s is as its schema says', async (folder) => {
  const cwd = join(sampleExports, folder)
  const [file = ''] = readdirSync(cwd).filter((name) => /\.(csv|json|ndjson|sql)$/.test(name))
  const { out } = await cli(['inspect', file, '--json'], { cwd })
  expect(outputSchemas.inspect.safeParse(JSON.parse(out)).error).toBeUndefined()
})

test('what run prints and the report holds is as their schemas say', async () => {
  const core = await startCore({ dialect: 'supertokens' })
  const users = [
    ...usersWithHashes(3),
    ...usersOfProvider(2),
    ...usersWithoutHash(2),
    { id: 'md5', email: 'md5@example.com', password_hash: '{MD5}AAAAAAAAAAAAAAAAAAAAAA==' },
    { id: 's', email: 's@example.com', password_hash: madeUpScrypt(1) },
    { id: 'both', email: 'user1@example.com', password_hash: madeUpBcrypt(7) },
  ]
  const run = await runUsers(users, core.baseUrl)
  await run.next(['report', 'm.migration', '--format', 'json', '--out', 'report.json'])
  const report: unknown = JSON.parse(readFileSync(join(run.folder, 'report.json'), 'utf8'))
  expect(outputSchemas.run.safeParse(run.json).error).toBeUndefined()
  expect(outputSchemas.report.safeParse(report).error).toBeUndefined()
})

test('schema prints a JSON Schema of each, and names them where it knows none', async () => {
  for (const name of Object.keys(outputSchemas)) {
    const { code, json } = await cli(['schema', name], { cwd: sampleExports })
    expect([code, json?.['$schema'], json?.['type']]).toEqual([
      0,
      'https://json-schema.org/draft/2020-12/schema',
      'object',
    ])
  }
  const unknown = await cli(['schema', 'users'], { cwd: sampleExports })
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('inspect, run, follow, report, mapping')])
})

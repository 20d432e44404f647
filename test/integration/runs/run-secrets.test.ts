import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { must } from '../../support/documents.ts'
import { echoing, type CodeSecrets } from '../../support/echoing-core.ts'
import { engineWith } from '../../support/engine.ts'
import { madeUpArgon2, madeUpBcrypt, madeUpScrypt, folderWith } from '../../support/made-up-csv.ts'
import { startScriptedCore } from '../../support/scripted-core.ts'
import { fileIn } from '../../support/temporary-folder.ts'

const key = 'PLANTEDKEY-0123456789-abcdef'
const signerKey = Buffer.alloc(64, 'PLANTED signer').toString('base64')
const hashes = [madeUpBcrypt(1), madeUpArgon2(2), madeUpScrypt(3)]
const codes: CodeSecrets = ['PLANTED-link-code-123456', 'PLANTED-session-123456', 'PLANTED-device-123456', '424242']

const users = [
  { id: 'b', email: 'b@example.com', password_hash: hashes[0] ?? '' },
  { id: 'a', email: 'a@example.com', password_hash: hashes[1] ?? '' },
  { id: 's', email: 's@example.com', password_hash: hashes[2] ?? '' },
  { id: 'c', email: 'c@example.com', email_verified: 'true' },
  { id: 'd', email: 'd@example.com', email_verified: 'true' },
]

/** Everything in a text that must never leave: whole secrets, and parts of them that are long enough to matter. */
function secretsIn(text: string): readonly string[] {
  const parts = hashes.flatMap((hash) => hash.split('$').filter((part) => part.length >= 16))
  return [key, signerKey, ...hashes, ...parts, ...codes].filter((secret) => text.includes(secret))
}

const echo = echoing(codes)

async function everythingIn(folder: string): Promise<string> {
  const formats = ['html', 'csv', 'json', 'failed', 'created', 'blocked', 'excluded', 'users-without-password']
  const printed: string[] = []
  for (const format of formats) {
    const args = ['report', 'm.migration', '--format', format, '--unmasked', '--out', `${format}.out`]
    const made = await cli(args, { cwd: folder })
    printed.push(made.out, made.err)
  }
  const files = readdirSync(join(folder, 'reports')).map((name) => join('reports', name))
  const written = [
    ...formats.map((format) => `${format}.out`).filter((name) => existsSync(join(folder, name))),
    ...files,
  ]
  return [...printed, ...written.map((name) => readFileSync(join(folder, name), 'utf8'))].join('\n')
}

describe('a core that echoes what it is told', () => {
  test('brings no secret onto a stream or into a report', async () => {
    const folder = folderWith(users)
    fileIn(folder, 'key.txt', `${key}\n`)
    const block = `hash_config { algorithm: SCRYPT, base64_signer_key: ${signerKey}, base64_salt_separator: Bw==, rounds: 8, mem_cost: 14 }`
    fileIn(folder, 'hash_config.txt', block)
    const core = await startScriptedCore(echo)
    const args = [
      'run',
      'users.csv',
      '--core',
      core.url,
      '--yes',
      '--json',
      '--document',
      'm.migration',
      '--report',
      'reports',
    ]
    const run = await cli([...args, '--api-key-file', 'key.txt', '--scrypt-parameters', 'hash_config.txt'], {
      cwd: folder,
    })
    const retried = await cli(['retry', 'm.migration', '--json', '--api-key-file', 'key.txt'], { cwd: folder })
    const printed = [run.out, run.err, retried.out, retried.err].join('\n')
    const reported = await everythingIn(folder)
    expect([
      run.json?.['failed'],
      core.requests.some(({ headers }) => headers['api-key'] === key),
      reported.includes('ECHO'),
      secretsIn(printed),
      secretsIn(reported),
    ]).toEqual([5, true, true, [], []])
  })

  test('brings no secret into what the screen is shown, nor into the attempts that are kept', async () => {
    const core = await startScriptedCore(echo)
    const engine = await engineWith(users)
    must(
      await engine.ask('export:scrypt', {
        text: `base64_signer_key: ${signerKey}\nbase64_salt_separator: Bw==\nrounds: 8\nmem_cost: 14\nalgorithm: SCRYPT`,
      }),
    )
    must(await engine.ask('decisions:update', { choices: { signerKeySet: true } }))
    await engine.settled()
    const connect = { baseUrl: core.url, apiKey: key, dialect: 'auto', allowHttp: false } as const
    const checked = must(await engine.ask('core:connect', connect))
    await engine.run()
    const shown = JSON.stringify([
      checked,
      await engine.ask('document:state', {}),
      await engine.ask('run:progress', {}),
      engine.query('preview:get', {}),
      engine.query('report:get', {}),
      engine.query('run:failures', {}),
      engine.users(),
      ...users.map(({ id }) => engine.detail(id)),
      await engine.ask('mapping:get', { fileId: 1 }),
      ...(await Promise.all([0, 1, 2].map((index) => engine.ask('mapping:record', { fileId: 1, index })))),
    ])
    expect([shown.includes('ECHO'), engine.detail('b').attempts.length, secretsIn(shown)]).toEqual([true, 1, []])
  })
})

test('neither the key nor the signer key is kept in the migration', async () => {
  const core = await startScriptedCore(() => null)
  const engine = await engineWith(users)
  must(
    await engine.ask('export:scrypt', {
      text: `base64_signer_key: ${signerKey}\nbase64_salt_separator: Bw==\nrounds: 8\nmem_cost: 14\nalgorithm: SCRYPT`,
    }),
  )
  await engine.settled()
  must(await engine.ask('core:connect', { baseUrl: core.url, apiKey: key, dialect: 'auto', allowHttp: false }))
  await engine.settled()
  await engine.run()
  must(await engine.internal('internal:close', {}))
  const files = readdirSync(engine.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const holding = files.filter((entry) => {
    const bytes = readFileSync(join(entry.parentPath, entry.name)).toString('latin1')
    return bytes.includes(key) || bytes.includes(signerKey)
  })
  expect(holding.map(({ name }) => name)).toEqual([])
})

test('a key among the arguments is refused without being repeated', async () => {
  const folder = folderWith(users)
  const runs = await Promise.all(
    [
      ['run', 'users.csv', '--core', 'http://127.0.0.1:1', '--api-key', key, '--yes'],
      ['run', 'users.csv', '--core', `http://${key}@127.0.0.1:1`, '--yes'],
      ['run', 'users.csv', '--core', `http://127.0.0.1:1/?key=${key}`, '--yes'],
      ['retry', 'm.migration', '--api-key', key],
      ['inspect', 'users.csv', '--api-key', key],
    ].map((args) => cli(args, { cwd: folder })),
  )
  expect(runs.map(({ code, out, err }) => [code, secretsIn(out + err)])).toEqual(runs.map(() => [2, []]))
})

import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cli } from '../support/cli.ts'
import { madeUpArgon2, madeUpBcrypt, madeUpCsv, usersWithHashes } from '../support/made-up-csv.ts'
import { startCore } from '../support/rehearsal.ts'
import { fileIn, folderOf, temporaryFolder } from '../support/temporary-folder.ts'

const tried = { lines: 0, hashes: 0 }
afterAll(() =>
  console.log(
    `names and cells that forge a line of output: ${tried.lines} tried, 0 got through\n` +
      `password hashes as IDs, roles, tenants and providers in output and reports: ${tried.hashes} tried, 0 got through`,
  ),
)

/** The beginning of a line that says something else than the command found. */
const forged = 'FORGED 0 users are missing'
/** Other beginnings of a line are escaped on their way to the terminal. */
const breaks = ['\n', '\r\n  ']

const exportsWith: Readonly<Record<string, (name: string) => string>> = {
  'columns.csv': (name) => `id,email,"${name}"\n1,ann@acme.example,x\n2,ben@acme.example,y\n`,
  'cells.csv': (name) =>
    `id,email,role,tenant,provider,provider_user_id\n1,ann@acme.example,"${name}","${name}",,\n2,ben@acme.example,,,"${name}",44\n`,
  'keys.json': (name) => JSON.stringify([{ id: 1, email: 'ann@acme.example', [name]: 'x', a: { [name]: 'z' } }]),
  'values.json': (name) =>
    JSON.stringify([
      { id: 1, email: 'ann@acme.example', roles: [name], tenant_id: name, provider: name, status: name },
    ]),
  'tables.sql': (name) =>
    `INSERT INTO users (id, email, "${name}") VALUES (1, 'ann@acme.example', 'x');\nINSERT INTO "${name}" VALUES (1, 'ben@acme.example');\n`,
  'admin.json': (name) =>
    JSON.stringify([
      { type: 'header', version: '5.2.1', comment: 'Export to JSON plugin for PHPMyAdmin' },
      { type: 'database', name },
      { type: 'table', name: 'users', database: name, data: [{ id: '1', email: 'ann@acme.example', [name]: 'x' }] },
      { type: 'table', name, database: name, data: [{ id: '1', email: 'ben@acme.example' }] },
    ]),
  'lines.txt': (name) => `ann:${madeUpBcrypt(1)}\n${name}:${madeUpBcrypt(2)}\n`,
}

test('no name or cell of an export makes a line of its own on a terminal', async () => {
  const through: string[] = []
  const core = await startCore({ dialect: 'supertokens' })
  for (const [index, [file, textOf]] of Object.entries(exportsWith).entries()) {
    const cwd = folderOf({ [file]: textOf(`x${breaks[index % breaks.length]}${forged}`) })
    for (const args of [
      ['inspect', file, '--core', core.baseUrl],
      ['run', file, '--core', core.baseUrl, '--yes', '--document', 'm.migration'],
    ]) {
      const { out, err } = await cli(args, { cwd })
      tried.lines += 1
      if (`${out}\n${err}`.split(/\r?\n/).some((line) => line.trimStart().startsWith(forged)))
        through.push(args.join(' '))
    }
  }
  expect(through).toEqual([])
})

test('no file name makes a line of its own on a terminal', async () => {
  const cwd = temporaryFolder()
  const name = `x\n${forged}.csv`
  fileIn(cwd, name, madeUpCsv(usersWithHashes(2)))
  mkdirSync(join(cwd, `y\n${forged}`))
  for (const args of [
    ['inspect', name],
    ['inspect', `missing\n${forged}`],
    ['report', name],
    ['resume', `y\n${forged}`],
    ['run', name, '--core', 'http://127.0.0.1:9', '--yes', '--mapping', `z\n${forged}`],
    ['rehearsal-core', '--source', `y\n${forged}`],
    ['rehearsal-core', '--faults', `y\n${forged}`],
  ]) {
    const { out, err } = await cli(args, { cwd, signal: AbortSignal.timeout(5000) })
    tried.lines += 1
    expect([args[0], `${out}\n${err}`.split('\n').filter((line) => line.startsWith(forged))]).toEqual([args[0], []])
  }
})

test('a password hash in the place of an ID, a role, a tenant or a provider gets into no report', async () => {
  const cwd = temporaryFolder()
  const hashes = [1, 2, 3, 4, 5].map(madeUpBcrypt).with(1, madeUpArgon2(2))
  const [id, role, tenant, other, provider] = hashes
  fileIn(
    cwd,
    'users.csv',
    `id,email,role,tenant,provider,provider_user_id\n"${id}",ann@acme.example,"${role}","${tenant}",,\n"${other}",ben@acme.example,,,"${provider}",44\n`,
  )
  const core = await startCore({ dialect: 'supertokens' })
  const printed: string[] = []
  const holds = (text: string) => hashes.some((hash) => text.includes(hash.slice(-20)))
  for (const args of [
    ['inspect', 'users.csv', '--json'],
    ['run', 'users.csv', '--core', core.baseUrl, '--yes', '--document', 'm.migration', '--report', 'masked'],
    ['resume', 'm.migration', '--decide', `provider-unknown:${provider}=exclude`, '--json'],
    ['retry', 'm.migration', '--decide', `role-missing:${role}=create`],
    ['verify', 'm.migration', '--report', 'verified.csv'],
    ['report', 'm.migration', '--out', 'unmasked', '--unmasked'],
  ]) {
    const { out, err } = await cli(args, { cwd })
    tried.hashes += hashes.length
    if (holds(out + err)) printed.push(args.join(' '))
  }
  const written = ['masked', 'unmasked'].flatMap((folder) =>
    readdirSync(join(cwd, folder)).flatMap((name) => {
      tried.hashes += hashes.length
      return holds(readFileSync(join(cwd, folder, name), 'utf8')) ? [`${folder}/${name}`] : []
    }),
  )
  expect([printed, written]).toEqual([[], []])
})

test('the secret of an authenticator app in the first line of a table without a header is neither printed nor written', async () => {
  const cwd = temporaryFolder()
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const line = (id: number) =>
    `${id},ann${id}@acme.example,${madeUpBcrypt(id)},otpauth://totp/A:x?secret=${secret}&issuer=A`
  fileIn(
    cwd,
    'users.csv',
    `id,email,password_hash,otpauth://totp/A:x?secret=${secret}&issuer=A\n${line(1)}\n${line(2)}\n`,
  )
  const core = await startCore({ dialect: 'supertokens' })
  for (const args of [
    ['inspect', 'users.csv'],
    ['inspect', 'users.csv', '--json'],
    ['run', 'users.csv', '--core', core.baseUrl, '--yes', '--document', 'm.migration', '--report', 'out'],
  ]) {
    tried.hashes += 1
    const { out, err } = await cli(args, { cwd })
    expect([args[0], (out + err).includes(secret)]).toEqual([args[0], false])
  }
  const holding = readdirSync(join(cwd, 'out')).filter((name) =>
    readFileSync(join(cwd, 'out', name), 'utf8').includes(secret),
  )
  expect(holding).toEqual([])
})

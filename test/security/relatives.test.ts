import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createHmac } from 'node:crypto'
import { basename, join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { signedBy } from '../../shared/ipc/loopback.ts'
import { createHostLink } from '../../renderer/api/browser-bridge.ts'
import { cli } from '../support/cli.ts'
import { must } from '../support/documents.ts'
import { engineWith } from '../support/engine.ts'
import { madeUpCsv, usersWithHashes, usersWithoutHash } from '../support/made-up-csv.ts'
import { madeUpSource, madeUpUsers } from '../support/servers/made-up-source.ts'
import { startCore } from '../support/rehearsal.ts'
import { fileIn, temporaryFolder } from '../support/temporary-folder.ts'
import { canChown } from './hostile/replacements.ts'

/* Relatives of known attacks: the same harm by another way. */

const tried = { M7: 0, M9: 0, L8: 0, L11: 0 }
afterAll(() =>
  console.log(
    `M7 files of commands in a folder of a group, where others laid links and files under their names: ${tried.M7} tried, 0 got through\n` +
      `M9 proofs of a host that is none: ${tried.M9} tried, 0 got through\n` +
      `L8 packages from elsewhere, or in any version: ${tried.L8} tried, 0 got through\n` +
      `L11 commands and windows that leave files beside a migration: ${tried.L11} tried, 0 got through`,
  ),
)

const victimText = 'what another program keeps'

/** Everything that a command writes where it was told to. */
const commands: readonly (readonly [name: string, args: readonly string[], outputs: readonly string[]])[] = [
  [
    'run',
    ['run', 'users.csv', '--core', 'CORE', '--yes', '--document', 'm.migration', '--report', '.'],
    ['report.csv', 'report.html', 'report.json', 'created.csv', 'failed.csv'],
  ],
  [
    'report',
    ['report', 'm.migration', '--format', 'users-without-password', '--unmasked', '--out', 'mail.csv'],
    ['mail.csv'],
  ],
  ['verify', ['verify', 'm.migration', '--report', 'verified.csv'], ['verified.csv']],
  ['follow', ['follow', 'm.migration', '--source', 'users.csv', '--once'], []],
  ['resume', ['resume', 'm.migration'], []],
  ['retry', ['retry', 'm.migration'], []],
  ['check-password', ['check-password', 'm.migration', '--user', 'u1'], []],
  ['undo', ['undo', 'm.migration', '--yes', '--report', 'undone.csv'], ['undone.csv']],
  ['remove-hashes', ['remove-hashes', 'm.migration', '--yes'], []],
]

test.skipIf(process.platform === 'win32')(
  'M7, L11: commands in the folder of a group write for their owner alone, into nothing laid there, and leave nothing beside',
  async () => {
    const before = process.umask(0)
    onTestFinished(() => void process.umask(before))
    const core = await startCore({ dialect: 'supertokens' })
    const folder = join(temporaryFolder(), 'shared')
    mkdirSync(folder)
    chmodSync(folder, 0o2775)
    const victim = fileIn(temporaryFolder(), 'victim', victimText)
    chmodSync(victim, 0o644)
    fileIn(folder, 'users.csv', madeUpCsv([...usersWithHashes(3), ...usersWithoutHash(2)]))
    const allOutputs = commands.flatMap(([, , outputs]) => outputs)
    for (const [index, name] of allOutputs.entries()) {
      const path = join(folder, name)
      if (index % 2 === 0) symlinkSync(victim, path)
      else {
        writeFileSync(path, 'of another owner', { mode: 0o666 })
        if (canChown) chownSync(path, 54_321, 54_321)
      }
    }
    for (const [name, args, outputs] of commands) {
      const { code, err } = await cli(
        args.map((one) => (one === 'CORE' ? core.baseUrl : one)),
        { cwd: folder, input: 'no password of anybody' },
      )
      expect([name, code <= 3, err]).toEqual([name, true, expect.not.stringMatching(/Internal error/)])
      tried.M7 += outputs.length
      for (const output of outputs) {
        const found = lstatSync(join(folder, output), { throwIfNoEntry: false })
        // An empty list is not written, and what had its name is gone.
        if (found === undefined) continue
        expect([output, found.isFile(), found.nlink, found.uid, (found.mode & 0o777).toString(8)]).toEqual([
          output,
          true,
          1,
          process.getuid?.(),
          '600',
        ])
      }
      tried.L11 += 1
      const known = new Set(['users.csv', 'm.migration', ...allOutputs, 'blocked.csv', 'excluded.csv'])
      expect([name, readdirSync(folder).filter((one) => !known.has(one))]).toEqual([name, []])
    }
    expect([readFileSync(victim, 'utf8'), lstatSync(victim).mode & 0o777]).toEqual([victimText, 0o644])
  },
)

test.skipIf(process.platform === 'win32')(
  'M7: a fetch, a sample source and the users of a rehearsal core, too',
  async () => {
    const before = process.umask(0)
    onTestFinished(() => void process.umask(before))
    const folder = join(temporaryFolder(), 'shared')
    mkdirSync(folder)
    chmodSync(folder, 0o2775)
    const victim = fileIn(temporaryFolder(), 'victim', victimText)
    const planted = ['users.ndjson', 'users.ndjson.part', 'users.ndjson.fetch', 'source.csv']
    for (const name of planted) symlinkSync(victim, join(folder, name))
    const source = madeUpSource([{ users: madeUpUsers(3) }])
    const codes = [
      (await cli(['fetch', 'made-up', '--out', 'users.ndjson'], { cwd: folder, fetchSources: [source] })).code,
      (await cli(['rehearsal-core', '--source', 'source.csv'], { cwd: folder, signal: AbortSignal.timeout(2000) }))
        .code,
      (await cli(['fetch', 'made-up', '--out', 'free.ndjson'], { cwd: folder, fetchSources: [source] })).code,
      (await cli(['rehearsal-core', '--file', 'core.state'], { cwd: folder, signal: AbortSignal.timeout(300) })).code,
    ]
    tried.M7 += codes.length
    const made = readdirSync(folder).filter((name) => !planted.includes(name))
    const open = made.filter((name) => (lstatSync(join(folder, name)).mode & 0o077) !== 0)
    expect([codes, made.includes('free.ndjson'), open, readFileSync(victim, 'utf8')]).toEqual([
      [2, 2, 0, 0],
      true,
      [],
      victimText,
    ])
  },
)

test('L11: a window that is closed leaves the one file, whatever was open in it', async () => {
  for (const open of ['nothing', 'a table', 'a report', 'a copy'] as const) {
    const engine = await engineWith(usersWithHashes(3))
    if (open === 'a table') engine.users()
    const path = join(engine.folder, 'out.json')
    if (open === 'a report') must(await engine.internal('internal:report', { format: 'json', masked: true, path }))
    if (open === 'a copy')
      must(await engine.internal('internal:backup', { path: join(engine.folder, 'copy.migration') }))
    must(await engine.internal('internal:close', {}))
    tried.L11 += 1
    const known = new Set(['users.csv', basename(engine.path), 'out.json', 'copy.migration', 'trust.json'])
    expect([open, readdirSync(engine.folder).filter((name) => !known.has(name))]).toEqual([open, []])
  }
})

const challengeSchema = z.object({ challenge: z.string(), mac: z.string() })
const bearer = 'the-bearer-of-this-page'
const signed = (by: string, text: string) => createHmac('sha256', by).update(text).digest('base64url')

/** Replies of a stranger on the port to the challenge of a page. */
const lies: Readonly<Record<string, (asked: z.infer<typeof challengeSchema>) => { status?: number; text: string }>> = {
  'the proof of the page itself': ({ mac }) => ({ text: hostLine(mac) }),
  'the proof of an earlier challenge': () => ({ text: hostLine(signed(bearer, signedBy.host('an-earlier-one'))) }),
  'a proof by another bearer': ({ challenge }) => ({ text: hostLine(signed('another', signedBy.host(challenge))) }),
  'a proof of the bare challenge': ({ challenge }) => ({ text: hostLine(signed(bearer, challenge)) }),
  'the right proof behind an event': ({ challenge }) => ({
    text: `{"kind":"event","event":"changed"}\n${hostLine(signed(bearer, signedBy.host(challenge)))}`,
  }),
  'the right proof, cut': ({ challenge }) => ({
    text: hostLine(signed(bearer, signedBy.host(challenge)).slice(0, -1)),
  }),
  'the right proof in a list': ({ challenge }) => ({ text: `["${signed(bearer, signedBy.host(challenge))}"]\n` }),
  'no end of a line': () => ({ text: 'x'.repeat(5000) }),
  'the right proof with an error': ({ challenge }) => ({
    status: 500,
    text: hostLine(signed(bearer, signedBy.host(challenge))),
  }),
}

function hostLine(mac: string): string {
  return `${JSON.stringify({ kind: 'host', mac })}\n`
}

/** Whether a page takes the answer for that of its host. */
async function isTaken(answer: (asked: z.infer<typeof challengeSchema>) => { status?: number; text: string }) {
  const taken: unknown[] = []
  let challenges = 0
  const listener = {
    take: (line: unknown) => void taken.push(line),
    disconnected: () => undefined,
    over: () => undefined,
  }
  const link = createHostLink(bearer, listener, (_input, init) => {
    challenges += 1
    // The session is over, so that the page asks no more.
    if (challenges > 1) return Promise.resolve(new Response(null, { status: 401 }))
    const { status = 200, text } = answer(
      challengeSchema.parse(JSON.parse(typeof init?.body === 'string' ? init.body : '')),
    )
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(text))
        setTimeout(() => controller.close(), 50)
      },
    })
    return Promise.resolve(new Response(body, { status }))
  })
  await link.tried
  const proven = link.proven()
  if (proven !== null) link.doubt(proven)
  return { isProven: proven !== null, isProvenAfterFailure: link.proven() !== null, taken: taken.length }
}

test('M9: a page takes no proof of a host but the right one', async () => {
  const right = await isTaken(({ challenge }) => ({ text: hostLine(signed(bearer, signedBy.host(challenge))) }))
  expect(right).toEqual({ isProven: true, isProvenAfterFailure: false, taken: 0 })
  for (const [name, lie] of Object.entries(lies)) {
    tried.M9 += 1
    expect([name, await isTaken(lie)]).toEqual([name, { isProven: false, isProvenAfterFailure: false, taken: 0 }])
  }
})

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      link: z.boolean().default(false),
      resolved: z.string().optional(),
      dev: z.boolean().default(false),
      hasInstallScript: z.boolean().default(false),
      inBundle: z.boolean().default(false),
    }),
  ),
})
const rangesSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
})

test('L8: no package comes from elsewhere or in any version, and one that is shipped has a script', () => {
  const root = join(import.meta.dirname, '../..')
  const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'))
  const packages = Object.entries(lockSchema.parse(read('package-lock.json')).packages).filter(([path]) => path !== '')
  const { dependencies, devDependencies } = rangesSchema.parse(read('package.json'))
  const ranges = Object.entries({ ...dependencies, ...devDependencies })
  tried.L8 += packages.length + ranges.length
  const elsewhere = packages.filter(
    ([, { resolved, link, inBundle }]) =>
      link || (!inBundle && resolved !== undefined && !/^https:\/\/[\w.-]+\/.+\.tgz$/.test(resolved)),
  )
  const loose = ranges.filter(([, range]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(range))
  const scripted = packages.filter(([, { dev, hasInstallScript }]) => !dev && hasInstallScript)
  // It picks the binary of this platform; the app is built and tested with scripts ignored.
  expect([elsewhere.map(([path]) => path), loose, scripted.map(([path]) => path)]).toEqual([
    [],
    [],
    ['node_modules/@photostructure/sqlite'],
  ])
})

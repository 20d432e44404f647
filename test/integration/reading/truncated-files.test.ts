import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { startCore, usersIn } from '../../support/rehearsal.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const users = Array.from({ length: 40 }, (_, n) => ({ id: `u${n}`, mail: `user.${n}@acme.example` }))
const lines = users.map((user) => JSON.stringify(user))
const rows = users.map(({ id, mail }) => `('${id}','${mail}')`)
const gzip = gzipSync(users.map(({ id, mail }) => `${id},${mail}`).join('\n'), { level: 0 })

/** Exports whose end is missing. */
const truncated: readonly (readonly [string, string | Buffer])[] = [
  ['JSON in the middle of a record', JSON.stringify(users).slice(0, -20)],
  ['JSON between two records', `[${lines.join(',')},`],
  ['JSON behind its last record', `{"users":[${lines.join(',')}]`],
  ['one JSON record on each line', lines.join('\n').slice(0, -8)],
  [
    'a table in the middle of a row',
    `id,mail,name\n${users.map(({ id, mail }) => `${id},${mail},x`).join('\n')}\nu40,a@acme`,
  ],
  [
    'a table within quotation marks',
    `id,mail\n${users.map(({ id, mail }) => `${id},${mail}`).join('\n')}\nu40,"a@acme`,
  ],
  ['a dump in the middle of a row', `INSERT INTO users (id, mail) VALUES ${rows.join(',\n')},\n('u40','a@`],
  ['a dump between two rows', `INSERT INTO users (id, mail) VALUES ${rows.join(',\n')},\n`],
  ['a COPY block', `COPY users (id, mail) FROM stdin;\n${users.map(({ id, mail }) => `${id}\t${mail}`).join('\n')}\n`],
  ['gzip', gzip.subarray(0, -200)],
]

const folderWith = (content: string | Uint8Array) => folderOf({ 'users.txt': content })

describe('a truncated file', () => {
  test.each(truncated)('is not sent before it was accepted as it is: %s', async (_, content) => {
    const cwd = folderWith(content)
    const core = await startCore({ dialect: 'documented' })
    const command = ['run', 'users.txt', '--core', core.baseUrl, '--yes', '--document', 'm.migration', '--json']
    const refused = await cli(command, { cwd })
    expect([refused.code, refused.err, core.requests().import]).toEqual([
      2,
      expect.stringMatching(/users\.txt: INCOMPLETE\. (?:Line|Entry) \d+: .*--allow-incomplete/),
      0,
    ])
    const accepted = await cli([...command, '--allow-incomplete'], { cwd })
    const sent = usersIn(core).length
    expect([accepted.code, sent > 20, sent]).toEqual([0, true, Number(accepted.json?.['users'])])

    const inspected = await cli(['inspect', 'users.txt'], { cwd })
    const { json } = await cli(['inspect', 'users.txt', '--json'], { cwd })
    expect([inspected.out, JSON.stringify(json)]).toEqual([
      expect.stringMatching(/INCOMPLETE\. (?:Line|Entry) \d+: /),
      expect.stringMatching(/"truncation":"(?:Line|Entry) \d+: /),
    ])
  })

  test.each([
    ['JSON', JSON.stringify(users)],
    ['lines', lines.join('\n')],
    [
      'a table without a line end behind its last row',
      `id,mail\n${users.map(({ id, mail }) => `${id},${mail}`).join('\n')}`,
    ],
    ['a table with a broken row', `id,mail\nu1,a@acme.example\nu2\nu3,c@acme.example\n`],
    ['a dump', `INSERT INTO users (id, mail) VALUES ${rows.join(',\n')};\n`],
  ])('is told from a whole one: %s', async (_, content) => {
    const { json } = await cli(['inspect', 'users.txt', '--json'], { cwd: folderWith(content) })
    expect(json).toMatchObject({ files: [{ truncation: null }] })
  })

  test('is named in every report of what was sent of it', async () => {
    const cwd = folderWith(JSON.stringify(users).slice(0, -20))
    const core = await startCore({ dialect: 'documented' })
    await cli(
      ['run', 'users.txt', '--core', core.baseUrl, '--yes', '--document', 'm.migration', '--allow-incomplete'],
      { cwd },
    )
    await cli(['report', 'm.migration', '--out', 'out'], { cwd })
    const read = (name: string) => readFileSync(join(cwd, 'out', name), 'utf8')
    expect([read('report.html'), read('report.csv'), read('report.json')]).toEqual([
      expect.stringMatching(
        /<p class="bad">\s*<strong>users\.txt is incomplete\.<\/strong> Entry 40: The file ends in/,
      ),
      expect.stringMatching(/^"?truncated"?,"?users\.txt"?,.*Entry 40: The file ends in/m),
      expect.stringMatching(/"truncation": "Entry 40: The file ends in/),
    ])
  })

  test('goes on with resume only where it was accepted', async () => {
    const cwd = folderWith(JSON.stringify(users).slice(0, -20))
    const core = await startCore({ dialect: 'documented' })
    const run = ['run', 'users.txt', '--core', core.baseUrl, '--yes', '--document', 'm.migration']
    await cli([...run, '--allow-incomplete', '--limit', '5'], { cwd })
    const resumed = await cli(['resume', 'm.migration'], { cwd })
    expect([resumed.code, usersIn(core).length]).toEqual([0, 39])
  })
})

import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { startCore } from '../../support/rehearsal.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const user = (name: string, hash = madeUpBcrypt(1)) =>
  `${name}:\n  id: ${name.length}\n  email: ${name}@acme.example\n  encrypted_password: ${hash}\n`

describe('YAML that a program completes', () => {
  test('has users whose completed values are not in the file', async () => {
    const hash = `'<%= User.new.send(:password_digest, 'kumquat') %>'`
    const { json, out } = await inspect({ 'users.yml': user('ann', hash) + user('benno') })
    expect(json).toMatchObject({
      users: 2,
      unreadable: 0,
      ready: 1,
      hashes: { bcrypt: 1, unsupported: { computed: 1 } },
    })
    expect(out).toContain('computed by the database, a program or a template')
    expect(out).not.toContain('kumquat')
  })

  test('has no user where code repeats an entry or leaves it out, and the others are read', async () => {
    const made = `<% 1.upto(25) do |i| %> # many\nextra<%= i %>:\n  id: 9<%= i %>\n  email: extra<%= i %>@acme.example\n<% end %>\n`
    const perhaps = `<% if Rails.env.test? -%>\n${user('dora')}<% end -%>\n`
    const cwd = folderOf({
      'users.yml': `<% word = "x" %>\n${user('ann')}${made}${user('benno')}${perhaps}${user('cia')}`,
    })
    const { out } = await cli(['inspect', 'users.yml'], { cwd })
    expect(out).toContain('5 records = 3 users + 0 joined + 0 unmatched + 2 unreadable')
    expect(out).toMatch(/INCOMPLETE\. Line \d+: The code of a template .*--allow-incomplete/)
    const core = await startCore({ dialect: 'documented' })
    const run = [
      'run',
      'users.yml',
      '--core',
      core.baseUrl,
      '--yes',
      '--document',
      'm.migration',
      '--allow-incomplete',
      '--json',
    ]
    expect(await cli(run, { cwd })).toMatchObject({ json: { migrated: 3 } })
  })
})

/** Users, four at least, each with one of these values in a column of this name; empty: without. */
const withColumn = (column: string, values: readonly string[]) => {
  const users = ['ann', 'benno', 'cia', 'dora', 'emil', 'fay'].slice(0, Math.max(4, values.length)).map((name, at) => {
    const value = values[at] ?? ''
    return user(name, madeUpBcrypt(at)).replace(/id: \d/, `id: ${at}`) + (value === '' ? '' : `  ${column}: ${value}\n`)
  })
  return users.join('')
}
const ago = '<%= 10.minutes.ago %>'
const unknown = '<%= @time %>'

/** The columns of a file that are used, by name, and the titles of its findings. */
const columnsOf = async (content: string) => {
  const { json } = await inspect({ 'users.yml': content })
  const { files, findings } = json as {
    files: { mapping: { columns: Record<'column' | 'becomes' | 'confidence' | 'reason', string>[] } }[]
    findings: { title: string; code: string }[]
  }
  return {
    columns: Object.fromEntries(files[0]?.mapping.columns.map((one) => [one.column, one]) ?? []),
    titles: findings.map(({ title }) => title),
  }
}

describe('a time that a template computes says what a time says', () => {
  const people = ['ann', 'benno', 'cia']
  const withTime = (column: string, value: string) =>
    people.map((name) => user(name) + `  ${column}: ${value}\n`).join('')

  test.each([
    '<%= Time.zone.now %>',
    '"<%= Time.now.utc %>"',
    '<%= 3.days.ago.to_fs(:db) %>',
    '<%= DateTime.current - 1.hour %>',
  ])('of when an address was confirmed: %s', async (value) => {
    const cwd = folderOf({ 'users.yml': withTime('confirmed_at', value) })
    const { json } = await cli(['inspect', 'users.yml', '--json', '--unsupported-hash', 'passwordless'], { cwd })
    expect(json).toMatchObject({ users: 3, ready: 3, blocked: {} })
    const other = folderOf({
      'users.yml': withTime('confirmed_at', value).replaceAll(
        /encrypted_password.*\n/g,
        "encrypted_password: <%= digest('x') %>\n",
      ),
    })
    const without = await cli(['inspect', 'users.yml', '--json', '--unsupported-hash', 'passwordless'], { cwd: other })
    expect(without.json).toMatchObject({ users: 3, ready: 3, blocked: {} })
  })

  test('of when an account was locked', async () => {
    const { json } = await inspect({ 'users.yml': withTime('locked_at', '<%= 1.day.ago %>') })
    expect(json).toMatchObject({ users: 3, ready: 0, blocked: { disabled: 3 } })
  })
})

describe('a column of which a template computes values', () => {
  const time = '2008-01-14 04:19:05'

  test.each([
    ['some', [time, ago, time, '']],
    ['all', [ago, '<%= 2.days.ago %>', ago, '']],
  ])('holds times where it computes %s of them', async (_, values) => {
    const { titles } = await columnsOf(withColumn('activated_at', values))
    expect(titles).toContain('activated_at: a time (3), empty (1). Not used. Does it keep people out?')
  })

  test.each([
    ['email_verified', 'email-verified', ['true', '<%= ENV["A"] %>', 'false', 'false']],
    ['disabled', 'disabled', ['true', '<%= ENV["A"] %>', 'false', 'false']],
    ['deleted_at', 'deleted', [unknown, '', time, '']],
    ['expires_at', 'Disabled when past', ['2030-01-01', unknown, '2020-01-01', '']],
  ])('is judged by the others, as %s', async (column, target, values) => {
    const { columns, titles } = await columnsOf(withColumn(column, values))
    expect(columns[column]).toMatchObject({
      becomes: expect.stringContaining(target),
      reason: expect.stringContaining('all samples'),
    })
    expect(titles.some((title) => title.includes(`${column}=(...)`))).toBe(column !== 'email_verified')
  })

  test.each(['email_verified', 'disabled', 'deleted_at'])(
    'is judged by its name where it computes all, as %s',
    async (column) => {
      const { columns } = await columnsOf(withColumn(column, [unknown, unknown, unknown, '']))
      expect(columns[column]?.reason).toContain('only the database, a program or a template can compute its values')
    },
  )

  test.each([
    ['some', ['ab12XY89ab12XY90', '<%= SecureRandom.hex %>', '', '', '', '<%= SecureRandom.hex %>']],
    ['all', ['<%= SecureRandom.hex %>', '<%= SecureRandom.hex %>', '', '', '', '']],
  ])(
    'holds codes to confirm a sign-up where it computes %s of them, and each keeps its user out',
    async (_, values) => {
      const content = withColumn('confirmation_token', values)
      const codes = values.filter((value) => value !== '').length
      const { titles } = await columnsOf(content)
      expect(titles).toContain(
        `confirmation_token: (a code) (${codes}), empty (${6 - codes}). Not used. Have users with a code never confirmed their sign-up?`,
      )
      const column = { path: 'confirmation_token', target: 'disabled', values: ['(a code)'] }
      const mapping = JSON.stringify({ version: 1, columns: [column], fixedProvider: null })
      const { json } = await inspect({ 'users.yml': content, 'map.json': mapping }, ['--mapping', 'map.json'])
      expect(json).toMatchObject({ blocked: { disabled: codes } })
    },
  )

  test.each([
    ['bio', ['<%= Faker::Quote.yoda %>', '', '', '']],
    ['last_seen_at', [time, ago, time, time]],
    ['theme', ['dark', '<%= pick %>', 'light', 'light']],
  ])('is not asked about where it says nothing of the account, as %s', async (column, values) => {
    const { titles } = await columnsOf(withColumn(column, values))
    expect(titles.filter((title) => title.includes(column))).toEqual([])
  })
})

describe('an entry of YAML that cannot be parsed', () => {
  const broken = `dora:\n  id: 4\n  email: dora@acme.example\n  encrypted_password: 'a'b'\n`
  const twice = `dora:\n  id: 4\n  email: dora@acme.example\n  id: 5\n`

  test.each([
    ['between others', user('ann') + broken + user('benno')],
    ['with a field twice', user('ann') + twice + user('benno')],
    ['before all others', broken + user('ann') + user('benno')],
    ['behind all others', user('ann') + user('benno') + broken],
    [
      'in a list',
      `users:\n${(user('ann') + broken + user('benno')).replaceAll(/^(\w+):\n {2}/gm, '- ').replaceAll(/^ {2}/gm, '  ')}`,
    ],
  ])('is lost alone, %s', async (_, content) => {
    const { json } = await inspect({ 'users.yml': content })
    expect(json).toMatchObject({ users: 2, ready: 2, unreadable: 1 })
    expect(json).toMatchObject({ files: [{ controlTotals: { emails: { counted: 3, accounted: 3 } } }] })
  })

  test('names no option to continue with where nothing can be read', async () => {
    const { code, err } = await cli(['inspect', 'users.yml'], { cwd: folderOf({ 'users.yml': broken }) })
    expect([code, err]).toEqual([2, expect.stringContaining('This export contains no users')])
    expect(err).not.toContain('--allow-incomplete')
  })
})

import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Files of the staff of a company, in which users who have left keep their accounts. */

type Columns = Readonly<Record<string, (at: number) => string>>

/** The questions about values, and the users that are ready, of 20 users with these columns beside their logins. */
async function asked(columns: Columns, users = 20) {
  const names = Object.keys(columns)
  const rows = Array.from({ length: users }, (_, at) =>
    [at + 1, `u${at}@acme.example`, madeUpBcrypt(at), ...names.map((name) => columns[name]?.(at))].join(','),
  )
  const { json } = await inspect({ 'staff.csv': `id,email,password,${names.join(',')}\n${rows.join('\n')}\n` })
  const findings = (json?.['findings'] ?? []) as readonly { code: string; group: string; users: number }[]
  return findings
    .filter(({ code }) => code === 'unmapped-status')
    .map(({ group, users }) => `${group}: ${users}`)
    .toSorted()
}

/** The first value for 16 users, each other one for two. */
const rarely =
  (...[most = '', ...others]: readonly string[]) =>
  (at: number) =>
    others.find((_, place) => at % 10 === place) ?? most

test.each([
  ['EMPL_STATUS', ['A', 'T'], ['EMPL_STATUS=A: 18', 'EMPL_STATUS=T: 2']],
  ['STAT2', ['3', '0', '1'], ['STAT2=0: 2', 'STAT2=1: 2', 'STAT2=3: 16']],
  ['HR_STATUS', ['A', 'I'], ['HR_STATUS=A: 18', 'HR_STATUS=I: 2']],
  [
    'employment_status',
    ['Full-time', 'Terminated', 'Leaver'],
    ['employment_status=Leaver: 2', 'employment_status=Terminated: 2'],
  ],
  ['employee_status', ['Active', 'Retired', 'Part-time'], ['employee_status=Retired: 2']],
  ['Beschäftigungsstatus', ['Vollzeit', 'gekündigt', 'Elternzeit'], ['Beschäftigungsstatus=gekündigt: 2']],
])('the state of an employment is asked about: %s of %j', async (column, values, questions) => {
  expect(await asked({ [column]: rarely(...values) })).toEqual(questions)
})

test.each([
  ['employment_status', ['Employed', 'Retired', 'Student', 'Unemployed']],
  ['employment_status', ['Full-time', 'Part-time', 'Contractor']],
  ['occupation', ['Engineer', 'Retired', 'Teacher']],
  ['marital_status', ['S', 'M', 'D']],
  ['order_status', ['open', 'closed', 'cancelled']],
  ['stat2', ['17', '250', '31']],
  ['job_status', ['open', 'closed', 'filled']],
])('what its user does or has besides is no question: %s of %j', async (column, values) => {
  expect(await asked({ [column]: rarely(...values) })).toEqual([])
})

describe('the key of a state of employment', () => {
  const keys = rarely('1', '2', '4')
  const rows = Array.from(
    { length: 20 },
    (_, at) => `(${at + 1}, 'u${at}@acme.example', '${madeUpBcrypt(at)}', ${keys(at)})`,
  ).join(', ')
  const dump = (states: readonly string[]) =>
    `INSERT INTO users (id, email, password, employment_status_id) VALUES ${rows};\n` +
    `INSERT INTO employment_statuses (id, name) VALUES ${states.map((state, at) => `(${at + 1}, '${state}')`).join(', ')};\n`
  const found = async (files: Parameters<typeof inspect>[0]) => {
    const { json } = await inspect(files)
    const findings = (json?.['findings'] ?? []) as readonly { code: string; group: string }[]
    return findings.filter(({ code }) => code.startsWith('unmapped') || code === 'may-keep-out')
  }

  test('is asked about once and holds nobody back where no table has its words', async () => {
    expect(await asked({ employment_status_id: keys })).toEqual([])
    const [only, ...others] = await found({ 'users.sql': dump([]).split('\n')[0] ?? '' })
    expect([only?.code, others]).toEqual(['may-keep-out', []])
  })

  test('is asked about where one of its words says that the employment has ended', async () => {
    const questions = await found({ 'users.sql': dump(['Full time', 'Part time', 'Intern', 'Terminated']) })
    expect(questions.map(({ group }) => group)).toEqual(['employment_status_id=4 (Terminated)'])
  })

  test('is not where none does', async () => {
    expect(await found({ 'users.sql': dump(['Full time', 'Part time', 'Intern', 'Contract']) })).toEqual([])
  })
})

const start = () => '2015-03-01'
const ends = rarely('', '2019-05-31', '2091-05-31')

test.each([
  ['end_date', 'hire_date'],
  ['end_date', 'start_date'],
  ['fecha_fin', 'fecha_inicio'],
  ['date_fin', 'date_debut'],
  ['Enddatum', 'Eintrittsdatum'],
  ['data_zakończenia', 'data_zatrudnienia'],
  ['终止日期', '入职日期'],
])('a past %s beside a %s is asked about, and one to come is not', async (end, entry) => {
  expect(await asked({ [entry]: start, [end]: ends })).toEqual([`${end}=a past time: 2`])
})

test.each<readonly [Columns, readonly string[]]>([
  [{ EMPL_STATUS: (at) => (at > 70 ? 'T' : 'A') }, ['EMPL_STATUS=A: 71', 'EMPL_STATUS=T: 9']],
  [{ employment_status: (at) => (at > 70 ? 'Leaver' : 'Full-time') }, ['employment_status=Leaver: 9']],
  [{ hire_date: () => '2015-03-01', end_date: (at) => (at > 70 ? '2019-05-31' : '') }, ['end_date=a past time: 9']],
])('users who have left are asked about where they come late in the file: %j', async (columns, questions) => {
  expect(await asked(columns, 80)).toEqual(questions)
})

test.each(['employment', 'contract', 'hr.employment'])(
  'the end of an employment within an object is asked about: %s',
  async (path) => {
    const people = Array.from({ length: 20 }, (_, at) => {
      const period = { startDate: '2015-03-01', endDate: at % 10 === 0 ? '2019-05-31' : null }
      const within = path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), period)
      return { id: at + 1, email: `u${at}@acme.example`, password: madeUpBcrypt(at), ...Object(within) }
    })
    const { json } = await inspect({ 'staff.json': JSON.stringify(people) })
    expect(json).toMatchObject({ ready: 18, blocked: { 'unmapped-status': 2 } })
  },
)

test('an end that nobody has is no question', async () => {
  expect(await asked({ hire_date: () => '2015-03-01', end_date: () => '' })).toEqual([])
})

test('where all users have left, all are asked about at once', async () => {
  expect(await asked({ hire_date: start, end_date: () => '2019-05-31' })).toEqual(['end_date=a past time: 20'])
})

test.each<readonly [string, Columns]>([
  ['an end alone in a table of subscriptions', { plan: rarely('pro', 'free'), start_date: start, end_date: ends }],
  ['a subscription', { subscription_start: start, subscription_end_date: ends }],
  ['a trial', { start_date: start, trial_ends_at: ends }],
  ['a token', { start_date: start, token: (at) => (ends(at) === '' ? '' : `t${at}k`), token_expires_at: ends }],
  ['a birthday', { start_date: start, birth_date: () => '1980-05-31' }],
  ['a text', { start_date: start, end: rarely('', 'north', 'south') }],
])('the end of something else is no question: %s', async (_, columns) => {
  expect(await asked(columns)).toEqual([])
})

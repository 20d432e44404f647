import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

/* The reason of a state beside the state or its date: one fact, and no question for each text. */

const some = [1, 2, 3, 4, 5, 6]
const users = `user_id,email,role\n${some.map((at) => `p-${at},ann${at}@acme.example,student\n`).join('')}`
const reasons = ['', 'Health issues', '', 'Moved away', 'Family', 'Fees']
const codesOf = async (files: Readonly<Record<string, string>>) => {
  const { json } = await inspect(files)
  const findings = (json?.['findings'] ?? []) as readonly { readonly code: string; readonly group: string }[]
  return findings.filter(({ code }) => code === 'unmapped-status').map(({ group }) => group.replace(/=.*/, ''))
}
const students = (head: string, row: (isOff: boolean, reason: string) => string) =>
  `student_id,user_id,${head}\n${some.map((at) => `s-${at},p-${at},${row(reasons[at - 1] !== '', reasons[at - 1] ?? '')}\n`).join('')}`

test.each([
  ['status,dropout_date,dropout_reason', 'dropped_out', '2024-09-18'],
  ['state,dropout_on,dropout_motivo', 'dropped_out', '2024-09-18'],
])('is asked about by the status and the date alone: %s', async (head, status, date) => {
  const row = (isOff: boolean, reason: string) => `${isOff ? status : 'active'},${isOff ? date : ''},${reason}`
  const groups = await codesOf({ 'users.csv': users, 'students.csv': students(head, row) })
  expect(groups.length).toBeGreaterThan(0)
  expect(groups.join()).not.toMatch(/reason|motivo/)
})

test('is asked about where nothing else says who left, or where it has more', async () => {
  const alone = students('dropout_reason', (_, reason) => reason)
  expect((await codesOf({ 'users.csv': users, 'students.csv': alone })).join()).toContain('dropout_reason')
  const more = students(
    'dropout_date,dropout_reason',
    (_, reason) => `${reason === 'Fees' ? '2024-09-18' : ''},${reason}`,
  )
  expect((await codesOf({ 'users.csv': users, 'students.csv': more })).join()).toContain('dropout_reason')
})

import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

const csv = (...lines: readonly string[]) => `${lines.join('\n')}\n`
const family = '+14155552671'

test('users with an email of their own and the phone number of an earlier user keep their login', async () => {
  const { json, out } = await inspect({
    'users.csv': csv(
      'id,email,phone',
      `1,ann@acme.example,${family}`,
      `2,ben@acme.example,${family}`,
      '3,cy@acme.example,',
    ),
  })
  expect(json, out).toMatchObject({
    users: 3,
    ready: 3,
    blocked: {},
    findings: expect.arrayContaining([expect.objectContaining({ code: 'shared-phone', users: 1, blocks: false })]),
  })
})

test('in two files as well, and not the one of them whose number the export calls verified', async () => {
  const { json, out } = await inspect({
    'one.csv': csv('id,email,phone,phone_verified', `1,ann@acme.example,${family},false`),
    'other.csv': csv(
      'id,email,phone,phone_verified',
      `7,ben@acme.example,${family},false`,
      `8,cy@acme.example,${family},true`,
    ),
  })
  expect(json, out).toMatchObject({ users: 3, ready: 2, blocked: { duplicate: 1 } })
})

test('users whom only the number lets in still need a decision', async () => {
  const { json, out } = await inspect({
    'users.csv': csv('id,email,phone', `1,ann@acme.example,${family}`, `2,,${family}`),
  })
  expect(json, out).toMatchObject({ users: 2, ready: 1, blocked: { duplicate: 1 } })
})

test('the number is that of the later user where the earlier one stays behind', async () => {
  const users = csv(
    'id,email,phone,disabled',
    `1,ann@acme.example,${family},true`,
    `2,ben@acme.example,${family},false`,
    `3,cy@acme.example,+14155552672,false`,
  )
  const phonesLeftOut = async (decision: string) => {
    const { json } = await inspect({ 'users.csv': users }, ['--decide', decision])
    return JSON.stringify(json?.['findings']).includes('"shared-phone"')
  }
  expect([await phonesLeftOut('disabled=migrate'), await phonesLeftOut('disabled=exclude')]).toEqual([true, false])
})

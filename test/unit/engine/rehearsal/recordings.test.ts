import { describe, expect, test } from 'vitest'
import { clientDifferences } from '../../../../scripts/check-recordings/client-reading.ts'
import { differences } from '../../../../scripts/check-recordings/compare.ts'
import { parseRecordings, type Recording } from '../../../../scripts/check-recordings/recording.ts'
import { translate, translateText } from '../../../../scripts/check-recordings/translation.ts'

const [first, second] = ['0e4f5a6b-1c2d-4e3f-8a9b-000000000001', '0e4f5a6b-1c2d-4e3f-8a9b-000000000002']

describe('comparing a replayed reply with the recorded one', () => {
  test('learns ids, and translates later requests', () => {
    const translation = new Map<string, string>()
    const recorded = { id: first, timeJoined: 1_700_000_000_000, count: 7 }
    const replayed = { id: second, timeJoined: 1_800_000_000_000, count: 0 }
    expect(differences(recorded, replayed, translation)).toEqual([])
    expect([
      translate({ userId: first, list: [first, 'x', 1] }, translation),
      translateText(`/user/id?userId=${first}`, translation),
    ]).toEqual([{ userId: second, list: [second, 'x', 1] }, `/user/id?userId=${second}`])
  })

  test.each([
    ['another status', { status: 'OK' }, { status: 'NO' }, 'status: expected "OK", replayed "NO"'],
    ['a missing field', { a: 1, b: 2 }, { a: 1 }, 'b: missing in the replay'],
    ['a new field', { a: 1 }, { a: 1, b: 2 }, 'b: not recorded'],
    ['another type', { a: true }, { a: 'true' }, 'a: recorded true, replayed "true"'],
    ['null for a text', { a: 'x' }, { a: null }, 'a: recorded "x", replayed null'],
    ['another length', { a: [] }, { a: [1] }, 'a: 0 entries became 1'],
    ['no id where one was', { user: { id: first } }, { user: { id: 'x' } }, 'user.id: replayed "x" is no id'],
    ['an object for a list', { a: [] }, { a: {} }, 'a: recorded [], replayed {}'],
    ['another number', { codeLifetime: 900_000 }, { codeLifetime: 1 }, 'codeLifetime: recorded 900000, replayed 1'],
  ])('finds %s', (_, recorded, replayed, difference) => {
    expect(differences(recorded, replayed, new Map())).toEqual([difference])
  })

  test('finds one id that became two', () => {
    const recorded = { id: first, recipeUserId: first }
    const found = differences(recorded, { id: second, recipeUserId: first }, new Map())
    expect(found).toEqual([`recipeUserId: expected "${second}", replayed "${first}"`])
  })
})

function recorded(path: string, status: number, reply: object | string): Recording {
  const isText = typeof reply === 'string'
  return {
    name: 'made up',
    request: { method: path === '/apiversion' ? 'GET' : 'POST', path, headers: {} },
    response: {
      status,
      contentType: isText ? 'text/html;charset=UTF-8' : 'application/json;charset=UTF-8',
      ...(isText ? { text: reply } : { json: reply }),
    },
  }
}

describe('the client reads a recorded reply as the rules want it', () => {
  test.each([
    recorded('/apiversion', 200, { versions: ['3.1', '2.21'] }),
    recorded('/apiversion', 401, 'Invalid API key\n'),
    recorded('/recipe/signinup', 200, { status: 'OK', createdNewUser: true, user: { id: first } }),
    recorded('/recipe/signinup/code/consume', 200, { status: 'RESTART_FLOW_ERROR' }),
    recorded('/recipe/signin', 200, { status: 'WRONG_CREDENTIALS_ERROR' }),
    recorded('/recipe/signinup/code', 400, 'Invalid Json Input\n'),
    recorded('/recipe/signinup/code', 404, 'Not found\n'),
    recorded('/recipe/user/passwordhash/import', 500, 'Internal Error\n'),
  ])('$request.path, $response.status', (recording) => {
    expect(clientDifferences(recording)).toEqual([])
  })
})

test('a file of recordings is read line by line, and a broken line is named', () => {
  const line = JSON.stringify(recorded('/hello', 200, 'Hello\n'))
  expect([parseRecordings(`${line}\n\n${line}\n`), parseRecordings(`${line}\n{"name":1}\n`)]).toEqual([
    { ok: true, value: [recorded('/hello', 200, 'Hello\n'), recorded('/hello', 200, 'Hello\n')] },
    { ok: false, error: { code: 'recordings-invalid', message: 'Line 2 is not a recorded exchange.' } },
  ])
})

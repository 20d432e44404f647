import { expect, test } from 'vitest'
import { jsonFault } from '../../../../electron/engine/reading/json/json-fault.ts'

const none = /(?!)/y
const faultOf = (text: string) => jsonFault(text, none)

test.each([
  ['{"zip": 01234}', 8, 'a number begins with 0'],
  ['{"a": 1,}', 8, 'a comma stands before a closing bracket'],
  ['{"a": "x" "b": 1}', 10, 'a comma is missing between two values'],
  ['{"a": 1 "b": 1}', 8, 'a comma is missing between two values'],
  ['{"a": "Ann "the boss" Kiss"}', 12, 'a text ends before its value does'],
  ['{"a": NaN}', 6, 'a word stands in place of a value'],
  ['{"a": True}', 6, 'a word stands in place of a value'],
  ['{"a": +1}', 6, 'a number is not written as JSON has numbers'],
  ['{"a": 1.}', 6, 'a number is not written as JSON has numbers'],
  ['{"a": }', 6, 'a value is missing'],
  ['{"a": [1, , 2]}', 10, 'a value is missing'],
  ['{a: 1}', 1, 'the name of a field is not in double quotation marks'],
  ["{'a': 1}", 1, 'the name of a field is not in double quotation marks'],
  [`{"a": 'x'}`, 6, 'a text is in other quotation marks than double ones'],
  ['{"a" 1}', 5, 'a colon is missing behind the name of a field'],
  ['{"a": "C:\\users"}', 9, 'a backslash in a text stands before a sign'],
  ['{"a": "x\ty"}', 8, 'a text has a line end, a tab or another control character'],
  ['{"a": [1}', 8, 'a bracket closes what another kind of bracket opened'],
  ['{"a": [1', 8, 'it ends before its last bracket'],
])('%s', (text, at, what) => {
  const fault = faultOf(text)
  expect(fault?.at).toBe(at)
  expect(fault?.text).toContain(what)
})

test('a text has a fault where the parser refuses it, and nowhere else', () => {
  const whole = '{"a": [1, -2.5e3, "x\\u00e9\\n", {"b": {}, "c": []}], "d": true, "e": null, "f": "" }'
  expect(faultOf(whole)).toBeNull()
  for (const piece of ['', ',', '"', '{', ']', '0', '-', 'x', '\\', ':', '.', ' '])
    for (let at = 0; at < whole.length; at += 1) {
      const text = whole.slice(0, at) + piece + whole.slice(at + 1)
      expect([text, faultOf(text) === null]).toEqual([text, isJson(text)])
    }
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

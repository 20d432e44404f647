import { expect, test } from 'vitest'
import { readEmbedded, valueAt } from '../../../shared/mapping/value-at.ts'

test.each<[string, string, unknown]>([
  ['yes and no', 'a:2:{s:6:"banned";b:1;s:4:"paid";b:0;}', { banned: true, paid: false }],
  ['a text with signs of its own', 'a:1:{s:4:"name";s:9:"a";}{"b€";}', { name: 'a";}{"b€' }],
  ['numbers and nothing', 'a:3:{s:1:"a";i:-5;s:1:"b";d:1.5;s:1:"c";N;}', { a: -5, b: 1.5, c: null }],
  ['a number of more digits', 'a:1:{s:1:"a";i:9007199254740993123;}', { a: '9007199254740993123' }],
  ['a list', 'a:2:{i:0;s:1:"x";i:1;a:1:{s:1:"y";i:1;}}', ['x', { y: 1 }]],
  ['an object of a class', 'O:8:"stdClass":1:{s:5:"email";s:3:"a@b";}', { email: 'a@b' }],
  ['a member that is not public', 'O:4:"User":1:{s:10:"\0User\0mail";s:3:"a@b";}', { mail: 'a@b' }],
  ['nothing', 'a:0:{}', {}],
  [
    'pairs of hstore',
    '"status"=>"active", "note"=>"a \\"b\\", c", "x"=>NULL',
    { status: 'active', note: 'a "b", c', x: null },
  ],
])('what PHP and PostgreSQL write is read: %s', (_, text, value) => {
  expect(readEmbedded(text)).toEqual(value)
})

test.each([
  ['one that was cut', 'a:2:{s:6:"banned";b:1;'],
  ['a wrong length', 'a:1:{s:9:"banned";b:1;}'],
  ['something behind it', 'a:1:{s:6:"banned";b:1;} and more'],
  [
    'codes for names, as sessions have them',
    `a:1:{s:64:"${'0123456789abcdef'.repeat(4)}";a:1:{s:2:"ip";s:9:"127.0.0.1";}}`,
  ],
  ['a hash of XenForo', 'a:1:{s:4:"hash";s:3:"abc";}'],
  ['a sentence', 'a:1 is the ratio'],
  ['a quotation', '"Yes" => she said'],
  ['more levels than users have', `${'a:1:{i:0;'.repeat(60)}N;${'}'.repeat(60)}`],
])('other texts stay texts: %s', (_, text) => {
  expect(readEmbedded(text)).toBeNull()
})

test('paths lead into them', () => {
  expect(valueAt({ data: 'a:1:{s:4:"mail";s:3:"a@b";}' }, 'data.mail')).toBe('a@b')
  expect(valueAt({ data: 'a:1:{s:9:"__proto__";i:1;}' }, 'data.polluted')).toBeUndefined()
})

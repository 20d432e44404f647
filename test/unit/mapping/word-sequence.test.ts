import { expect, test } from 'vitest'
import { isSequence, oneOf, oneOrNone } from '../../../shared/mapping/names/composed/word-sequence.ts'

const places = [oneOrNone('date|data'), oneOrNone('d|de|da'), oneOf('creation|create'), oneOrNone('users?')]

test.each(['creation', 'datecreation', 'dadcreateuser', 'datedecreationusers'])(
  '%s is a word of each place, or none where none is needed',
  (name) => {
    expect(isSequence(name, [oneOrNone('da'), ...places])).toBe(true)
  },
)

test.each(['', 'date', 'creationdate', 'datecreations', 'xcreation', 'creationcreate'])(
  '%s lacks a word, has one too many or in another order',
  (name) => {
    expect(isSequence(name, places)).toBe(false)
  },
)

test('a word is given up for a shorter one where the next place needs its letters', () => {
  expect(isSequence('userstate', [oneOf('users?'), oneOf('state|tate')])).toBe(true)
  expect(isSequence('userstate', [oneOf('users'), oneOf('tate')])).toBe(true)
  expect(isSequence('userstate', [oneOf('users'), oneOf('state')])).toBe(false)
})

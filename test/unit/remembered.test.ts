import { expect, test } from 'vitest'
import { remembered, rememberedOf } from '../../shared/remembered.ts'

function counting() {
  const asked: string[] = []
  const answer = remembered((text) => {
    asked.push(text)
    return text === '' ? null : { length: text.length }
  })
  return { asked, answer }
}

test('a text is judged once, also where the answer is null', () => {
  const { asked, answer } = counting()
  expect([answer('a'), answer(''), answer('a'), answer('')]).toEqual([{ length: 1 }, null, { length: 1 }, null])
  expect(asked).toEqual(['a', ''])
  expect(answer('a')).toBe(answer('a'))
})

test('long texts are judged each time', () => {
  const { asked, answer } = counting()
  const long = 'a'.repeat(201)
  expect([answer(long), answer(long)]).toEqual([{ length: 201 }, { length: 201 }])
  expect(asked).toEqual([long, long])
})

test('answers to many texts are not all kept, and stay right', () => {
  const { asked, answer } = counting()
  const texts = Array.from({ length: 5000 }, (_, at) => 'a'.repeat(at % 7) + at)
  const right = texts.map(({ length }) => ({ length }))
  expect([texts.map(answer), texts.map(answer)]).toEqual([right, right])
  expect(asked.length).toBeGreaterThan(texts.length)
})

test('a text is judged once for each first text', () => {
  const asked: string[] = []
  const answer = rememberedOf((of, text) => {
    asked.push(of + text)
    return `${of} ${text}`
  })
  expect([answer('a', 'x'), answer('b', 'x'), answer('a', 'x')]).toEqual(['a x', 'b x', 'a x'])
  expect(asked).toEqual(['ax', 'bx'])
  for (let at = 0; at < 200; at += 1) answer(`${at}`, 'x')
  expect(answer('a', 'y')).toBe('a y')
})

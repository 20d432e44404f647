import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ProblemNotice } from '../../../renderer/components/notices/notice.tsx'

const shown = (of: Parameters<typeof ProblemNotice>[0]['of']) =>
  renderToStaticMarkup(createElement(ProblemNotice, { of }))

const problem = { code: 'disk-full', message: 'The disk is full.' }
const nothing = () => undefined

test('the failure of an action can be dismissed, that of a query loaded again', () => {
  expect(shown({ problem: null, dismiss: nothing })).toBe('')
  const ofAction = shown({ problem, dismiss: nothing })
  const ofQuery = shown({ problem, reload: nothing })
  expect(
    [ofAction, ofQuery].map((text) => [text.includes('The disk is full.'), text.includes('role="alert"')]),
  ).toEqual([
    [true, true],
    [true, true],
  ])
  expect([ofAction, ofQuery].map((text) => [text.includes('Dismiss'), text.includes('Try again')])).toEqual([
    [true, false],
    [false, true],
  ])
})

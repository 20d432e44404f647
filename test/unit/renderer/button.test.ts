import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from '../../../renderer/components/controls/button.tsx'

const attributes = (props: Parameters<typeof Button>[0]) =>
  [
    ...renderToStaticMarkup(createElement(Button, props, 'Save')).matchAll(
      / (disabled|aria-(?!hidden)[a-z]+|data-tip)="([^"]*)"/g,
    ),
  ]
    .map(([, name, value]) => `${name}=${value}`)
    .toSorted()

test('a button that cannot be pressed keeps its place for the Tab key and says why', () => {
  expect(attributes({ disabled: 'Load an export first.' })).toEqual([
    'aria-description=Load an export first.',
    'aria-disabled=true',
    'data-tip=Load an export first.',
  ])
  expect(attributes({ disabled: null })).toEqual([])
  expect(attributes({ disabled: 'Load an export first.', busy: true })).toEqual([
    'aria-busy=true',
    'aria-disabled=true',
  ])
})

test('the filled button of whatever is open is the one that Ctrl with Enter presses', () => {
  const isPressed = (variant: 'primary' | 'plain') =>
    renderToStaticMarkup(createElement(Button, { variant }, 'Save')).includes('data-primary')
  expect([isPressed('primary'), isPressed('plain')]).toEqual([true, false])
})

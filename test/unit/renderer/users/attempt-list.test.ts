import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AttemptList } from '../../../../renderer/components/users/user/call-list.tsx'

const attempt = { target: null, at: Date.UTC(2026, 10, 30, 12), httpStatus: 200, status: 'OK', message: '', ms: 12 }

function shown(change: Partial<Parameters<typeof AttemptList>[0]['attempts'][number]>): string {
  const attempts = [{ ...attempt, operation: 'look-up', outcome: 'success', ...change }]
  const [, head = '', facts = ''] = renderToStaticMarkup(createElement(AttemptList, { attempts })).split('<p ')
  return [head, facts]
    .map((html) =>
      `<${html}`
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .join(' | ')
}

test('a web page in place of an answer is named, not shown', () => {
  const message = '<html> <head><title>503 Service Unavailable</title></head> </html>'
  const attempts = [{ ...attempt, operation: 'look-up', outcome: 'html', httpStatus: 503, status: null, message }]
  const html = renderToStaticMarkup(createElement(AttemptList, { attempts }))
  expect([html.includes('503 Service'), html.includes('A web page was returned instead of an answer.')]).toEqual([
    false,
    true,
  ])
})

test('what was sent for a user, and what came of it, is told in words', () => {
  expect([
    shown({}),
    shown({ operation: 'import-hash', outcome: 'server-error', httpStatus: 500, status: null }),
    shown({ operation: 'third-party', outcome: 'timeout', httpStatus: null, status: null }),
    shown({ operation: 'consume-code', outcome: 'restart', status: 'RESTART_FLOW_ERROR', target: 'core.example' }),
  ]).toEqual([
    expect.stringMatching(/^200 Look up the user 12 ms \| .* · OK$/),
    expect.stringMatching(/^500 Import with the password hash 12 ms \| .*\d\d$/),
    expect.stringMatching(/^No reply Create with a provider 12 ms \| .* · No answer in time$/),
    expect.stringMatching(/^200 Use the code 12 ms \| .* · core\.example · The code had expired · RESTART_FLOW_ERROR$/),
  ])
})

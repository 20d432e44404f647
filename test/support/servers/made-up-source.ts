import * as z from 'zod'
import { ok } from '../../../shared/result.ts'
import { anySource } from '../../../electron/engine/fetching/any-source.ts'
import type {
  AnyFetchSource,
  FetchFormat,
  FetchReply,
  JsonObject,
  OpenSource,
} from '../../../electron/engine/fetching/source.ts'

/** A page of a test: its users, or other replies that come before it. */
export type MadeUpPage = { readonly users: readonly JsonObject[]; readonly before?: readonly FetchReply[] }

/** Users that are told apart by `id`, some of them longer than others. */
export function madeUpUsers(count: number, from = 1): readonly JsonObject[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `u${from + index}`,
    email: `person-${from + index}@example.com`,
    name: 'é'.repeat((from + index) % 7),
  }))
}

/** A made-up source: its pages are numbered, and the number of the next one is the cursor. */
export function madeUpSource(
  pages: readonly MadeUpPage[],
  more: Partial<OpenSource> & { readonly format?: FetchFormat; readonly hear?: (what: string) => void } = {},
): AnyFetchSource {
  const { format, hear = () => undefined, ...open } = more
  const answered = new Map<number, number>()
  return anySource({
    name: 'made-up',
    title: 'Made up',
    summary: 'Users that a test makes up',
    settings: z.object({ place: z.string().optional(), size: z.enum(['small', 'large']).optional() }),
    options: [
      { name: 'place', label: 'Place', hint: 'Where the users are', required: false, example: 'here', kind: 'text' },
      {
        name: 'size',
        label: 'Size',
        hint: 'How many there are',
        required: false,
        example: 'small',
        kind: 'choice',
        choices: ['small', 'large'],
      },
    ],
    secrets: [
      { name: 'word', label: 'Password', required: false, variable: 'MADE_UP_PASSWORD', fileOption: 'password-file' },
    ],
    example: '--place here',
    key: ({ id }) => (typeof id === 'string' ? id : null),
    ...(format === undefined ? {} : { format }),
    destination: ({ place = 'nowhere' }) => ok(`https://${place}.example.com`),
    open: (_settings, secrets) => {
      hear(`open ${secrets['word'] ?? ''}`.trim())
      return Promise.resolve({
        kind: 'opened',
        source: {
          total: pages.reduce((sum, { users }) => sum + users.length, 0),
          page: (cursor) => {
            hear(`page ${cursor ?? '0'}`)
            const number = Number(cursor ?? '0')
            const { users = [], before = [] } = pages[number] ?? {}
            const times = answered.get(number) ?? 0
            answered.set(number, times + 1)
            const next = number + 1 < pages.length ? String(number + 1) : null
            return Promise.resolve(before[times] ?? { kind: 'page', records: users, next })
          },
          close: () => {
            hear('close')
            return Promise.resolve()
          },
          ...open,
        },
      })
    },
  })
}

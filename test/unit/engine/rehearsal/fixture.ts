import {
  allFeatures,
  type Answer,
  type CoreContext,
  type CoreReply,
} from '../../../../electron/engine/rehearsal/context.ts'
import type { Random } from '../../../../electron/engine/rehearsal/random.ts'
import { createCodes, createVerificationTokens } from '../../../../electron/engine/rehearsal/store/codes.ts'
import { createLinks } from '../../../../electron/engine/rehearsal/store/links.ts'
import { createPeople } from '../../../../electron/engine/rehearsal/store/people.ts'
import { createStagedUsers } from '../../../../electron/engine/rehearsal/store/staged-users.ts'
import { createTenants, createUserIds } from '../../../../electron/engine/rehearsal/store/stored-user.ts'
import { createUsers } from '../../../../electron/engine/rehearsal/store/users.ts'

/** Counts up: `00000000-0000-4000-8000-000000000001` and so on. */
export function countingRandom(): Random {
  let count = 0
  return {
    bytes(length) {
      count += 1
      const drawn = Buffer.alloc(length)
      drawn.writeUInt32BE(count, length - 4)
      return drawn
    },
    uuid() {
      count += 1
      return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
    },
  }
}

export const joined = 1_700_000_000_000

/** An empty core whose clock stands still until a test moves it. */
export function coreContext(change: Partial<CoreContext> = {}): CoreContext {
  return {
    users: createUsers(),
    userIds: createUserIds(),
    links: createLinks(),
    features: allFeatures,
    people: createPeople(),
    tenants: createTenants(),
    staged: createStagedUsers(),
    codes: createCodes(),
    verificationTokens: createVerificationTokens(),
    clock: () => joined,
    random: countingRandom(),
    apiKey: 'rehearsal-key-rehearsal',
    signerKey: null,
    connections: { lost: 0 },
    basePath: '',
    ...change,
  }
}

export type Asked = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

/** Asks the pure core: a POST with key and content type unless the test says otherwise. */
export async function ask(answer: Answer, pathAndQuery: string, asked: Asked = {}): Promise<CoreReply> {
  const [path = '', query = ''] = pathAndQuery.split('?')
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'api-key': 'rehearsal-key-rehearsal',
    ...asked.headers,
  }
  const body = typeof asked.body === 'string' ? asked.body : JSON.stringify(asked.body ?? {})
  return answer({ method: asked.method ?? 'POST', path, query, headers, body })
}

/** The same, with what matters of the reply: the status, and the body as JSON or as text without its newline. */
export async function asked(answer: Answer, path: string, what: Asked = {}): Promise<readonly [number, unknown]> {
  const reply = await ask(answer, path, what)
  const isJson = reply.contentType.startsWith('application/json')
  return [reply.status, isJson ? (JSON.parse(reply.body) as unknown) : reply.body.trimEnd()]
}

/** Kinds of requests that counters and faults tell apart. */
export const operations = [
  'code',
  'consume',
  'update',
  'third-party',
  'import',
  'sign-in',
  'list-users',
  'bulk-stage',
  'bulk-list',
  'bulk-count',
  'bulk-remove',
  'other',
] as const
export type Operation = (typeof operations)[number]

const endings: readonly (readonly [method: string, ending: string, operation: Operation])[] = [
  ['POST', '/recipe/signinup/code/consume', 'consume'],
  ['POST', '/recipe/signinup/code', 'code'],
  ['POST', '/recipe/user/passwordhash/import', 'import'],
  ['POST', '/recipe/signinup', 'third-party'],
  ['PUT', '/recipe/user', 'update'],
  ['POST', '/recipe/signin', 'sign-in'],
  ['POST', '/bulk-import/users', 'bulk-stage'],
  ['GET', '/bulk-import/users', 'bulk-list'],
  ['GET', '/users', 'list-users'],
  ['GET', '/bulk-import/users/count', 'bulk-count'],
  ['POST', '/bulk-import/users/remove', 'bulk-remove'],
]

/** Names the operation of a request, whatever base path, app and tenant stand before it. */
export function operationOf(method: string, path: string): Operation {
  const plain = (path.endsWith('/') ? path.slice(0, -1) : path).toLowerCase()
  for (const [wantedMethod, ending, operation] of endings) {
    if (method === wantedMethod && plain.endsWith(ending)) return operation
  }
  return 'other'
}

export function noRequests(): Record<Operation, number> {
  return {
    code: 0,
    consume: 0,
    update: 0,
    'third-party': 0,
    import: 0,
    'sign-in': 0,
    'list-users': 0,
    'bulk-stage': 0,
    'bulk-list': 0,
    'bulk-count': 0,
    'bulk-remove': 0,
    other: 0,
  }
}

import type { OperationName } from './operations.ts'

/*
 * A request or a reply of bulk import holds the secrets of thousands. Taking every one of them out of a text that a core
 * chose costs seconds, so nothing of such a text is kept but sentences that are known to hold none.
 */

/** Requests and replies of this operation hold the secrets of many users. */
export function quotesMany(operation: OperationName): boolean {
  return operation === 'bulk-stage' || operation === 'bulk-list'
}

const knownMessages: readonly RegExp[] = [
  /'firebase_password_hashing_signer_key' cannot be null/,
  /This API is not supported in the in-memory database\./,
  /You can only add \d{1,6} users at a time\./,
  /Only public tenantId can call this app specific API/,
  /AppId or tenantId not found/,
  /Invalid API key/,
  /Method not supported/,
  /^\s*Not found\s*$/,
  /cdi-version [\d.]{1,12} not supported/,
  /Field name '(?:users|ids)' is invalid in JSON input/,
  /Max limit allowed is \d{1,6}/,
  /Invalid Json Input/,
]

/** The known sentence in a reply to bulk import; else that there was another one. */
export function bulkMessage(body: string, status: number): string {
  const start = body.slice(0, 2000)
  for (const saying of knownMessages) {
    const found = saying.exec(start)?.[0]
    if (found !== undefined) return found.trim()
  }
  const what = body.trim() === '' ? 'without a text' : 'with a text that is not kept, because it may quote secrets'
  return `HTTP ${status} ${what}.`
}

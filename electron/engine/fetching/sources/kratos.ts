import { ok } from '../../../../shared/result.ts'
import { caFile, type OptionTable, requiredText } from '../option-table.ts'
import { isObject, type JsonObject, type OpenSource } from '../source.ts'
import { apiSource, type OpenApi } from '../web/api-source.ts'
import { isHeaderText } from '../web/access-token.ts'
import { createCursorGuard, jsonObjects, nextLink, objectsIn, textIn, unreadableLink, without } from '../web/pages.ts'
import { type ApiSayings, failed } from '../web/web-client.ts'

/*
 * Ory Kratos and Ory Network through `GET /admin/identities`. Looked up 2026-11-23 in github.com/ory/kratos of 2026-07-29:
 * - spec/api.json: `page_size` up to 500 (250 by default), `page_token` from the `Link` header, `include_credential`.
 * - identity/identity.go, WithDeclassifiedCredentials: `password` comes with its hash; `oidc` with ids at providers, and with
 *   their first tokens, which cannot be left out of the request and are left out of the file; all other credentials come
 *   without their contents, with the identifiers of logins by code.
 * Not confirmed: that every version and Ory Network take `include_credential` in the list. A note says when no hash came.
 */

const options = {
  address: {
    schema: requiredText,
    label: 'Admin API',
    hint: 'Address of the admin API, or of the project in Ory Network',
    example: 'http://127.0.0.1:4434',
    kind: 'text',
    value: 'URL',
  },
  ...caFile,
} as const satisfies OptionTable

const sayings: ApiSayings = {
  title: 'Kratos',
  unauthorized:
    'Kratos refused the API key. Ory Network needs one that begins with ory_pat_: --token-file or ORY_API_KEY.',
  forbidden: 'The API key may not list identities. Create one for this project.',
  notFound: 'There is no admin API of Kratos at this address. It is on another port than the public one, usually 4434.',
}

export const kratos = apiSource({
  name: 'kratos',
  title: 'Ory Kratos',
  summary: 'Identities with password hashes and IDs at providers, from the admin API or Ory Network',
  options,
  sayings,
  secrets: [
    {
      name: 'token',
      label: 'API key of Ory Network',
      required: false,
      variable: 'ORY_API_KEY',
      fileOption: 'token-file',
    },
  ],
  example: '--address http://127.0.0.1:4434',
  key: (record) => textIn(record, 'id'),
  address: ({ address }) => ok(address.replace(/\/admin\/?$/, '')),
  caFile: (settings) => settings['ca-file'],
  open: openKratos,
})

function openKratos({ base, secrets, client }: OpenApi<typeof options>) {
  const token = secrets['token'] ?? ''
  if (token !== '' && !isHeaderText(token)) return failed('unauthorized', sayings.unauthorized)
  const headers: Readonly<Record<string, string>> = token === '' ? {} : { authorization: `Bearer ${token}` }
  const guard = createCursorGuard(sayings.title)
  let identities = 0
  let hashes = 0

  const page: OpenSource['page'] = async (cursor, signal) => {
    const query = `${cursor ?? 'page_size=250'}&include_credential=password&include_credential=oidc`
    const reply = await client.send({ method: 'GET', address: `${base}/admin/identities?${query}`, headers }, signal)
    if (reply.kind !== 'reply') return reply
    const read = client.read(reply, jsonObjects)
    if (read.kind !== 'value') return read
    const link = nextLink(reply.headers['link'])
    const next = link.kind === 'next' ? placeIn(link.query) : null
    if (link.kind !== 'none' && next === null) return unreadableLink(sayings.title)
    const refusal = guard(cursor, next)
    if (refusal !== null) return refusal
    identities += read.value.length
    hashes += read.value.filter(hasHash).length
    return { kind: 'page', records: read.value.map(withoutTokens), next }
  }
  const notes = () => (identities > 0 && hashes === 0 ? [noHashes] : [])
  return { total: null, page, notes }
}

const noHashes =
  'No identity came with a password hash: nobody has a password, or this version of Kratos does not include credentials in the list. Fetch the table identity_credentials from its database instead.'

/** Where the next page begins, of the query of its link; newer versions have a token, older ones the number of a page. */
function placeIn(query: string): string | null {
  const kept = [...new URLSearchParams(query)].filter(([name]) => places.has(name))
  return kept.some(([name]) => name === 'page_token' || name === 'page') ? new URLSearchParams(kept).toString() : null
}

const places = new Set(['page_token', 'page_size', 'page', 'per_page'])

function configOf(identity: JsonObject, type: string): JsonObject | null {
  const credentials = identity['credentials']
  const credential = isObject(credentials) ? credentials[type] : null
  const config = isObject(credential) ? credential['config'] : null
  return isObject(config) ? config : null
}

function hasHash(identity: JsonObject): boolean {
  const config = configOf(identity, 'password')
  return config !== null && textIn(config, 'hashed_password') !== null
}

const tokens = ['initial_id_token', 'initial_access_token', 'initial_refresh_token']

/** An identity without the tokens that third parties gave out at its first login. */
function withoutTokens(identity: JsonObject): JsonObject {
  const { credentials } = identity
  const config = configOf(identity, 'oidc')
  if (config === null || !isObject(credentials) || !isObject(credentials['oidc'])) return identity
  const providers = objectsIn(config, 'providers').map((provider) => without(provider, tokens))
  const oidc = { ...credentials['oidc'], config: { ...config, providers } }
  return { ...identity, credentials: { ...credentials, oidc } }
}

import * as z from 'zod'
import { ok } from '../../../../shared/result.ts'
import { optionalText, type OptionTable, checkbox } from '../option-table.ts'
import type { JsonObject, OpenSource } from '../source.ts'
import { apiSource, type OpenApi } from '../web/api-source.ts'
import { type FirebaseProject, firebaseProject, readHashParameters } from '../web/firebase-project.ts'
import { createCursorGuard, jsonObjects, textIn, without } from '../web/pages.ts'
import { type ApiSayings, type WebClient } from '../web/web-client.ts'

/*
 * Firebase Authentication through the Identity Toolkit API. Looked up 2026-11-23:
 * - cloud.google.com/identity-platform/docs/reference/rest/v1/projects.accounts/batchGet: at most 1000 accounts a page;
 *   `nextPageToken` is blank on the last; permission firebaseauth.users.get; without further permissions the hashes are
 *   redacted.
 * - cloud.google.com/iam/docs/roles-permissions/firebaseauth: firebaseauth.configs.getHashConfig is in Firebase
 *   Authentication Admin, not in the viewer.
 * - Requests of `firebase auth:export` and the emulator of firebase-tools 15.34.2: config at /admin/v2, version of hashes.
 * Not confirmed: how many requests a second a project may make. A 429 is obeyed.
 */

const options = {
  project: {
    schema: optionalText,
    label: 'Project ID',
    hint: 'ID of the project',
    fallback: 'that of the service account',
    example: 'my-project',
    kind: 'text',
    value: 'ID',
  },
  tenant: {
    schema: optionalText,
    label: 'Tenant ID',
    hint: 'Users of one tenant of Identity Platform; without it those of the project, who are in no tenant. Fetch each tenant into a file of its own',
    example: 'customer-a1b2c',
    kind: 'text',
    value: 'ID',
  },
  'without-hash-parameters': {
    schema: checkbox,
    label: 'Without hash parameters',
    hint: 'Fetch users although the hash parameters of the project cannot be read',
    kind: 'checkbox',
  },
  emulator: {
    schema: optionalText,
    label: 'Emulator',
    hint: 'Host and port of the Firebase emulator, which needs no service account',
    example: '127.0.0.1:9099',
    kind: 'text',
    value: 'HOST:PORT',
  },
  address: {
    schema: optionalText,
    label: 'API address',
    hint: 'Another address of the Identity Toolkit API',
    fallback: 'https://identitytoolkit.googleapis.com',
    example: 'https://identity.example.com',
    kind: 'text',
    value: 'URL',
  },
} as const satisfies OptionTable

const sayings: ApiSayings = {
  title: 'Firebase',
  unauthorized: 'Firebase refused the service account. Create a new key file for it.',
  forbidden:
    'The service account may not read users: the permission firebaseauth.users.get is missing. Give it the role Firebase Authentication Admin, and enable the Identity Toolkit API.',
  notFound: 'There is no such project or tenant. Check --project and --tenant.',
}

export const firebase = apiSource({
  name: 'firebase',
  title: 'Firebase Authentication',
  summary: 'Users with their hashes, and the hash parameters of the project, by a service account',
  options,
  sayings,
  secrets: [
    {
      name: 'service-account',
      label: 'Service account key (JSON)',
      required: false,
      variable: 'FIREBASE_SERVICE_ACCOUNT',
      fileOption: 'service-account-file',
      document: true,
    },
  ],
  example: '--service-account-file service-account.json',
  key: (record) => textIn(record, 'localId'),
  address: ({ emulator, address }) =>
    ok(
      emulator === null
        ? (address ?? 'https://identitytoolkit.googleapis.com')
        : `http://${emulator.replace(/^http:\/\//i, '')}`,
    ),
  open: openFirebase,
})

const pageSize = 1000

async function openFirebase({ settings, base, secrets, client, network, signal }: OpenApi<typeof options>) {
  const withoutParameters = settings['without-hash-parameters']
  const project = firebaseProject(settings, base, secrets['service-account'] ?? '', client, network)
  if ('kind' in project) return project
  const { api, config } = project
  const parameters = config === null || withoutParameters ? null : await readHashParameters(config, api, client, signal)
  if (parameters !== null && parameters.kind !== 'value') return parameters
  const total = await countUsers(project, client, signal)
  const head = parameters === null ? {} : { head: { hash_config: parameters.value } }
  const pages = pagesOf(project, client, withoutParameters)
  return { total, expected: () => Promise.resolve(total), ...pages, ...head }
}

const countSchema = z.object({ recordsCount: z.coerce.number().int().nonnegative() })

/** The count is for the progress only; without the permission there is none. */
async function countUsers(
  { api, accounts }: FirebaseProject,
  client: WebClient,
  signal: AbortSignal,
): Promise<number | null> {
  const body = JSON.stringify({ returnUserInfo: false })
  const headers = { 'content-type': 'application/json' }
  const reply = await api.send({ method: 'POST', address: `${accounts}/accounts:query`, headers, body }, signal)
  if (reply.kind !== 'reply') return null
  const read = client.read(reply, countSchema)
  return read.kind === 'value' ? read.value.recordsCount : null
}

/** An empty list is left out; what says neither is another reply, not the end. */
const pageSchema = z
  .object({ kind: z.string().optional(), users: jsonObjects.optional(), nextPageToken: z.string().default('') })
  .refine(({ kind, users }) => kind !== undefined || users !== undefined)

function pagesOf(
  { api, accounts }: FirebaseProject,
  client: WebClient,
  withoutParameters: boolean,
): Pick<OpenSource, 'page' | 'notes'> {
  const guard = createCursorGuard(sayings.title)
  let otherHashes = 0
  return {
    page: async (cursor, signal) => {
      const query = new URLSearchParams({ maxResults: String(pageSize) })
      if (cursor !== null) query.set('nextPageToken', cursor)
      const reply = await api.send(
        { method: 'GET', address: `${accounts}/accounts:batchGet?${query.toString()}`, headers: {} },
        signal,
      )
      if (reply.kind !== 'reply') return reply
      const read = client.read(reply, pageSchema)
      if (read.kind !== 'value') return read
      const next = read.value.nextPageToken === '' ? null : read.value.nextPageToken
      const refusal = guard(cursor, next)
      if (refusal !== null) return refusal
      const { users = [] } = read.value
      otherHashes += users.filter(hasOtherHash).length
      return { kind: 'page', records: users.map(toRecord), next }
    },
    notes: () => [
      ...(withoutParameters ? [withoutParametersNote] : []),
      ...(otherHashes === 0 ? [] : [`${otherHashes} ${otherHashes === 1 ? 'user has' : 'users have'} ${otherNote}`]),
    ],
  }
}

const withoutParametersNote =
  'The hash parameters were not fetched: copy them from the Firebase console, Authentication, Users, Password hash parameters.'
const otherNote =
  'a hash of another algorithm, imported into Firebase and not renewed by a login since. It cannot be migrated; the Review step asks what to do.'

/** Hashes of version 0 are made with the parameters of the project. */
function hasOtherHash(user: JsonObject): boolean {
  return textIn(user, 'passwordHash') !== null && typeof user['version'] === 'number' && user['version'] !== 0
}

/** The emulator keeps passwords as clear text in the hash: only the mark that it did is written. */
function toRecord(user: JsonObject): JsonObject {
  const record = without(user, ['rawPassword'])
  const hash = textIn(record, 'passwordHash')
  return hash !== null && /^fakeHash:/i.test(hash) ? { ...record, passwordHash: 'fakeHash:' } : record
}

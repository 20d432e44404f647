import { json, text } from '../context.ts'
import { linkUsers, makeUserPrimary, thirdPartySignInUp } from './account-linking.ts'
import { countStaged, importOne, listStaged, removeStaged, stageUsers } from './bulk-import.ts'
import { type Handler, supportedVersions } from './call.ts'
import { isVerifiedEmail, makeToken, signIn, unverifyEmail, verifyEmail } from './email-verification.ts'
import { importHash } from './import-hash.ts'
import { byAccountInfo, countUsers, listUsers, userById } from './look-up.ts'
import { consume, createCode } from './passwordless.ts'
import { listTenants, putTenantHandler, readTenant } from './tenants.ts'
import {
  addUserRole,
  createRole,
  deleteRole,
  importDevice,
  listDevices,
  listRoles,
  mergeMetadata,
  readMetadata,
  userRoles,
} from './user-data.ts'
import { updateUser } from './update-user.ts'
import { findMapping, mapId, remove, removeMapping } from './user-ids.ts'

/** One path of the core, with a handler for each method that it takes. */
type Route = {
  /** False: open to all clients, whatever the key and the version. */
  readonly guarded: boolean
  /** False: `cdi-version` is not looked at. */
  readonly versioned: boolean
  /** True: of the app as a whole; below the path of a tenant it is refused. */
  readonly ofApp?: boolean
  readonly methods: Readonly<Partial<Record<string, Handler>>>
}

const hello: Handler = () => text(200, 'Hello')
const greeting: Route = {
  guarded: false,
  versioned: false,
  methods: { GET: hello, POST: hello, PUT: hello, DELETE: hello },
}

/** To add an endpoint: write its handler in a file of this folder, and a line here. Paths in lower case. */
const routes: ReadonlyMap<string, Route> = new Map<string, Route>([
  ['/', greeting],
  ['/hello', greeting],
  [
    '/apiversion',
    { guarded: true, versioned: false, ofApp: true, methods: { GET: () => json({ versions: supportedVersions }) } },
  ],
  ['/recipe/signinup/code', guarded({ POST: createCode })],
  ['/recipe/signinup/code/consume', guarded({ POST: consume })],
  ['/recipe/user', ofApp({ PUT: updateUser })],
  ['/recipe/signinup', guarded({ POST: thirdPartySignInUp })],
  ['/recipe/user/passwordhash/import', guarded({ POST: importHash })],
  ['/recipe/signin', guarded({ POST: signIn })],
  ['/users', guarded({ GET: listUsers })],
  ['/users/count', guarded({ GET: countUsers })],
  ['/users/by-accountinfo', guarded({ GET: byAccountInfo })],
  ['/user/id', ofApp({ GET: userById })],
  ['/user/remove', ofApp({ POST: remove })],
  ['/recipe/accountlinking/user/primary', ofApp({ POST: makeUserPrimary })],
  ['/recipe/accountlinking/user/link', ofApp({ POST: linkUsers })],
  ['/recipe/userid/map', ofApp({ POST: mapId, GET: findMapping })],
  ['/recipe/userid/map/remove', ofApp({ POST: removeMapping })],
  ['/recipe/user/email/verify/token', guarded({ POST: makeToken })],
  ['/recipe/user/email/verify', guarded({ POST: verifyEmail, GET: isVerifiedEmail })],
  ['/recipe/user/email/verify/remove', guarded({ POST: unverifyEmail })],
  ['/bulk-import/users', ofApp({ POST: stageUsers, GET: listStaged })],
  ['/bulk-import/users/count', ofApp({ GET: countStaged })],
  ['/bulk-import/users/remove', ofApp({ POST: removeStaged })],
  ['/bulk-import/import', ofApp({ POST: importOne })],
  ['/recipe/user/metadata', ofApp({ GET: readMetadata, PUT: mergeMetadata })],
  ['/recipe/role', ofApp({ PUT: createRole })],
  ['/recipe/roles', ofApp({ GET: listRoles })],
  ['/recipe/role/remove', ofApp({ POST: deleteRole })],
  ['/recipe/user/role', guarded({ PUT: addUserRole })],
  ['/recipe/user/roles', guarded({ GET: userRoles })],
  ['/recipe/totp/device/import', ofApp({ POST: importDevice })],
  ['/recipe/totp/device/list', ofApp({ GET: listDevices })],
  ['/recipe/multitenancy/tenant/v2', guarded({ PUT: putTenantHandler, GET: readTenant })],
  ['/recipe/multitenancy/tenant/list/v2', ofApp({ GET: listTenants })],
])

function guarded(methods: Route['methods']): Route {
  return { guarded: true, versioned: true, methods }
}

function ofApp(methods: Route['methods']): Route {
  return { ...guarded(methods), ofApp: true }
}

/** Where a path leads: the route, and the app and tenant named before it. */
export type Found = { readonly route: Route; readonly app: string; readonly tenant: string }

/** Reads `[/appid-<app>][/<tenant>]<path>`, in any case, with or without a slash at its end. Null: no such path. */
export function findRoute(path: string): Found | null {
  const plain = (path.endsWith('/') ? path.slice(0, -1) : path).toLowerCase()
  const route = routes.get(plain === '' ? '/' : plain)
  if (route !== undefined) return { route, app: 'public', tenant: 'public' }
  const [, first = '', ...rest] = plain.split('/')
  if (!/^[a-z0-9-]+$/.test(first)) return null
  if (!first.startsWith('appid-')) return below(rest, 'public', first)
  const [second = '', ...others] = rest
  const app = first.slice('appid-'.length)
  return below(rest, app, 'public') ?? (/^[a-z0-9-]+$/.test(second) ? below(others, app, second) : null)
}

/** The greeting at `/` has no app and no tenant before it. */
function below(segments: readonly string[], app: string, tenant: string): Found | null {
  if (segments.length === 0) return null
  const route = routes.get(`/${segments.join('/')}`)
  return route === undefined ? null : { route, app, tenant }
}

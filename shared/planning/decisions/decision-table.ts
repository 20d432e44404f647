import * as core from './core-decisions.ts'
import * as delta from './delta-decisions.ts'
import * as file from './file-decisions.ts'
import * as login from './login-decisions.ts'
import * as password from './password-decisions.ts'
import * as provider from './provider-decisions.ts'
import * as tenant from './tenant-decisions.ts'

/**
 * Every decision the operator can take, by its key in the document, in the order in which they are listed. A new decision is
 * one entry here; the compiler refuses one without words.
 */
export const decisionTable = {
  country: login.country,
  providers: provider.providers,
  tenants: tenant.tenants,
  otherTenants: tenant.otherTenants,
  hashes: password.hashes,
  otherHashes: password.otherHashes,
  families: password.families,
  unmapped: password.unmapped,
  unreadHashes: file.unreadHashes,
  unappliedChanges: file.unappliedChanges,
  hashWithoutEmail: password.hashWithoutEmail,
  hashWithoutContact: password.hashWithoutContact,
  thirdPartyWithoutEmail: provider.thirdPartyWithoutEmail,
  identityWithoutId: provider.identityWithoutId,
  unverifiedEmail: login.unverifiedEmail,
  disabled: login.disabled,
  otherRows: login.otherRows,
  duplicates: login.duplicates,
  noLogin: login.noLogin,
  severalMethods: login.severalMethods,
  signerKeySet: password.signerKeySet,
  roles: core.roles,
  profile: core.profile,
  keepUserIds: core.keepUserIds,
  verifyEmails: core.verifyEmails,
  changed: delta.changed,
  excludedBefore: delta.excludedBefore,
  existing: core.existing,
  besideExisting: core.besideExisting,
  takenIds: core.takenIds,
} as const

import { coreDecisions } from './core-decisions.ts'
import { deltaDecisions } from './delta-decisions.ts'
import { fileDecisions } from './file-decisions.ts'
import { loginDecisions } from './login-decisions.ts'
import { passwordDecisions } from './password-decisions.ts'
import { providerDecisions } from './provider-decisions.ts'
import { tenantDecisions } from './tenant-decisions.ts'
import { unmappedDecisions } from './unmapped-decisions.ts'

/**
 * Every decision the operator can take, by its key in the document, in the order in which they are listed. A new decision is
 * one entry here; the compiler refuses one without words.
 */
export const decisionTable = {
  country: loginDecisions.country,
  unusablePhones: loginDecisions.unusablePhones,
  invalidEmails: loginDecisions.invalidEmails,
  unstorableValues: loginDecisions.unstorableValues,
  providers: providerDecisions.providers,
  tenants: tenantDecisions.tenants,
  otherTenants: tenantDecisions.otherTenants,
  hashes: passwordDecisions.hashes,
  otherHashes: passwordDecisions.otherHashes,
  families: passwordDecisions.families,
  unmapped: unmappedDecisions.unmapped,
  unreadHashes: fileDecisions.unreadHashes,
  unappliedChanges: fileDecisions.unappliedChanges,
  lostLogins: fileDecisions.lostLogins,
  sameIds: fileDecisions.sameIds,
  hashWithoutEmail: passwordDecisions.hashWithoutEmail,
  hashWithoutContact: passwordDecisions.hashWithoutContact,
  thirdPartyWithoutEmail: providerDecisions.thirdPartyWithoutEmail,
  identityWithoutId: providerDecisions.identityWithoutId,
  unverifiedEmail: loginDecisions.unverifiedEmail,
  unverifiedPhone: loginDecisions.unverifiedPhone,
  disabled: loginDecisions.disabled,
  emailsKeptOut: loginDecisions.emailsKeptOut,
  otherRows: loginDecisions.otherRows,
  duplicates: loginDecisions.duplicates,
  noLogin: loginDecisions.noLogin,
  severalMethods: loginDecisions.severalMethods,
  signerKeySet: passwordDecisions.signerKeySet,
  roles: coreDecisions.roles,
  factors: coreDecisions.factors,
  profile: coreDecisions.profile,
  keepUserIds: coreDecisions.keepUserIds,
  verifyEmails: coreDecisions.verifyEmails,
  changed: deltaDecisions.changed,
  excludedBefore: deltaDecisions.excludedBefore,
  existing: coreDecisions.existing,
  besideExisting: coreDecisions.besideExisting,
  takenIds: coreDecisions.takenIds,
} as const

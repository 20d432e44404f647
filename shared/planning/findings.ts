/**
 * Every finding the planner can make. `blocks`: the user is not sent until the finding is decided or corrected.
 * `choice` names the entry of `Choices` that decides it for the whole group; null: only a correction helps.
 */
export const findingCodes = {
  'unsupported-hash': { blocks: true, choice: 'hashes', title: 'Hash that the core cannot check' },
  'malformed-hash': { blocks: true, choice: 'hashes', title: 'Broken hash' },
  'redacted-hash': { blocks: true, choice: 'hashes', title: 'Hash removed by the exporter' },
  'hash-parameters-missing': { blocks: true, choice: 'hashes', title: 'Hash parameters needed' },
  'signer-key-not-confirmed': { blocks: true, choice: 'signerKeySet', title: 'Signer key to be set in the core' },
  'hash-without-email': { blocks: true, choice: 'hashWithoutEmail', title: 'Password without an email' },
  'third-party-without-email': { blocks: true, choice: 'thirdPartyWithoutEmail', title: 'Provider gave no email' },
  'provider-undecided': { blocks: true, choice: 'providers', title: 'Provider needs a decision' },
  /** In groups: the tenant of the source. */
  'tenant-undecided': { blocks: true, choice: 'tenants', title: 'Tenant needs a decision' },
  'tenant-missing': { blocks: true, choice: 'tenants', title: 'Tenant that the core does not have' },
  'identity-without-id': {
    blocks: true,
    choice: 'identityWithoutId',
    title: 'Provider user ID not in the export',
  },
  duplicate: { blocks: true, choice: 'duplicates', title: 'Duplicate' },
  'unverified-email': { blocks: true, choice: 'unverifiedEmail', title: 'Unverified email that would become verified' },
  disabled: { blocks: true, choice: 'disabled', title: 'Disabled in the source' },
  'email-invalid': { blocks: true, choice: null, title: 'Email that cannot be sent' },
  'phone-invalid': { blocks: true, choice: 'country', title: 'Phone number that cannot be completed' },
  'too-long': { blocks: true, choice: null, title: 'Value that the core cannot store' },
  'no-login': { blocks: true, choice: 'noLogin', title: 'No way to log in' },
  /** In groups: how they changed (`changes`). Only some of them block. */
  'changed-since': { blocks: true, choice: 'changed', title: 'Changed since the earlier migration' },
  'unchanged-since': { blocks: false, choice: null, title: 'Unchanged since the earlier migration' },
  'open-since': { blocks: false, choice: null, title: 'Not sent by the earlier migration' },
  /** Found at the core while sending, so kept with the states of that core and not with the plan. */
  'existing-user': { blocks: true, choice: 'existing', title: 'Already in the core' },
  /** In groups: the field. They block only users who have nothing else of the kind (`unmapped.ts`). */
  'unmapped-hash': { blocks: true, choice: 'unmapped', title: 'Possible password hash, not imported' },
  'unmapped-email': { blocks: true, choice: 'unmapped', title: 'Email address, not imported' },
  'unmapped-phone': { blocks: true, choice: 'unmapped', title: 'Phone number, not imported' },
  'unmapped-provider-id': { blocks: true, choice: 'unmapped', title: 'Provider user ID, not imported' },
  deleted: { blocks: false, choice: null, title: 'Deleted in the source' },
  excluded: { blocks: false, choice: null, title: 'Excluded by choice' },
  'hash-rewritten': { blocks: false, choice: null, title: 'Hash rewritten' },
  'hash-warning': { blocks: false, choice: null, title: 'Hash with a note' },
  'hash-not-in-export': { blocks: false, choice: null, title: 'Password not in the export' },
  'hash-given-up': { blocks: false, choice: null, title: 'Passwordless instead of a hash' },
  'several-methods': { blocks: false, choice: 'severalMethods', title: 'Several login methods' },
  /** In groups: the only tenant of the source. */
  'tenant-default': { blocks: false, choice: 'tenants', title: 'Only tenant, goes to the default tenant' },
  'several-tenants': { blocks: false, choice: null, title: 'Several tenants' },
  'same-email-elsewhere': { blocks: false, choice: null, title: 'Same email in another login method' },
  'phone-not-carried': { blocks: false, choice: null, title: 'Phone number not migrated' },
  'email-odd': { blocks: false, choice: null, title: 'Unusual email' },
  'id-rounded': { blocks: false, choice: null, title: 'Old ID rounded by a spreadsheet' },
  /** In groups: the field. */
  'time-rounded': { blocks: false, choice: null, title: 'Time rounded by a spreadsheet' },
  'phone-plus-lost': { blocks: false, choice: null, title: 'Phone number that may lack its plus sign' },
  'id-not-kept': { blocks: false, choice: null, title: 'Old ID that the core cannot keep' },
  /** In groups: empty where the operator can decide it, `documented` where the interface knows no verified password users. */
  'verification-not-kept': { blocks: false, choice: 'verifyEmails', title: 'Verified email that arrives unverified' },
  /** About all users with an id in the source, so counted in the document and not kept with each user. Groups as above. */
  'new-id': { blocks: false, choice: 'keepUserIds', title: 'Old ID not kept' },
  /** In groups: the role. */
  'role-missing': { blocks: true, choice: 'roles', title: 'Role that the core does not have' },
  /**
   * In groups: a part of the profile (`profile-parts.ts`). Like `new-id` it is about nearly all users, so counted in the
   * document and not kept with each user; so are the groups of `profile-not-kept` that are called like a part.
   */
  'profile-data': { blocks: false, choice: 'profile', title: 'Profile data' },
  /** In groups: what stays behind (`profile.ts`). */
  'profile-not-kept': { blocks: false, choice: null, title: 'Stays behind' },
  'placeholder-email': { blocks: false, choice: null, title: 'Placeholder email' },
} as const satisfies Record<
  string,
  { readonly blocks: boolean; readonly choice: string | null; readonly title: string }
>

export type FindingCode = keyof typeof findingCodes

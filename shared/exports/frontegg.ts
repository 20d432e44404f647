import { identityWithoutId } from '../users/known-provider.ts'
import { emptyUser } from '../users/user.ts'
import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../mapping/export-format.ts'
import {
  booleanField,
  hasFields,
  metadataFields,
  profileOfUser,
  rolesField,
  shareOf,
  tenantsOfUser,
  textField,
  timeField,
} from './fields.ts'

/** Frontegg: the users of its API. They have no hashes, and of a social login the name of the provider only. */
export const frontegg: ExportFormat = {
  provider: 'frontegg',
  title: 'Frontegg',
  recognise: recogniseFrontegg,
  read: readFronteggUser,
  fields: [
    { path: 'id', becomes: 'Source ID' },
    { path: 'email', becomes: 'Email' },
    { path: 'verified', becomes: 'Email verified' },
    { path: 'phoneNumber', becomes: 'Phone number' },
    { path: 'provider', becomes: 'Has a password or a provider' },
    { path: 'isLocked', becomes: 'Disabled' },
    { path: 'tenantIds', becomes: 'Tenant', whole: true },
    { path: 'metadata', becomes: 'Metadata', whole: true },
    { path: 'createdAt', becomes: 'Time joined' },
  ],
}

function recogniseFrontegg({ records }: Sample): Recognition | null {
  if (shareOf(records, isFronteggUser) < 0.8) return null
  const reason =
    'its records have a provider, verified and the ids of tenants; Frontegg never gives out password hashes'
  return { provider: 'frontegg', shape: 'users', reason, role: 'users' }
}

function isFronteggUser(record: SourceRecord): boolean {
  return (
    hasFields(record, 'id', 'provider', 'verified') &&
    ['tenantIds', 'tenants', 'activatedForTenant'].some((name) => hasFields(record, name))
  )
}

function readFronteggUser(record: SourceRecord): Entry {
  const sourceId = textField(record, 'id')
  const email = textField(record, 'email')
  const phone = textField(record, 'phoneNumber')
  if (sourceId === null && email === null && phone === null) {
    return { kind: 'unreadable', reason: 'This record has neither an id nor an email or phone number.' }
  }
  const provider = textField(record, 'provider')
  const isLocal = provider?.toLowerCase() === 'local'
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId,
      email,
      emailVerified: booleanField(record, 'verified'),
      phone,
      hasPassword: provider === null ? null : isLocal,
      identities: provider === null || isLocal ? [] : [identityWithoutId(provider)],
      standing: booleanField(record, 'isLocked') === true ? 'disabled' : 'active',
      ...tenantsOfUser(record, 'tenantIds', 'tenants', 'tenantId'),
      ...profileOfUser({
        metadata: metadataFields(record, 'metadata'),
        roles: rolesField(record, 'roles'),
        joined: timeField(record, 'createdAt'),
      }),
    },
    keys: sourceId === null ? [] : [`frontegg:${sourceId}`],
  }
}

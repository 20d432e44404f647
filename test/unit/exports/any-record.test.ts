import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readStoredUser } from '../../../electron/engine/import-pipeline/stored-user.ts'
import type { SourceRecord } from '../../../shared/mapping/export-format.ts'
import { exportFormats } from '../../../shared/exports/index.ts'
import { rounds } from '../../support/length.ts'

const others =
  'identities user traits profile type Name Value UserStatus userStatus realm config saml_accounts verification hash status aud via app_metadata'

/** The names that any format looks for, so that made-up records get past the first look. */
const names = [
  ...new Set(
    exportFormats
      .flatMap(({ fields }) => fields.flatMap(({ path }) => path.split(/[.[\]]+|\d/)))
      .concat(others.split(' '))
      .filter((name) => name !== ''),
  ),
]

const word = fc.oneof(
  fc.constantFrom(
    '',
    'NULL',
    'true',
    'password',
    'google',
    'EXTERNAL_PROVIDER',
    '{}',
    '[{"type":"password"}]',
    '{"a":',
    '1',
  ),
  fc.constantFrom(
    'ann@acme.example',
    'service-account-x',
    '2024-01-15 10:30:00+00',
    'infinity',
    'auth0|1',
    '\0',
    '__proto__',
  ),
  fc.string({ maxLength: 8 }),
)
const value = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    word,
    fc.constantFrom(null, true, 0, -1.5, 1e21),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('any'), { maxKeys: 4 }),
  ),
})).any
const record: fc.Arbitrary<SourceRecord> = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 12 })

describe.each(exportFormats.map((format) => [format.provider, format] as const))('%s', (provider, format) => {
  it('makes something that can be stored of any record, and repeats nothing of it in a reason', () => {
    const reasons = new Set<string>()
    fc.assert(
      fc.property(record, fc.constantFrom('users', 'parts'), (record, role) => {
        format.recognise({ header: null, records: [record] })
        const entry = format.read(record, { provider, shape: '', reason: '', role })
        if (entry.kind === 'user') expect(readStoredUser(JSON.stringify(entry.user))).toEqual(entry.user)
        if (entry.kind === 'part') expect(entry.keys.length).toBeGreaterThan(0)
        if (entry.kind === 'unreadable') reasons.add(entry.reason)
      }),
      { numRuns: rounds(300, 2000) },
    )
    expect(reasons.size).toBeLessThan(6)
  })
})

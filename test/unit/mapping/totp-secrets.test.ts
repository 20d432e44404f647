import { expect, test } from 'vitest'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import { areTotpSecrets } from '../../../shared/mapping/name-hints.ts'

test('Base32 of one fitting length, different in every record, is a secret of an authenticator app', () => {
  expect(
    [
      ['JBSWY3DPEHPK3PXP', 'KRSXG5CTMVRXEZLU'],
      ['', 'jbswy3dpehpk3pxpjbswy3dpehpk3pxa', 'krsxg5ctmvrxezlukrsxg5ctmvrxezlb'],
      ['JBSWY3DPEHPK3PXPJBSWY3DPEH======', 'KRSXG5CTMVRXEZLUKRSXG5CTMV======'],
    ].map(areTotpSecrets),
  ).toEqual([true, true, true])
})

test('words, digests, IDs and codes that come again are none', () => {
  expect(
    [
      ['JBSWY3DPEHPK3PXP'],
      ['JBSWY3DPEHPK3PXP', 'JBSWY3DPEHPK3PXP'],
      ['JBSWY3DPEHPK3PXP', 'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU'],
      ['administratorusr', 'internationalist'],
      ['abcdef2345672345', 'bcdefa3456723452'],
      ['9f86d081884c7d65', '60303ae22b998861'],
      ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01BX5ZZKBKACTAV9WEVGEMMVRZ'],
      ['JBSWY3DP', 'KRSXG5CT'],
    ].map(areTotpSecrets),
  ).toEqual(Array.from({ length: 8 }, () => false))
})

test('such a column is proposed as the TOTP secret whatever it is called, and shown masked', () => {
  const records = ['JBSWY3DPEHPK3PXP', 'KRSXG5CTMVRXEZLU', 'GEZDGNBVGY3TQOJQ'].map((extra, n) => ({
    id: String(n),
    email: `ann${n}@acme.example`,
    extra,
  }))
  const { columns, mapping } = suggestMapping({ records, header: ['id', 'email', 'extra'] })
  expect(columns.find(({ path }) => path === 'extra')).toMatchObject({
    samples: ['••••'],
    suggestion: { target: 'totp-secret', confidence: 'unsure' },
  })
  expect(mapping.columns.map(({ path }) => path)).toEqual(['id', 'email'])
})

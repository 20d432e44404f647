import { expect, test } from 'vitest'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'
import { saysExpiry } from '../../../shared/mapping/names/column-words.ts'
import { tableReader } from '../../../shared/mapping/read-table.ts'

test.each(
  [
    [
      'Account expiry',
      'Ablaufdatum Konto',
      'Konto gültig bis',
      'fecha de vencimiento',
      'Vencimiento cuenta',
      'caducidad',
    ],
    [
      'data scadenza',
      'Scadenza account',
      'data de validade',
      'válido hasta',
      'Date d’expiration du compte',
      'Vervaldatum',
    ],
    ['data wygaśnięcia', 'Ważny do', 'Срок действия', 'Datum expiration'],
  ].flat(),
)('%s says when an account ends', (name) => {
  expect(saysExpiry(name)).toBe(true)
  const [past, ahead] = [`${new Date().getUTCFullYear() - 2}-03-01`, `${new Date().getUTCFullYear() + 2}-03-01`]
  const records = [past, ahead].map((end, at) => ({ id: `${at}`, email: `u${at}@acme.example`, [name]: end }))
  const { mapping } = suggestMapping({ header: ['id', 'email', name], records })
  expect(mapping.columns).toContainEqual({ path: name, target: 'disabled' })
  const read = tableReader(mapping)
  expect(records.map(read)).toMatchObject([{ user: { standing: 'disabled' } }, { user: { standing: 'active' } }])
})

test.each([
  'token_expiration',
  'Scadenza fattura',
  'card expiry',
  'vencimiento factura',
  'validade cnh',
  'échéance',
  'data',
])('%s says nothing of its account', (name) => expect(saysExpiry(name)).toBe(false))

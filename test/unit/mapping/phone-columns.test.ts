import { expect, test } from 'vitest'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'

const suggested = (...names: readonly string[]) => {
  const records = Array.from({ length: 4 }, (_, row) =>
    Object.fromEntries([['Name', `Name ${row}`], ...names.map((name, at) => [name, `+7-9${at}5-111-22-1${row}`])]),
  )
  const { columns } = suggestMapping({ header: ['Name', ...names], records })
  return columns.slice(1).map(({ suggestion }) => suggestion && `${suggestion.target} ${suggestion.confidence}`)
}

test.each([
  ['Рабочий_телефон', 'Личный_телефон'],
  ['tel_bureau', 'tel_portable'],
])('of several phones the one that its owner carries is taken: %s, %s', (work, own) => {
  expect(suggested(work, own)).toEqual(['phone unsure', 'phone likely'])
  expect(suggested(own, work)).toEqual(['phone likely', 'phone unsure'])
})

test('the first of several phones is taken where no name says more, and none of columns of other names', () => {
  expect(suggested('телефон_отдела', 'телефон_склада')).toEqual(['phone likely', 'phone unsure'])
  expect(suggested('xx', 'yy')).toEqual(['phone unsure', 'phone unsure'])
  expect(suggested('xx')).toEqual(['phone likely'])
})

test.each([
  'no_hp_ortu',
  'No HP Orang Tua',
  'nomor_hp_wali',
  'parent_phone',
  'guardian_phone',
  'nok_phone',
  'next_of_kin_mobile',
  'telefono_padre',
  'telefono_tutor',
  'telefono_emergencia',
  'telefone_responsavel',
  'tel_mere',
  'tel_urgence',
  'Telefon Eltern',
  'notfall_telefon',
  'telefono_genitore',
  'telefoon_ouders',
  'telefon_rodzica',
  'veli_telefon',
  'телефон_родителя',
  'sdt_phu_huynh',
  '家长电话',
  '保護者電話番号',
  '보호자_전화',
])('the phone of a relative is not that of the user: %s', (name) => {
  expect(suggested(name)).toEqual([null])
  expect(suggested(name, 'phone')).toEqual([null, 'phone exact'])
})

test.each([
  'no_hp',
  'no_hp_siswa',
  'student_phone',
  'telefono_celular',
  'Telefon privat',
  '手机',
  'fortune_phone',
  'tel_morning',
  'tutor_phone',
])('the phone of the user is taken under a name that only has letters of such a word: %s', (name) =>
  expect(suggested(name)).toEqual([expect.stringMatching(/^phone (?:likely|exact)$/)]),
)

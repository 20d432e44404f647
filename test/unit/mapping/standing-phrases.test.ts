import { describe, expect, test } from 'vitest'
import { saysKeptOut, saysLetIn } from '../../../shared/mapping/names/standing/standing-phrases.ts'
import { doubtfulColumns } from '../../../shared/mapping/columns/doubtful-columns.ts'
import { tableReader } from '../../../shared/mapping/read-table.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'

describe('a text of a few words', () => {
  test.each([
    'No longer employed',
    'On leave',
    'On parental leave',
    'Left the company',
    'Not active',
    'Ex-employee',
    'Former student',
    'Account disabled',
    'Nicht mehr beschäftigt',
    'In Elternzeit',
    'Zugang gesperrt',
    'A quitté l’entreprise',
    'En congé',
    'Compte désactivé',
    'Exalumno activo',
    'Baja temporal',
    'Dado de baja',
    'No activo',
    'Já não trabalha',
    'Fora de serviço',
    'Non più attivo',
    'In aspettativa',
    'Uit dienst',
    'Już nie pracuje',
    'Inte längre anställd',
    'Artık çalışmıyor',
    'Больше не работает',
    '已离职',
    'Tidak Aktif',
    'Belum aktif',
    'Sudah keluar',
    'Nem aktív',
    'Nu este activ',
    'Δεν είναι ενεργός',
    'غير نشط',
    'Không hoạt động',
    'Nie zatwierdzony',
  ])('says that its user has left, is away or is kept out: %s', (text) => expect(saysKeptOut(text)).toBe(true))

  test.each([
    'Active',
    'New York',
    'Baja California Sur',
    'Extremadura',
    'La Antigua',
    'Not blocked',
    'No longer suspended',
    'Full time',
    'En poste',
    'Closed questions',
    'Left wing',
    'Exchange student',
    'Extern',
    'Nuovo cliente',
    'Belum menikah',
    'Tidak kawin',
    'Tidak bekerja',
    'Belum lunas',
    'Kontrak',
    'No',
    '',
  ])('says nothing of the kind: %s', (text) => expect(saysKeptOut(text)).toBe(false))

  test.each([
    'Estudiante Activo',
    'Alumno activo',
    'USUARIO_ACTIVO',
    'Active',
    'Active member',
    'Aktives Mitglied',
    'Aktiver Benutzer',
    'Utilisateur actif',
    'Utente attivo',
    'Aluno ativo',
    'Actieve gebruiker',
    'Aktywny użytkownik',
    'Активный пользователь',
    'Aktif üye',
    '활성 사용자',
    'Approved customer',
  ])('says that its user is active: %s', (text) => expect(saysLetIn(text)).toBe(true))

  test.each([
    'inactive',
    'Usuario inactivo',
    'no activo',
    'Alumno no activo',
    'Activo hasta 2019',
    'Active until May',
    'Exalumno activo',
    'Ex alumno activo',
    'Activation pending',
    'Activation',
    'Active hold',
    'Sanción activa',
    'Suspension active',
    'Formerly active',
    'Semi-active',
    'Pending member',
    'Student',
    'Nicht aktives Mitglied',
    '未激活用户',
    '비활성 사용자',
    '',
  ])('does not say so: %s', (text) => expect(saysLetIn(text)).toBe(false))
})

/** The values of a column that are asked about. */
function asked(column: string, values: readonly string[]): readonly string[] {
  const records = values.map((value, at) => ({ id: `${at + 1}`, email: `u${at}@acme.example`, [column]: value }))
  const sample = { header: ['id', 'email', column], records }
  const { columns, mapping } = suggestMapping(sample)
  const read = tableReader(mapping, { doubtful: doubtfulColumns(sample, columns) })
  const found = records.map((record) => read(record))
  return found.flatMap((entry) => (entry.kind === 'user' ? (entry.user.unmapped ?? []) : [])).map(({ field }) => field)
}

describe('a status of several words is asked about', () => {
  const bajas = ['Alta', 'Alta', 'Baja temporal', 'Alta', 'Baja definitiva', 'En excedencia']
  test('in a column that may be a part of a country', () => {
    expect(asked('estado', bajas)).toEqual(bajas.map((value) => `estado=${value}`))
  })

  test('and not the parts of a country beside it', () => {
    const states = ['California', 'New York', 'Texas', 'North Carolina', 'California', 'No longer employed', 'Texas']
    expect(asked('state', states)).toEqual(['state=No longer employed'])
    expect(asked('state', states.slice(0, 5))).toEqual([])
  })

  test('and not where it says that users of a kind are active', () => {
    const values = ['Estudiante Activo', 'Estudiante Activo', 'Docente Activo', 'Exalumno', 'Activo hasta 2019']
    expect(asked('state', values)).toEqual(['state=Exalumno', 'state=Activo hasta 2019'])
    expect(asked('situacion', [...values, 'Alumno suspendido', 'Alumno suspendido'])).toContain('situacion=Exalumno')
  })

  test('under a name that says nothing of it', () => {
    const values = ['Employed', 'Employed', 'On leave', 'Employed', 'Left the company']
    expect(asked('situation', values)).toEqual(values.map((value) => `situation=${value}`))
  })

  test.each([
    ['status_kerja', ['Aktif', 'Aktif', 'Tidak Aktif']],
    ['ket', ['Aktif', 'Belum Aktif', 'Aktif', 'Aktif']],
    ['keterangan', ['Tetap', 'Berhenti', 'Tetap', 'Kontrak', 'Kontrak']],
    ['xyz', ['Aktív', 'Nem aktív', 'Aktív', 'Aktív']],
  ])('under the name %s in other languages', (column, values) => {
    expect(asked(column, values).length).toBeGreaterThan(0)
  })

  test.each([
    ['jenis', ['Tetap', 'Kontrak', 'Tetap', 'Kontrak', 'Magang']],
    ['status_kawin', ['Kawin', 'Belum Kawin', 'Kawin', 'Tidak Kawin', 'Kawin']],
    ['order_status', ['Lunas', 'Batal', 'Belum Lunas', 'Lunas', 'Batal']],
  ])('and not %s', (column, values) => {
    expect(asked(column, values)).toEqual([])
  })

  test('and of an employment, nothing but that it has ended', () => {
    const values = ['Full time', 'Part time', 'Full time', 'No longer employed', 'Part time', 'Terminated']
    expect(asked('employment_status', values)).toEqual([
      'employment_status=No longer employed',
      'employment_status=Terminated',
    ])
  })

  test('and not among what users say of themselves', () => {
    expect(asked('plan', ['Free', 'Free', 'No longer free', 'Gold', 'Gold'])).toEqual([])
    expect(asked('job_title', ['Former CEO', 'Clerk', 'Teacher', 'Nurse', 'Cook'])).toEqual([])
  })
})

describe('a status in which users write of themselves', () => {
  const written = ['Read more, smoke less.', 'hello all i am a designer', 'Why does everybody think that?']
  const none = (count: number) => Array.from({ length: count }, () => '')

  test('is no status, also beside a text that many have', () => {
    expect(asked('status', [...written, ''])).toEqual([])
    expect(asked('status', [...none(30), 'asdf', 'Kappa', 'Shine on', '11/10', 'me'])).toEqual([])
    expect(asked('status', ['I am new!', 'I am new!', 'I am new!', ...written])).toEqual([])
  })

  test('is asked about where it says that its user is kept out', () => {
    expect(asked('status', [...written, 'banned'])).toEqual(['status=banned'])
    expect(asked('status', [...written, 'Blocked by admin'])).toEqual(['status=Blocked by admin'])
    expect(asked('status', [...written, 'I am not banned from anything'])).toEqual([])
    expect(asked('status', [...written, 'suspended', 'suspended'])).toHaveLength(2)
  })

  test.each([
    ['texts that come again', ['Waiting for approval', 'Blocked by admin', 'Waiting for approval', 'Blocked by admin']],
    ['short codes', [...none(30), 'A1', 'B2', 'C3', 'D4']],
    ['few texts', ['Waiting for the contract', 'Left at the reception', 'Left at the reception']],
    ['texts beside a word for being let in', [...written, 'Active', 'Active', 'Active']],
    ['remarks in short', ['On hold', 'In review', 'Chargeback']],
  ])('is none of %s', (_, values) => {
    const filled = values.filter((value) => value !== '' && value !== 'Active')
    expect(asked('status', values)).toEqual(filled.map((value) => `status=${value}`))
  })
})

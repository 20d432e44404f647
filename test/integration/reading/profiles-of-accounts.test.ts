import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'

const some = [1, 2, 3, 4, 5, 6]
const mail = (at: number, who = 'user') => `${who}${at}@acme.example`
const phone = (at: number) => `+44163296000${at}`
const lines = (header: string, row: (at: number) => string, of = some) => `${[header, ...of.map(row)].join('\n')}\n`
/** Only two accounts name a person, in an order of their own. */
const personOf = (at: number) => ({ 2: 3, 5: 1 })[at] ?? ''
const accounts = (column: string, value: (person: number) => string) =>
  lines(`id_user,username,password_hash,${column}`, (at) => {
    const person = personOf(at)
    return `${at + 40},name${at},${madeUpBcrypt(at)},${person === '' ? '' : value(person)}`
  })

describe('accounts with a foreign key that is called as the key of people in another file', () => {
  test.each([
    ['id_anggota', 'id_anggota', 'nama,no_telp', (at: number) => `${at}`],
    ['MitarbeiterNr', 'Mitarbeiternr', 'Vorname,Telefon', (at: number) => `${at}`],
    ['employee_code', 'employee_code', 'full_name,phone', (at: number) => `E-00${at}`],
    ['student_no', 'student_no', 'name,phone', (at: number) => `2019/00${at}`],
    ['matricula', 'matricula', 'apellidos,telefono', (at: number) => `77${at}`],
  ])('are joined with those whom they name: %s', async (column, key, rest, value) => {
    const people = lines(`${key},${rest}`, (at) => `${value(at)},Cleo ${at},${phone(at)}`, [1, 3])
    for (const files of [
      { 'accounts.csv': accounts(column, value), 'people.csv': people },
      { 'a.csv': people, 'users.csv': accounts(column, value) },
    ]) {
      expect((await inspect(files)).json).toMatchObject({ users: 6, joined: 2 })
      const users = await usersOf(files)
      expect(users.map((user) => [user.sourceId, user.phone])).toEqual(
        some.map((at) => [`${at + 40}`, { 2: phone(3), 5: phone(1) }[at] ?? null]),
      )
    }
  })

  test.each([
    ['linked_doctor_id', 'doctors', 'linked_patient_id', 'patients'],
    ['arzt', 'aerzte', 'patient', 'patienten'],
    ['EmployeeRef', 'employees', 'CustomerRef', 'customers'],
  ])('name people of several files by IDs that a program made: %s', async (one, list, other, otherList) => {
    const id = (kind: number, at: number) => `65f0c0ffee00000000000${kind}0${at}`
    const users = some.map((at) => ({
      _id: id(0, at),
      email: mail(at),
      hash: madeUpBcrypt(at),
      [at % 2 === 0 ? one : other]: id(at % 2 === 0 ? 1 : 2, at),
    }))
    const people = (kind: number) =>
      JSON.stringify(
        some.map((at) => ({
          _id: id(kind, at),
          fullName: `Cleo ${at}`,
          phone: phone(at),
          status: 'active',
          created_by: id(0, 1),
        })),
      )
    const files = {
      'users.json': JSON.stringify(users),
      [`${list}.json`]: people(1),
      [`${otherList}.json`]: people(2),
    }
    const { json } = await inspect(files)
    expect(json).toMatchObject({ users: 12, joined: 6, ready: 6, blocked: { 'may-be-no-user': 6 } })
  })

  test('are not asked about as keys of the users once they joined somebody', async () => {
    const logins = lines(
      'login_no,patient_no,login,password_hash',
      (at) => `${500 + at},${at},${mail(at)},${madeUpBcrypt(at)}`,
    )
    const patients = lines('patient_no,first_name,last_name,phone', (at) => `${at},Cleo,Cole${at},${phone(at)}`)
    const { json } = await inspect({ 'logins.csv': logins, 'patients.csv': patients })
    expect(json).toMatchObject({ users: 6, joined: 6 })
    expect(JSON.stringify(json?.['findings'])).not.toContain('may-be-source-id')
    const [file] = z.array(z.looseObject({ mapping: z.unknown() })).parse(json?.['files'])
    expect(JSON.stringify(file)).toContain(
      'it has the IDs or names of users in another file, with whom its rows were joined',
    )
    const alone = await inspect({ 'logins.csv': logins })
    expect(JSON.stringify(alone.json?.['files'])).not.toContain('were joined')
  })

  test('leave those of whom another file has only a few to be asked about', async () => {
    const people = lines('id_anggota,nama,no_telp', (at) => `${at},Cleo ${at},${phone(at)}`, [1, 2])
    const files = { 'accounts.csv': accounts('id_anggota', String), 'anggota.csv': people }
    const { json } = await inspect(files)
    expect(json).toMatchObject({ users: 8, joined: 0 })
    expect(json?.['findings']).toContainEqual(expect.objectContaining({ code: 'same-id-in-files', users: 2 }))
    const decided = await inspect(files, ['--decide', 'same-id-in-files=join'])
    expect(decided.json).toMatchObject({ users: 7, joined: 1 })
  })

  test('are asked about where nothing says that the rows are people', async () => {
    const rows = lines('kod_wiku,info,no_telp', (at) => `9${at},x ${at},${phone(at)}`, [1, 3])
    const files = { 'accounts.csv': accounts('kod_wiku', (at) => `9${at}`), 'wiku.csv': rows }
    const { json } = await inspect(files)
    expect(json).toMatchObject({ users: 8, joined: 0 })
    expect(json?.['findings']).toContainEqual(expect.objectContaining({ code: 'same-id-in-files', users: 4 }))
  })
})

describe('accounts are not joined with what they belong to', () => {
  const whole = (column: string, value: (at: number) => string) =>
    lines(`id,email,password_hash,${column}`, (at) => `${at},${mail(at)},${madeUpBcrypt(at)},${value(at)}`)

  test.each([
    ['firma_id', 'firmen', 'firma_id,name,email', (at: number) => `${at}`],
    ['company_id', 'companies', 'id,name,email', (at: number) => `${at}`],
    ['office_no', 'offices', 'office_no,city,email', (at: number) => `B${at}0`],
    ['order_id', 'orders', 'order_id,total,email', (at: number) => `${at}`],
    ['hospital_id', 'hospitals', 'id,name,email', (at: number) => `65f0c0ffee0000000000000${at}`],
    ['agency_code', 'agencies', 'agency_code,name,email', (at: number) => `${at}`],
  ])('by %s', async (column, list, header, value) => {
    const rows = lines(header, (at) => `${value(7 - at)},Ulm ${at},${mail(at, 'office')}`)
    const { json } = await inspect({ 'users.csv': whole(column, value), [`${list}.csv`]: rows })
    expect(json).toMatchObject({ joined: 0 })
    expect(json?.['ready']).toBe(6)
  })

  test('nor with one person whom several of them name', async () => {
    const people = lines('employee_no,full_name,email', (at) => `${at},Cleo ${at},${mail(at, 'boss')}`)
    const { json } = await inspect({
      'users.csv': whole('employee_no', (at) => `${(at % 3) + 1}`),
      'people.csv': people,
    })
    expect(json).toMatchObject({ users: 12, joined: 0 })
  })
})

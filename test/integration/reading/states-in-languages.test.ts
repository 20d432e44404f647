import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/** The questions about a column of 20 users, and the number of disabled ones. `values`: one for most users, and others for two each. */
async function asked(column: string, [most = '', ...others]: readonly string[]) {
  const rows = Array.from({ length: 20 }, (_, at) =>
    [at + 1, `u${at}@acme.example`, madeUpBcrypt(at), others.find((_value, place) => at % 10 === place) ?? most].join(
      ',',
    ),
  )
  const { json } = await inspect({ 'users.csv': `id,email,password,${column}\n${rows.join('\n')}\n` })
  const findings = (json?.['findings'] ?? []) as readonly { code: string; group: string; users: number }[]
  const of = (...codes: readonly string[]) => findings.filter(({ code }) => codes.includes(code))
  return {
    asked: of('unmapped-status', 'may-keep-out')
      .map(({ group }) => group)
      .toSorted(),
    disabled: of('disabled').reduce((sum, { users }) => sum + users, 0),
  }
}

test.each([
  ['etat_compte', ['ouvert', 'clos'], ['etat_compte=clos', 'etat_compte=ouvert']],
  ['état', ['1', '0'], ['état=0', 'état=1']],
  ['Доступ', ['разрешён', 'запрещён'], ['Доступ=запрещён']],
  ['在籍区分', ['1', '9'], ['在籍区分=1', '在籍区分=9']],
  ['利用可否', ['可', '否'], ['利用可否=否']],
  ['access_level', ['standard', 'No access', 'admin'], ['access_level=No access']],
  ['niveau_acces', ['lecture', 'Aucun accès', 'gestion'], ['niveau_acces=Aucun accès']],
  ['exit_reason', ['', 'moved away'], ['exit_reason=moved away']],
  ['Austrittsgrund', ['', 'Umzug'], ['Austrittsgrund=Umzug']],
])('a state in the words of a language is asked about: %s of %j', async (column, values, questions) => {
  expect(await asked(column, values)).toEqual({ asked: questions, disabled: 0 })
})

test.each([
  ['etat_civil', ['marié', 'célibataire']],
  ['passport_expiry_date', ['2091-01-31', '2019-01-31']],
  ['visa_valid_until', ['2091-01-31', '2019-01-31']],
  ['vacation_until', ['', '2019-01-31', '2091-01-31']],
  ['premium_until', ['2091-01-31', '2019-01-31']],
  ['kyc_status', ['approved', 'rejected']],
  ['email_status', ['ok', 'blocked']],
])('the state or the end of something else is no question: %s of %j', async (column, values) => {
  expect(await asked(column, values)).toEqual({ asked: [], disabled: 0 })
})

test.each(
  [
    ['Status', 'aktiv', 'blockiert', 'gebannt'],
    ['statut', 'actif', 'banni', 'desactive'],
    ['estado', 'activo', 'baneado', 'deshabilitado'],
    ['stato', 'attivo', 'bannato', 'disabilitato'],
    ['situacao', 'ativo', 'banido', 'desabilitado'],
    ['status', 'actief', 'geschorst', 'uitgeschakeld'],
  ].map(([column = '', ...values]) => [column, values] as const),
)('words for a ban keep their users out without a question: %s of %j', async (column, values) => {
  expect(await asked(column, values)).toEqual({ asked: [], disabled: 4 })
})

test.each(['fecha_eliminacion', 'fecha_borrado', 'data_eliminazione', 'data_eliminacao', 'datum_verwijderd'])(
  'a date of deletion leaves its users out: %s',
  async (column) => {
    const rows = Array.from({ length: 12 }, (_, at) =>
      [at + 1, `u${at}@acme.example`, madeUpBcrypt(at), at % 6 === 2 ? '2023-05-01' : ''].join(','),
    )
    const { json } = await inspect({ 'users.csv': `id,email,password,${column}\n${rows.join('\n')}\n` })
    expect(json).toMatchObject({ users: 12, ready: 10, excluded: 2 })
  },
)

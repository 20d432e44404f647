import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const people = [1, 2, 3, 4, 5, 6, 7, 8]
const mail = (n: number) => `u${n}@acme.example`
const csv = (...lines: readonly string[]) => `${lines.join('\n')}\n`
const users = (id = 'id', name = 'username') => ({
  'users.csv': csv(`${id},${name},email,password`, ...people.map((n) => `${n},name${n},${mail(n)},${madeUpBcrypt(n)}`)),
})
const dump = (table: string, columns: string, ...rows: readonly string[]) =>
  `INSERT INTO members (id, email, password) VALUES ${people.map((n) => `(${n}, '${mail(n)}', '${madeUpBcrypt(n)}')`).join(', ')};\n` +
  `INSERT INTO ${table} (${columns}) VALUES ${rows.map((row) => `(${row})`).join(', ')};\n`

describe('of several states of a user in another file, the latest one counts', () => {
  test.each([
    [
      'by the day of the change',
      { ...users('id_membre', 'pseudo') },
      {
        'historique_statuts.csv': csv(
          'id;id_membre;statut;date_changement;par',
          '1;3;actif;2022-02-01;admin',
          '2;3;bloqué;2023-01-01;admin',
          '3;5;bloqué;2022-06-01;admin',
          '4;5;actif;2022-07-01;admin',
        ),
      },
    ],
    [
      'by the beginning of a period, whatever the order of the rows',
      users('kd_nr', 'benutzername'),
      {
        'kundenstatus.csv': csv(
          'kd_nr;status;gueltig_ab;gueltig_bis',
          '3;gesperrt;15.03.2023;',
          '3;aktiv;01.01.2022;14.03.2023',
          '5;aktiv;01.06.2023;',
          '5;gesperrt;01.01.2023;31.05.2023',
        ),
      },
    ],
    [
      'as a log of changes says it',
      users(),
      {
        'audit.json': JSON.stringify([
          { user_id: 3, old_status: 'active', new_status: 'banned', changed_at: '2023-05-01T10:00:00Z' },
          { user_id: 5, old_status: 'active', new_status: 'suspended', changed_at: '2023-05-01T10:00:00Z' },
          { user_id: 5, old_status: 'suspended', new_status: 'active', changed_at: '2023-06-01T10:00:00Z' },
        ]),
      },
    ],
    [
      'by the number of the row',
      users(),
      {
        'states.csv': csv('id,user_id,state', '1,5,banned', '2,3,active', '3,5,active', '4,3,banned'),
      },
    ],
    [
      'by the mark of the current row',
      users(),
      {
        'user_states.csv': csv('user_id,status,is_current', '3,banned,1', '5,active,1', '3,active,0', '5,banned,0'),
      },
    ],
    [
      'in a dump of its own',
      users(),
      {
        'status_history.sql':
          "INSERT INTO user_status_history (id, user_id, status, changed_at) VALUES (1, 3, 'active', '2022-01-01'), (2, 3, 'banned', '2023-01-01'), (3, 5, 'banned', '2022-01-01'), (4, 5, 'active', '2023-01-01');\n",
      },
    ],
  ])('%s', async (_, people, history) => {
    const { json, out } = await inspect({ ...people, ...history })
    expect(json, out).toMatchObject({ users: 8, joined: 2, unreadable: 0, ready: 7, blocked: { disabled: 1 } })
    expect(json?.['other']).toMatchObject({ 'earlier status': expect.any(Number) })
  })

  test.each([
    ['a dump', 'member_status_history', 'id, member_id, status, changed_at'],
    ['a dump in another language', 'cambios_estado', 'id, miembro_id, estado, fecha'],
    ['a dump of other changes', 'cambi_stato', 'id, miembro_id, stato, data'],
    ['a dump of a history', 'status_geschiedenis', 'id, miembro_id, status, datum'],
    ['a dump of changes in one word', 'statuswijzigingen', 'id, miembro_id, status, datum'],
  ])('in a table of %s', async (_, table, columns) => {
    const rows = ["1, 3, 'activo'", "2, 3, 'suspendido'", "3, 5, 'suspendido'", "4, 5, 'activo'", "5, 99, 'suspendido'"]
    const text = dump(table, columns, ...rows.map((row, at) => `${row}, '202${at}-01-01'`))
    const { json } = await inspect({
      'all.sql': columns.includes('miembro') ? text.replace('members', 'miembros') : text,
    })
    expect(json).toMatchObject({ users: 8, joined: 2, unmatched: 1, ready: 7, blocked: { disabled: 1 } })
  })

  test('and a state in words of its own is asked about', async () => {
    const history = csv(
      'id,user_id,status,changed_at',
      '1,3,active,2022-01-01',
      '2,3,gone fishing,2023-01-01',
      '3,5,active,2023-01-01',
    )
    const { json, out } = await inspect({ ...users(), 'status_log.csv': history })
    expect(json).toMatchObject({ ready: 7, blocked: { 'unmapped-status': 1 } })
    expect(JSON.stringify(json) + out).toContain('status=gone fishing')
  })

  test('and one that has ended is asked about', async () => {
    const history = csv(
      'user_id,status,from,to',
      '3,active,2020-01-01,2021-01-01',
      '5,active,2020-01-01,2021-01-01',
      '5,active,2021-01-01,',
    )
    const { json } = await inspect({ ...users(), 'status_history.csv': history })
    expect(json).toMatchObject({ ready: 7, blocked: { 'unmapped-status': 1 } })
  })

  test.each([
    ['periods', 'memberships.csv', 'member_id,start_date,end_date,type'],
    ['periods in another language', 'mitgliedschaften.csv', 'mitglied_id,von,bis,beitrag'],
  ])('and %s of a membership are over behind the last one', async (_, name, header) => {
    const rows = [
      '3,2020-01-01,2020-12-31,a',
      '5,2020-01-01,2020-12-31,a',
      '5,2021-01-01,,a',
      '6,2021-01-01,2999-01-01,b',
    ]
    const { json } = await inspect({ ...users(), [name]: csv(header, ...rows) })
    expect(json).toMatchObject({ users: 8, joined: 3, unreadable: 0, ready: 7, blocked: { 'unmapped-status': 1 } })
  })

  test('and without an order, each of them does', async () => {
    const history = csv('user_id,status', '3,banned', '3,active', '5,active', '5,active')
    const { json } = await inspect({ ...users(), 'user_status_history.csv': history })
    expect(json).toMatchObject({ users: 8, ready: 7, blocked: { disabled: 1 } })
  })
})

describe('states of other things say nothing of the users', () => {
  test.each([
    [
      'orders',
      'orders.csv',
      [
        'order_id,user_id,status,created_at',
        '1,3,shipped,2023-01-01',
        '2,3,closed,2023-02-01',
        '3,5,blocked,2023-03-01',
      ],
    ],
    [
      'orders by the name of their file',
      'commandes.csv',
      ['id,user_id,statut,date', '1,3,actif,2023-01-01', '2,3,bloqué,2023-02-01', '3,5,bloqué,2023-03-01'],
    ],
    [
      'tickets',
      'tickets.csv',
      [
        'id,user_id,subject,state,created_at',
        '1,3,help,open,2023-01-01',
        '2,3,bug,closed,2023-02-01',
        '3,5,x,blocked,2023-03-01',
      ],
    ],
    [
      'loans',
      'loans.csv',
      ['user_id,start_date,end_date,title', '3,2020-01-01,2020-12-31,x', '3,2021-01-01,2021-12-31,y'],
    ],
    [
      'attempts to sign in',
      'login_history.csv',
      ['id,user_id,status,created_at,ip', '1,3,success,2023-01-01,192.0.2.1', '2,3,blocked,2023-02-01,192.0.2.1'],
    ],
    [
      'lessons',
      'attendance.csv',
      ['user_id,date,status', '3,2023-01-01,present', '3,2023-01-02,absent', '5,2023-01-01,absent'],
    ],
  ])('%s', async (_, name, lines) => {
    const { json } = await inspect({ ...users(), [name]: csv(...lines) })
    expect(json).toMatchObject({ users: 8, ready: 8 })
  })

  test.each([
    ['a history of orders', 'order_status_history', 'id, order_id, status, changed_at'],
    ['subscriptions', 'subscriptions', 'id, member_id, status, created_at'],
  ])('in a table of a dump: %s', async (_, table, columns) => {
    const rows = ["1, 3, 'active', '2022-01-01'", "2, 3, 'suspended', '2023-01-01'", "3, 5, 'suspended', '2022-01-01'"]
    const { json } = await inspect({ 'all.sql': dump(table, columns, ...rows) })
    expect(json).toMatchObject({ users: 8, ready: 8, blocked: {} })
  })
})

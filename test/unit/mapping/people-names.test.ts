import { describe, expect, test } from 'vitest'
import { namesKey } from '../../../shared/mapping/columns/keys/key-names.ts'
import { namesKeyOfPerson } from '../../../shared/mapping/names/account-names.ts'
import { wordsOf } from '../../../shared/mapping/names/column-words.ts'
import {
  holdsGroups,
  holdsPeople,
  holdsRequests,
  isNamedFormer,
  namesContactOrPerson,
} from '../../../shared/mapping/names/people-names.ts'

describe('a copy of a table', () => {
  test.each(['users_backup', 'users_bkp', 'kunden_sicherung', 'tmp_members', 'copia_usuarios', 'customers_copy'])(
    'holds people as the table itself does, and is none of today: %s',
    (table) => {
      expect([holdsPeople(table), isNamedFormer(table)]).toEqual([true, true])
    },
  )

  test('of groups or requests holds groups or requests', () => {
    expect(['teams_bkp', 'firmen_sicherung'].map(holdsGroups)).toEqual([true, true])
    expect(['pending_users_bkp', 'account_requests_copy'].map(holdsRequests)).toEqual([true, true])
  })
})

test.each(['all_users', 'user_list', 'new_members', 'tbl_customers', 'users_v2'])(
  'a word that tells nothing of a table makes no copy of it: %s',
  (table) => {
    expect([holdsPeople(table), isNamedFormer(table)]).toEqual([true, false])
  },
)

test.each(['user_history', 'customer_archives', 'roles_backup'])(
  'a copy of something else holds no people: %s',
  (table) => {
    expect(holdsPeople(table)).toBe(false)
  },
)

test.each(['customer_pk', 'user_kennung', 'member_oid', 'employee_no'])(
  'the key of a person is called by any word for a key: %s',
  (column) => {
    expect([namesKeyOfPerson(column), namesKey(wordsOf(column).at(-1) ?? '')]).toEqual([true, true])
  },
)

test.each(['validating_users', 'unvalidated_members', 'pending_users', 'users_freischaltung'])(
  'those who wait for an account are no users yet: %s',
  (table) => {
    expect(holdsRequests(table)).toBe(true)
  },
)

test.each(['contact_email', 'FirstName', 'given_name', 'mobilePhone', 'nickname'])(
  'a table has contacts or names of people by the column %s',
  (column) => {
    expect(namesContactOrPerson(column)).toBe(true)
  },
)

import { expect, it } from 'vitest'
import { isMachineFlag, mayBePlace, standingName } from '../../../shared/mapping/names/standing-names.ts'

it.each([
  ['compte activé', 'lets-in'],
  ['Benutzer aktiv?', 'lets-in'],
  ['cuenta_habilitada', 'lets-in'],
  ['klient aktywny', 'lets-in'],
  ['zbanowany', 'keeps-out'],
  ['usuario_baneado', 'keeps-out'],
  ['gebannt', 'keeps-out'],
  ['zawieszony', 'keeps-out'],
  ['statut du compte', 'status'],
  ['kz_status', 'status'],
  ['hesap_durumu', 'status'],
  ['KZ_STAT', 'status'],
  ['STS', 'status'],
  ['cust_sts_cd', 'status'],
  ['status_code', 'status'],
  ['statuscode', 'status'],
  ['kundenstatus', 'status'],
  ['Mitgliedsstatus', 'status'],
  ['memberstatus', 'status'],
  ['ustate', 'status'],
  ['http_status_code', null],
  ['orderstatus', null],
  ['paymentstate', null],
  ['zahlungsstatus', null],
  ['estate', null],
  ['stats', null],
  ['LOCK_FLAG', 'keeps-out'],
  ['lock_version', null],
  ['permissions.user.delete', null],
  ['acl.ban', null],
  ['banner', null],
  ['bank', null],
  ['bandwidth', null],
  ['newsletter active', null],
  ['use_yn', 'lets-in'],
  ['del_yn', 'keeps-out'],
  ['cancelled_at', 'keeps-out'],
  ['kuendigung_loeschkz', 'keeps-out'],
  ['is_bot', 'keeps-out'],
  ['is_machine', 'keeps-out'],
  ['delivery_day', null],
  ['bottle', null],
  ['subscription_cancelled', null],
  ['archivist', null],
  ['accountactive', 'lets-in'],
  ['Ενεργός', 'lets-in'],
  ['barred', 'keeps-out'],
  ['Spærret', 'keeps-out'],
  ['Aktyvus', 'lets-in'],
  ['membership_state', 'status'],
  ['debarred', 'keeps-out'],
  ['LOCK_FLG', 'keeps-out'],
  ['userdisabled', 'keeps-out'],
  ['memberbanned', 'keeps-out'],
  ['UFLAG', 'status'],
  ['useractivity', null],
  ['Törölve', 'keeps-out'],
  ['kustutatud', 'keeps-out'],
  ['verwijderd_op', 'keeps-out'],
  ['삭제여부', 'keeps-out'],
  ['valid_id', 'lets-in'],
  ['is_valid', 'lets-in'],
  ['valid_from', null],
  ['email_valid', null],
])('what the name of a column says of its account, in whatever language: %s says %s', (name, says) => {
  expect(standingName(name)).toBe(says)
})

it.each([
  'is_system_account',
  'IsSystemAccount',
  'isSystemAgent',
  'zimbraIsSystemResource',
  'isMailingList',
  'service_account',
  'test_user',
  'is_guest',
  'zimbraissystemresource',
  'serviceaccount',
  'guest',
  'is_group',
])('a yes in %s says that the account is no person’s', (name) => {
  expect(isMachineFlag(name)).toBe(true)
})

it.each([
  'system',
  'service',
  'group',
  'groups',
  'organization',
  'test_group',
  'shared_users',
  'guest_count',
  'is_staff',
  'is_superuser',
  'is_internal',
  'api_client',
  'history',
])('a yes in %s says nothing of the kind', (name) => {
  expect(isMachineFlag(name)).toBe(false)
})

it('takes the code of a state for a place, and the code of a status for none', () => {
  expect(['state', 'state_code', 'StateID'].map(mayBePlace)).toEqual([true, true, true])
  expect(['status', 'status_code', 'kundenstatus'].map(mayBePlace)).toEqual([false, false, false])
})

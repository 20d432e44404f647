import { expect, it } from 'vitest'
import { mayBePlace, standingName } from '../../../shared/mapping/names/standing-names.ts'

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
])('what the name of a column says of its account, in whatever language: %s says %s', (name, says) => {
  expect(standingName(name)).toBe(says)
})

it('takes the code of a state for a place, and the code of a status for none', () => {
  expect(['state', 'state_code', 'StateID'].map(mayBePlace)).toEqual([true, true, true])
  expect(['status', 'status_code', 'kundenstatus'].map(mayBePlace)).toEqual([false, false, false])
})

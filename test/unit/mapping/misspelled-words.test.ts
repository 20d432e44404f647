import { describe, expect, test } from 'vitest'
import { withoutMisspelling } from '../../../shared/mapping/names/composed/misspelled-words.ts'
import { fitOfName } from '../../../shared/mapping/names/name-fit.ts'
import { standingName } from '../../../shared/mapping/names/standing/standing-names.ts'

describe('a word that is one slip of the keyboard away from one that decides who migrates is that word', () => {
  test.each([
    ['userSatus', 'userStatus'],
    ['stauts', 'status'],
    ['account_statsu', 'account_status'],
    ['STTAUS', 'STATUS'],
    ['is_actve', 'is_active'],
    ['isactve', 'isactive'],
    ['userstauts', 'userstatus'],
    ['IsAcitve', 'IsActive'],
    ['inatcive', 'inactive'],
    ['verifed', 'verified'],
    ['emailverifed', 'emailverified'],
    ['emial', 'email'],
    ['EMIAL_ADDRESS', 'EMAIL_ADDRESS'],
    ['pasword', 'password'],
    ['passwrodhash', 'passwordhash'],
    ['usrename', 'username'],
    ['disbaled_at', 'disabled_at'],
    ['profile.delted', 'profile.deleted'],
    ['acocunt', 'account'],
  ])('%s is %s', (name, meant) => expect(withoutMisspelling(name)).toBe(meant))
})

describe('another word stays what it is', () => {
  test.each(
    (
      'state stats statue states statut estatus gmail emails uemail semail verifier blocker banner banked locker looked passport ' +
      'passwords passord passwort activity activities actives aktive attive actief archive archived related selected depleted conformed ' +
      'spending bending prone phones phrase accounts amount discount surname usernames displayed enable disable delete approver native ' +
      'captive adaptive userstats is_native mail_stats actor action stat isactive iactive is_active emailverified unlocked unverified'
    ).split(' '),
  )('%s', (name) => expect(withoutMisspelling(name)).toBe(name))
})

test('its column is judged by the word that was meant', () => {
  expect(fitOfName('disabled', 'userSatus')).toBe('likely')
  expect(fitOfName('disabled', 'is_actve')).toBe('likely')
  expect(fitOfName('email-verified', 'emailVerifed')).toBe('exact')
  expect(fitOfName('password-hash', 'user.passwrod')).toBe('likely')
  expect(fitOfName('email', 'emial')).toBe('exact')
  expect(standingName('acocunt_stauts')).toBe('status')
  expect(standingName('stats')).toBe(null)
})

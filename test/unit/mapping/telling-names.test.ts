import { expect, test } from 'vitest'
import { hintsOf } from '../../../shared/mapping/names/name-hints.ts'

test.each(
  [
    [
      'Passwort',
      'PASSWORT',
      'passwort-hash',
      'Kennwort',
      'bcryptPassword',
      'passwordEncrypted',
      'web_password',
      'usr_passwd',
    ],
    [
      'user_pass_hash',
      'user_pass_digest',
      'Mot de passe',
      'motDePasse',
      'Contraseña',
      'clave',
      'Senha',
      'palavra-passe',
    ],
    ['wachtwoord', 'Hasło', 'Şifre', 'parola', 'user_pw', 'mdp', 'profile.auth.pwd', '密码', 'kata_sandi'],
    ['Kata laluan', 'parol', 'парола', 'лозинка', 'slaptažodis', 'lykilorð', 'zaporka', 'pasahitza', 'wagwoord'],
    ['nenosiri', 'fjalëkalimi', '암호', 'סיסמא', 'كلمة المرور', 'رمز عبور', 'รหัสผ่าน', 'पासवर्ड'],
  ].flat(),
)('%s says password and nothing else', (name) => expect(hintsOf(name).password).toBe('whole'))

test.each(['legacy_password_hash', 'password_changed_at', 'password2_old', 'file_hash'])(
  '%s says password among other words',
  (name) => expect(hintsOf(name).password).toBe('part'),
)

test.each(['passport', 'compass', 'bypass_flag', 'email', 'passenger', 'parolee', 'Κωδικός πελάτη'])(
  '%s does not say password',
  (name) => expect(hintsOf(name).password).toBeNull(),
)

test.each(['password_reset_token', 'reset_hash', 'otp_hash', 'recovery_code_hash', 'password_salt', 'security_answer'])(
  '%s names another secret',
  (name) => expect(hintsOf(name)).toMatchObject({ password: null, otherSecret: true }),
)

test.each(
  [
    ['otp_hash', 'emailOtpHash', 'mfa_hash', 'otp_backup_codes', 'recovery_codes', 'scratchCodes', 'recovery_key'],
    ['codes_de_secours', 'codigos_de_respaldo', 'wiederherstellungscodes', 'kody_zapasowe', 'kurtarma_kodlari'],
    ['backup_codes[].hash', 'otp.code', 'reset_code_hash', 'password_reset_token', 'magic_link_hash', 'sms_code_hash'],
    ['refresh_token_hash', 'hashedRt', 'refreshHash', 'remember_digest', 'apiKeyIndex', 'api_key_idx', 'email_bidx'],
    ['phone_blind_index', 'key_idx', 'ssn_search_index'],
  ].flat(),
)('%s is a token, a code or an index', (name) => expect(hintsOf(name).token).toBe(true))

test.each(
  [
    ['hash', 'login_key', 'pw_idx', 'user_idx', 'auth_index', 'access_code', 'login_code', 'secret_hash', 'key_hash'],
    [
      'recovery_password',
      'one_time_password',
      'backup_hash',
      'reset_password_hash',
      'pwd_mfa',
      'verifier',
      'code',
      'api_key',
      'reset_hash',
    ],
  ].flat(),
)('%s may be a password all the same', (name) => expect(hintsOf(name).token).toBe(false))

test('a name tells phones and the providers of ids', () => {
  expect(
    ['Telefonnummer', 'Téléphone', 'Handy', 'celular', 'mobile_no', 'Tel.'].map((name) => hintsOf(name).phone),
  ).toEqual(Array.from({ length: 6 }, () => true))
  expect(hintsOf('hotel').phone).toBe(false)
  expect(
    ['google_id', 'fbUserId', 'apple_sub', 'oauth_uid', 'pipeline_id', 'order_id'].map(
      (name) => hintsOf(name).provider,
    ),
  ).toEqual(['google', 'facebook', 'apple', '', null, null])
})

test.each(['security_stamp', 'SecurityStamp', 'concurrency-stamp'])(
  '%s names another secret, and a time stamp does not',
  (name) => expect([hintsOf(name).otherSecret, hintsOf('timestamp').otherSecret]).toEqual([true, false]),
)

test('the ID of a provider is none of a user there', () =>
  expect(['oauth_provider_id', 'oauth_user_id', 'oauth_id'].map((name) => hintsOf(name).provider)).toEqual([
    null,
    '',
    '',
  ]))

test.each([
  'api_key',
  'authKey',
  'rss-key',
  'sid',
  'session_id',
  'uuid_hash',
  'avatar_hash',
  'SecurityStamp',
  'email_md5',
])('a bare digest in %s is one of something else than a password', (name) =>
  expect(hintsOf(name).otherDigest).toBe(true),
)

test.each(['password_key', 'pass_hash', 'digest', 'hash', 'k', 'legacy'])('one in %s may be a password', (name) =>
  expect(hintsOf(name).otherDigest).toBe(false),
)

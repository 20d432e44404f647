/** The password users of an imaginary company at Auth0; ids, hashes and people are made up. */
const people = [
  {
    id: 'd0474cb691123b0a4cb98953',
    email: 'noor@example.com',
    verified: true,
    hash: '$2b$10$oW9guFmGi3ypgNHMsKK2Buen0VDikLz6hYQaP2TN53HXqeKTRylpy',
  },
  {
    id: 'e85130791f31db1699f61a5e',
    email: 'mateo@example.org',
    verified: true,
    hash: '$2b$10$Z3Oyl682e7THI5Kx/VMle.kQqtVU3kIaiyo4G1KFt4Unmf//FUK0m',
  },
  {
    id: '5a9392784e07eb40cfb3f4a4',
    email: 'yuki@example.net',
    verified: true,
    hash: '$2b$10$ld.5fn1MI3urx.vNbEydbO0uEgUYELJO7Qws.kkVa8fOzAo/yFmnS',
  },
  {
    id: '369d8e27270351b658b10278',
    email: 'amara@example.com',
    verified: false,
    hash: '$2b$10$Bfaz9z21c.PbuF5Sk2zu6eieSEhnpHMyWol9cz9hpGzYpFZbNTW12',
  },
  {
    id: '76a1bf015f022a01565fa5cb',
    email: 'lars@example.org',
    verified: true,
    hash: '$2b$10$Gi21e0vI15wUMN6FjwO8sufxGUTkj7xTxkeJunDKJWsLfiIztBrBG',
  },
  {
    id: 'a3820b42d6838e915f0e9eea',
    email: 'ines@example.net',
    verified: true,
    hash: '$2b$10$wMoiKEwyzbzGNt8PJ695c.AU8LDP3mb/GGj1H/6jh4sQtWge/8lO6',
  },
  {
    id: '9e132ee66197b9e31faf8dd2',
    email: 'kofi@example.com',
    verified: true,
    hash: '$2b$10$qDk1rmIRCAnFAYhPvQIGQeMTh37XIxBhB3j1NUirnIOzls32LXeTO',
  },
  {
    id: 'd79909718e8db6c3ff10a2f3',
    email: 'priya@example.org',
    verified: true,
    hash: '$2b$10$CmpAUB3KJ.JX93WFfmAQLOiOE.GkHKKI7WmpddAtDHmVicsIeoLuq',
  },
  {
    id: 'f41f6a002e492e6b33a1e55d',
    email: 'oleg@example.net',
    verified: true,
    hash: '$2b$10$sI/d1jO5ttfE5gXmQIK8Ie.EeFcRiZjggDWe/GVcykoxFU5WXEPKu',
  },
  {
    id: '33da0f7a54c3cbc66d31b2a1',
    email: 'freya@example.com',
    verified: false,
    hash: '$2b$10$H/gtm8CnfxZeNLZ/lMmzv.zpLrchb1.U5pdiB61xa57f6Bguq8Es6',
  },
  {
    id: '84f3088065c41ebd6de4da21',
    email: 'tomas@example.org',
    verified: true,
    hash: '$2b$10$V6aP7OiRU4WeOdpl0QasROW4gv5b0YitlsKuNfa/SO0bRteK8ruQG',
  },
  {
    id: 'ada8bed83c1661b5314b56b1',
    email: 'leila@example.net',
    verified: true,
    hash: '$2b$10$2VcTAnFGRMoBeVOLD32B5uubNAhdfv74VSsRje0DMUHf5YqiCmROy',
  },
  {
    id: 'b2f08fc939147b2505dc90e3',
    email: 'hugo@example.com',
    verified: true,
    hash: '$2b$10$ZrM9Vc9/6zoO0nkU/GqUvetrhPX6iqgdy68wZaX/Vdnmd7.CRa/Pm',
  },
  {
    id: '44166a729469821ebea606f7',
    email: 'wanda@example.org',
    verified: true,
    hash: '$2b$10$R0syBtugwZW9fm/Y1ZWRYO6tBDCsY9RW/rLPA3MSFQz3lpgzm4tsK',
  },
] as const

/** Some of them also sign in with a social account. */
const linked: Readonly<Record<string, readonly [provider: string, userId: string]>> = {
  'noor@example.com': ['google-oauth2', '108210000000000000201'],
  'lars@example.org': ['github', '5550201'],
  'ines@example.net': ['google-oauth2', '108210000000000000202'],
}

/** Users without a password: provider, user id there, email or phone. */
const others = [
  ['google-oauth2', '108210000000000000301', 'sana@example.com'],
  ['google-oauth2', '108210000000000000302', 'piotr@example.org'],
  ['google-oauth2', '108210000000000000303', 'chiara@example.net'],
  ['github', '5550301', 'emil@example.com'],
  ['facebook', '90210000000000301', 'dora@example.org'],
  ['sms', '5a2f00000000000000000301', '+14155550301'],
  ['samlp', 'acme|jonas', 'jonas@example.net'],
] as const

const database = 'Username-Password-Authentication'

const profiles: readonly unknown[] = [
  ...people.map(({ id, email, verified }) => {
    const social = linked[email]
    return {
      user_id: `auth0|${id}`,
      email,
      email_verified: verified,
      created_at: '2023-02-09T16:34:22.611Z',
      identities: [
        { user_id: id, provider: 'auth0', connection: database, isSocial: false },
        ...(social
          ? [{ user_id: social[1], provider: social[0], connection: social[0], isSocial: true, profileData: { email } }]
          : []),
      ],
    }
  }),
  ...others.map(([provider, id, contact]) => ({
    user_id: `${provider}|${id}`,
    ...(provider === 'sms'
      ? { phone_number: contact, phone_verified: true }
      : { email: contact, email_verified: true }),
    created_at: '2023-05-02T09:12:40.101Z',
    identities: [{ user_id: id, provider, connection: provider, isSocial: provider !== 'samlp' && provider !== 'sms' }],
  })),
]

const passwords: readonly unknown[] = [
  ...people.map(({ id, email, verified, hash }) => ({
    _id: { $oid: id },
    email_verified: verified,
    email,
    passwordHash: hash,
    password_set_date: { $date: '2023-02-09T16:34:22.611Z' },
    tenant: 'made-up',
    connection: database,
    _tmp_is_unique: true,
  })),
  // Belongs to nobody in the other file.
  {
    _id: { $oid: '0123456789abcdef01234567' },
    email_verified: true,
    email: 'left-long-ago@example.org',
    passwordHash: '$2b$10$oW9guFmGi3ypgNHMsKK2Buen0VDikLz6hYQaP2TN53HXqeKTRylpy',
    tenant: 'made-up',
    connection: database,
  },
]

/** The profiles, one JSON object per line. */
export const sampleAuth0Users = lines(profiles)

/** The password hashes that the provider's support hands out, one JSON object per line. */
export const sampleAuth0Passwords = lines(passwords)

function lines(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

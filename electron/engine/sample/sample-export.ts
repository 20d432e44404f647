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
  // Matches no user of the other file.
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
const sampleAuth0Users = lines(profiles)

/** The password hashes that the provider's support hands out, one JSON object per line. */
const sampleAuth0Passwords = lines(passwords)

function lines(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

/**
 * An export of an imaginary company's own table: everything a real one has, made up. Its people do not exist. The
 * password of ada@example.com is "correct horse", for a sign-in at the rehearsal core; the others are discarded random
 * words.
 */
const sampleUsersCsv = `user_id,email,email_confirmed,mobile,password_hash,provider,provider_id,blocked,signed_up
u-1001,ada@example.com,true,,$2b$10$RhTqLe2KO9IIv3Bi/yvOj.Xy2.IRoanymz3.0j.LnNe9qf7/NJ5G.,,,false,2024-03-11
u-1002,grace@example.com,true,,$2b$10$hEMhZ3z9ewxon5Ai8/8i8.FsypXsZC50aukRkMKxFw2QTfi3oRrru,,,false,2024-04-12
u-1003,alan@example.org,true,,$2a$10$LU8fdga7NKh//SNluPtfCesp7TfAqQ12GE8uI0tSGykJakx93XR7O,,,false,2024-05-13
u-1004,Katherine@Example.com,true,,$2b$10$97TSc/Xln6sNRuT8ZqHWbOVXyRxqm/2yYBEEpwzzs90fFESzSyWQW,,,false,2024-06-14
u-1005,edsger@example.net,true,,$2y$10$yJV7OliC/UcoiW758Dq30O7RDmoI5GCmAX0VD950xZznKuXQ2Vzlu,,,false,2024-07-15
u-1006,barbara@example.org,true,+14155550101,$2b$10$Agjo/K.niA.qLT2i9NU7R.BjkKXFg8hq.oJbTHPfiC2yCWTtAbGnC,,,false,2024-08-16
u-1007,donald@example.com,true,,$2b$10$yEkgmRDkx8OZvkPjHXIXLe65jA.aueIeLWMl1wDF79mroDRym3FPG,,,false,2024-09-17
u-1008,margaret@example.com,true,,$2a$10$wySp/im41bPRQKRjS.Ilxeb5wBsFRJu6/3pC14dr6HODXMN4JT21q,,,false,2024-01-18
u-1009,tim@example.net,true,,$2b$10$DulGD2OGoXmu3aFAR4ftPO7fKu/7MnZxr0.980y2jwsLAH.oNkKAS,,,false,2024-02-19
u-1010,radia@example.org,true,,$2b$10$4/kTQrbdW0lfmb0rVZoo9.3KEYZrvPhqnFX9Uq.aFCIsAn1k4Ohii,,,false,2024-03-10
u-1011,dennis@example.com,false,,$2b$10$tnyk4sBx7H1yE1HR.hcXBOkpcCj.Nzny2202Q55K0b3grhFRz0Igu,,,false,2024-04-11
u-1012,frances@example.com,true,,$2b$10$2agKYdLrjwYALSNicqsyDOFUBA0ftSNb8F0bL7AUWE4BC18.6FCdW,,,false,2024-05-12
u-1013,john@example.net,true,,$2b$10$iHcdakdzBWM8O2aFIlD9xOqSlaz8EgJbm53F52VM3gCM3bL9oie4C,,,false,2024-06-13
u-1014,hedy@example.org,true,,"$argon2id$v=19$m=19456,t=2,p=1$2tVUKZ+cHGrdkv7C+abjOA$4YLT/Uh25yGEbkQuOa3OViknHEZV3ZmXRpWB6Pom/j0",,,false,2024-07-14
u-1015,shannon@example.com,true,,"$argon2id$v=19$m=19456,t=2,p=1$w3dkIAGjaptxXjlgMWtuog$v4SFN1PWXpXQsvX4vJRHkkVhwtgvUpvZhm8nn6grRuQ",,,false,2024-08-15
u-1016,mary@example.net,true,,"$argon2id$v=19$m=19456,t=2,p=1$mrLt7oCFkPdteg8AuJUqjw$RXnysS2KCKTdQL/23N1UaPA7WJNoDeyxRQLoUmKxUe4",,,false,2024-09-16
u-1017,leslie@example.org,true,,"$argon2id$v=19$m=19456,t=2,p=1$UuM46OsPpKcI9p0KmyjPGg$JVND9d8EQMNK6KYAbo8F9oDH7hqCYkXH32+CXCFjzb0",,,false,2024-01-17
u-1018,linus@example.com,true,,,google,108210000000000000101,false,2024-02-18
u-1019,anita@example.com,true,,,google,108210000000000000102,false,2024-03-19
u-1020,ken@example.org,true,,,google,108210000000000000103,false,2024-04-10
u-1021,adele@example.net,true,,,google,108210000000000000104,false,2024-05-11
u-1022,guido@example.org,true,,,github,5550101,false,2024-06-12
u-1023,brian@example.com,true,,,github,5550102,false,2024-07-13
u-1024,sophie@example.net,true,,,github,5550103,false,2024-08-14
u-1025,ivan@example.org,true,,,windowslive,a1b2c3d4e5f60718,false,2024-09-15
u-1026,,,+14155550102,,,,false,2024-01-16
u-1027,,,+442079460103,,,,false,2024-02-17
u-1028,,,030 23125 104,,,,false,2024-03-18
u-1029,newsletter@example.com,true,,,,,false,2024-04-19
u-1030,grace@example.com,true,,$2b$10$VRM07NH6P7d/YVtHV6eaM.wBVz0iTzRbyC6E/s4K5W5T6woipVdZC,,,false,2024-05-10
u-1031, TIM@example.net,true,,$2b$10$f5p4OtUGDlhXZdagh2NQHOv55H2RI16VWAMXTSMdqhbCfSCtWN1q2,,,false,2024-06-11
u-1032,evelyn@example.org,true,,pbkdf2_sha256$600000$madeupsalt$3/1jY6o7Olx6kGef03yogkPMdfq4ZzhmPcwSDEuxG9k=,,,false,2024-07-12
u-1033,old-forum@example.net,true,,acd88f0b88a51f039d45bc9e1edc2e65,,,false,2024-08-13
u-1034,cut@example.com,true,,$2b$10$WgUe9SoC35hqCJez0BEU6uODFisxWZTn7s,,,false,2024-09-14
u-1035,no-at-sign.example.com,true,,$2b$10$5yOrgXPTAoBKXNJUHlOuTOXoT2NGa8/EqGrYZzQ70cv89rIVgT/ze,,,false,2024-01-15
u-1036,blocked@example.com,true,,$2b$10$HSkzJxopFsd5VqAEfNUWK.BeObfCLz6ATseURgA0KHwMzHcyVGZwe,,,true,2024-02-16
u-1900,broken@example.org,true,one cell,too many,in,this,row,and,another,2024-02-11
`

/** A file of the built-in export, as it would lie on disk. */
type SampleFile = { readonly name: string; readonly text: string }

/**
 * The built-in sample export: a table of a company's own and a pair of files from a provider, about 60 users with
 * every kind of finding, so that each screen has something to show. ada@example.com can sign in at the rehearsal core
 * with the password "correct horse".
 */
export const sampleFiles: readonly SampleFile[] = [
  { name: 'sample-users.csv', text: sampleUsersCsv },
  { name: 'sample-auth0-users.ndjson', text: sampleAuth0Users },
  { name: 'sample-auth0-passwords.ndjson', text: sampleAuth0Passwords },
]

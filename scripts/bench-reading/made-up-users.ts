import { seededChance } from '../../electron/engine/rehearsal/faults/faults.ts'

/** A made-up user as a table has it; empty: the export says nothing. */
export type BenchUser = Readonly<Record<Column, string>>

/** In the order of the table. Named so that no provider's export is meant: they go through a mapping. */
export const columns = [
  'id',
  'mail',
  'verified',
  'phone',
  'provider',
  'provider_user_id',
  'password_hash',
  'name',
  'created_at',
] as const

type Column = (typeof columns)[number]

/** Of a hundred users, by what they sign in with. Duplicates repeat the email of the first users, in capitals. */
export const shares = { bcrypt: 60, argon2: 10, thirdParty: 15, phone: 10, duplicate: 3, invalid: 2 } as const

/** The same users for the same seed, one after the other, however many are taken. */
export function* madeUpUsers(count: number, seed: number): Generator<BenchUser> {
  const random = createRandom(seed)
  for (let n = 0; n < count; n += 1) yield madeUpUser(n, random)
}

function madeUpUser(n: number, random: Random): BenchUser {
  const draw = random.below(100)
  const user = emptyUser(n, random)
  const { bcrypt, argon2, thirdParty, phone, duplicate } = shares
  if (draw < bcrypt) return { ...user, password_hash: bcryptHash(random) }
  if (draw < bcrypt + argon2) return { ...user, password_hash: argon2Hash(random) }
  if (draw < bcrypt + argon2 + thirdParty) {
    return { ...user, provider: random.pick(providers), provider_user_id: random.text(digits, 21) }
  }
  if (draw < bcrypt + argon2 + thirdParty + phone)
    return { ...user, mail: '', verified: '', phone: phoneNumber(random) }
  if (draw < bcrypt + argon2 + thirdParty + phone + duplicate) {
    const other = emailOf(random.below(Math.max(1, Math.floor(n / 2))))
    return { ...user, mail: other.toUpperCase(), password_hash: bcryptHash(random) }
  }
  return invalid(n, user, random)
}

function emptyUser(n: number, random: Random): BenchUser {
  const name = `${random.pick(names)} ${random.pick(surnames)}`
  return {
    id: `${random.text(hex, 8)}-${random.text(hex, 4)}-4${random.text(hex, 3)}-a${random.text(hex, 3)}-${random.text(hex, 12)}`,
    mail: emailOf(n),
    verified: random.below(10) === 0 ? 'false' : 'true',
    phone: '',
    provider: '',
    provider_user_id: '',
    password_hash: '',
    // A tenth of the names needs quotation marks in a table.
    name: random.below(10) === 0 ? `${name}, Jr.` : name,
    created_at: `20${10 + random.below(15)}-0${1 + random.below(9)}-1${random.below(10)}T0${random.below(10)}:${10 + random.below(50)}:${10 + random.below(50)}Z`,
  }
}

/** A truncated hash, an email without @, a phone number that no country has, or no login at all. */
function invalid(n: number, user: BenchUser, random: Random): BenchUser {
  switch (random.below(4)) {
    case 0:
      return { ...user, password_hash: bcryptHash(random).slice(0, 40) }
    case 1:
      return { ...user, mail: `someone${n}.example.com`, password_hash: bcryptHash(random) }
    case 2:
      return { ...user, mail: '', phone: `+999${n}` }
    default:
      return { ...user, id: '', mail: '' }
  }
}

function emailOf(n: number): string {
  return `${names[n % names.length] ?? ''}.${n}@${domains[n % domains.length] ?? ''}`.toLowerCase()
}

function bcryptHash(random: Random): string {
  return `$2b$10$${random.text(crypt64, 21)}u${random.text(crypt64, 30)}e`
}

function argon2Hash(random: Random): string {
  return `$argon2id$v=19$m=65536,t=3,p=4$${random.text(base64, 21)}A$${random.text(base64, 42)}A`
}

function phoneNumber(random: Random): string {
  const [start, length] = random.pick(phones)
  return `${start}${random.text(digits, length)}`
}

/** Beginnings of mobile numbers, and how many digits follow. */
const phones: readonly [readonly [string, number], ...(readonly [string, number])[]] = [
  ['+1415555', 4],
  ['+1646555', 4],
  ['+4915112', 6],
  ['+447700', 6],
  ['+336123', 5],
  ['+9198765', 5],
]
const providers = ['google-oauth2', 'github', 'apple', 'facebook'] as const
const names = ['Noor', 'Mateo', 'Yuki', 'Amara', 'Lars', 'Ines', 'Kofi', 'Priya', 'Oleg', 'Freya'] as const
const surnames = [
  'Haddad',
  'Silva',
  'Tanaka',
  'Okafor',
  'Berg',
  'Costa',
  'Mensah',
  'Rao',
  'Ivanov',
  'Lind',
  'Müller',
] as const
const domains = ['example.com', 'example.org', 'example.net', 'mail.example.com'] as const
const digits = '0123456789'
const hex = '0123456789abcdef'
const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const crypt64 = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

type Random = ReturnType<typeof createRandom>

function createRandom(seed: number) {
  const next = seededChance(seed)
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    pick: <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0],
    text: (alphabet: string, length: number): string => {
      let text = ''
      for (let at = 0; at < length; at += 1) text += alphabet[below(alphabet.length)] ?? ''
      return text
    },
  }
}

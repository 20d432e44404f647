import { folderOf } from './temporary-folder.ts'

/** A made-up user as a line of a CSV export. What is left out is an empty cell. */
export type MadeUpUser = {
  readonly id?: string
  readonly email?: string
  readonly email_verified?: string
  readonly phone?: string
  readonly phone_verified?: string
  readonly provider?: string
  readonly provider_user_id?: string
  readonly password_hash?: string
  readonly disabled?: string
  readonly deleted?: string
}

const columns = [
  'id',
  'email',
  'email_verified',
  'phone',
  'phone_verified',
  'provider',
  'provider_user_id',
  'password_hash',
  'disabled',
  'deleted',
] as const

/** A table with a header; users begin in line 2. Unused columns are left out. */
export function madeUpCsv(users: readonly MadeUpUser[]): string {
  const used = columns.filter((column) => users.some((user) => user[column] !== undefined))
  const lines = users.map((user) => used.map((column) => cell(user[column] ?? '')).join(','))
  // Named so that no provider's export is meant: a table of the operator's own.
  const header = used.map((column) => (column === 'email' ? 'mail' : column === 'email_verified' ? 'verified' : column))
  return `${[header.join(','), ...lines].join('\n')}\n`
}

/** A folder of this test with an export of these users. */
export function folderWith(users: readonly MadeUpUser[], name = 'users.csv'): string {
  const folder = folderOf({ [name]: madeUpCsv(users) })
  return folder
}

function cell(value: string): string {
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

const salt = 'abcdefghijklmnopqrstuu'

/** A bcrypt hash without a known password; another one for every number. */
export function madeUpBcrypt(number: number): string {
  return `$2b$10$${salt}${number.toString(36).padStart(6, '0').slice(-6)}ABCDEFGHIJKLMNOPQRSTUVWXe`
}

/** An Argon2id hash without a known password. */
export function madeUpArgon2(number: number): string {
  const digest = Buffer.alloc(32, number).toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=64,t=2,p=1$${Buffer.from('sixteen byte slt').toString('base64').replaceAll('=', '')}$${digest}`
}

/** A hash of Firebase scrypt, as the core takes it (specification 4.5). */
export function madeUpScrypt(number: number): string {
  return `$f_scrypt$${Buffer.alloc(64, number).toString('base64')}$${Buffer.from(`salt ${number}`).toString('base64')}$m=14$r=8$s=Bw==`
}

/** `count` users with a bcrypt hash: `user1@example.com` and so on. */
export function usersWithHashes(count: number, from = 1): MadeUpUser[] {
  return numbers(count, from).map((n) => ({
    id: `u${n}`,
    email: `user${n}@example.com`,
    password_hash: madeUpBcrypt(n),
  }))
}

/** `count` users of a provider. */
export function usersOfProvider(count: number, from = 1): MadeUpUser[] {
  return numbers(count, from).map((n) => ({
    id: `t${n}`,
    email: `social${n}@example.com`,
    provider: 'google',
    provider_user_id: `g-${n}`,
  }))
}

/** `count` users with an email and nothing else to log in with. */
export function usersWithoutHash(count: number, from = 1): MadeUpUser[] {
  return numbers(count, from).map((n) => ({ id: `p${n}`, email: `plain${n}@example.com`, email_verified: 'true' }))
}

function numbers(count: number, from: number): number[] {
  return Array.from({ length: count }, (_, index) => from + index)
}

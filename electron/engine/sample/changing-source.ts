import { randomBytes } from 'node:crypto'

/** A made-up source that changes: the table of a company whose users sign up and edit their accounts. */
type ChangingSource = {
  /** The table as CSV. */
  readonly csv: () => string
  /** Makes the next changes and returns a sentence about each. */
  readonly step: () => string
}

type Row = { readonly id: number; readonly email: string; readonly hash: string }

const first = [
  'alder',
  'briar',
  'corin',
  'delia',
  'ember',
  'fenn',
  'greta',
  'hollis',
  'iris',
  'june',
  'kit',
  'linden',
  'maren',
  'nell',
  'orin',
  'petra',
  'quill',
  'rowan',
  'sage',
  'tansy',
] as const
const last = ['ashdown', 'birch', 'finchley', 'hale'] as const

/** Users at the beginning: each first name with each last name. */
export const initialUsers = first.length * last.length

/** A bcrypt hash without a known password. */
function madeUpHash(): string {
  return `$2b$10$${randomBytes(39).toString('base64').replaceAll('+', '.').slice(0, 21)}u${randomBytes(24).toString('base64').replaceAll('+', '.').slice(0, 30)}e`
}

function emailOf(n: number): string {
  const name = `${first[n % first.length]}.${last[Math.floor(n / first.length) % last.length]}`
  return n < initialUsers ? `${name}@example.com` : `${name}.${Math.floor(n / initialUsers) + 1}@example.com`
}

export function createChangingSource(): ChangingSource {
  const rows: Row[] = Array.from({ length: initialUsers }, (_, n) => ({
    id: n + 1,
    email: emailOf(n),
    hash: madeUpHash(),
  }))
  let made = rows.length
  let steps = 0
  const signUp = (): string => {
    const row = { id: made + 1, email: emailOf(made), hash: madeUpHash() }
    made += 1
    rows.push(row)
    return `${row.email} signed up`
  }
  const change = (make: (row: Row) => Row, what: (before: Row, after: Row) => string): string => {
    const at = (steps * 7 + 3) % rows.length
    const before = rows[at]
    if (before === undefined) return ''
    const after = make(before)
    rows[at] = after
    return what(before, after)
  }
  const newPassword = () =>
    change(
      (row) => ({ ...row, hash: madeUpHash() }),
      ({ email }) => `${email} has a new password`,
    )
  const newEmail = () =>
    change(
      (row) => ({ ...row, email: row.email.replace('@example.com', '@example.org') }),
      (before, after) => `${before.email} is ${after.email} now`,
    )
  const leave = () => {
    const [row] = rows.splice((steps * 5 + 11) % rows.length, 1)
    return row === undefined ? '' : `${row.email} left`
  }
  const turns: readonly (readonly (() => string)[])[] = [
    [signUp, signUp, newEmail],
    [newPassword, signUp],
    [leave, signUp, newEmail],
  ]
  return {
    csv: () =>
      ['customer_id,email,password_hash', ...rows.map(({ id, email, hash }) => `${id},${email},${hash}`), ''].join(
        '\n',
      ),
    step: () => {
      const done = (turns[steps % turns.length] ?? []).map((make) => make())
      steps += 1
      return done.join(', ')
    },
  }
}

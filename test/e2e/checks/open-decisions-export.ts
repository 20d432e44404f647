import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { madeUpBcrypt, madeUpCsv, type MadeUpUser } from '../../support/made-up-csv.ts'

/** Users of the export of `writeOpenDecisions`, by what is to be decided about them. */
export const openDecisions = { samlp: 119, duplicates: 39, disabled: 58, noLogin: 8, lostPassword: 31, bcrypt: 345 }

const first = ['juniper', 'basil', 'marlow', 'wren', 'cedar', 'tamsin', 'rowan', 'hazel', 'linden', 'sorrel']
const last = ['field', 'harbor', 'winterbourne-ashcombe', 'ashgrove', 'quill', 'oakhollow', 'pike', 'whitcombe']

/** Made-up users of one kind, with emails of their own. */
function usersOf(kind: keyof typeof openDecisions, more: (n: number, email: string) => MadeUpUser): MadeUpUser[] {
  return Array.from({ length: openDecisions[kind] }, (_, n) => {
    const email = `${first[n % 10]}.${last[(n * 3) % 8]}.${kind.toLowerCase()}${n}@example.com`
    return { id: `${kind}-${n}`, email, email_verified: 'true', ...more(n, email) }
  })
}

/**
 * A table of 600 users, 224 of them with open decisions: a provider that no core knows, the same email twice, users
 * disabled at the old provider and users without a login. 31 others had a password of an unsupported kind.
 */
export async function writeOpenDecisions(folder: string): Promise<string> {
  const path = join(folder, 'members.csv')
  const users = [
    ...usersOf('bcrypt', (n) => ({ password_hash: madeUpBcrypt(n) })),
    ...usersOf('samlp', (n) => ({ provider: 'samlp', provider_user_id: `s-${n}` })),
    ...usersOf('duplicates', (n) => ({
      email: `${first[n % 10]}.${last[(n * 3) % 8]}.bcrypt${n}@example.com`,
      password_hash: madeUpBcrypt(1000 + n),
    })),
    ...usersOf('disabled', (n) => ({ disabled: 'true', password_hash: madeUpBcrypt(2000 + n) })),
    ...usersOf('lostPassword', (n) => ({ password_hash: `5f4dcc3b5aa765d61d8327deb882${String(n).padStart(4, '0')}` })),
    ...usersOf('noLogin', () => ({ email: '', email_verified: '' })),
  ]
  await writeFile(path, madeUpCsv(users))
  return path
}

import { createWriteStream } from 'node:fs'
import { once } from 'node:events'

/** User number `number`, with a bcrypt hash without a known password. */
export function madeUpUser(number: number): { readonly email: string; readonly hash: string } {
  const own = number.toString(36).padStart(6, '0')
  return { email: `user${number}@example.com`, hash: `$2b$10$abcdefghijklmnopqrstuu${own}ABCDEFGHIJKLMNOPQRSTUVWXe` }
}

/** Writes an export with users 1 to `count`: a table of the operator's own. */
export async function writeExport(path: string, count: number): Promise<void> {
  const file = createWriteStream(path)
  file.write('id,mail,password_hash\n')
  for (let from = 1; from <= count; from += 10_000) {
    const numbers = Array.from({ length: Math.min(10_000, count - from + 1) }, (_, index) => from + index)
    const lines = numbers.map((number) => {
      const { email, hash } = madeUpUser(number)
      return `u${number},${email},${hash}\n`
    })
    if (!file.write(lines.join(''))) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
}

import { describe, expect, it } from 'vitest'
import { hashesIn } from '../../../shared/hashes/hash-likeness.ts'

const bcrypt = `$2b$10$abcdefghijklmnopqrstuO${'a'.repeat(30)}u`

describe('hashes within a text', () => {
  it('are taken without what stands around them', () => {
    expect(hashesIn(`old: ${bcrypt}. New: ${bcrypt.replace('$10', '$12')}!`)).toEqual([
      bcrypt,
      bcrypt.replace('$10', '$12'),
    ])
  })

  it.each([
    'costs $20 or $2b, see {CRYPT}',
    '$2b$10$short and {SSHA}x',
    'template ${name} and {{user}}',
    'd41d8cd98f00b204e9800998ecf8427e',
    'pbkdf2_sha256$ is a hasher of Django',
    '',
  ])('are not seen in %o', (text) => expect(hashesIn(text)).toEqual([]))

  it('are looked for in the beginning of a long text only, and no more than eight', () => {
    expect(hashesIn(`${'x'.repeat(70_000)} ${bcrypt}`)).toEqual([])
    const many = Array.from({ length: 20 }, (_, n) => bcrypt.replace('$10', `$${n + 10}`)).join(' ')
    expect(hashesIn(many)).toHaveLength(8)
  })
})

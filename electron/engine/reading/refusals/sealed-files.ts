import { judgeEncrypted } from '../../../../shared/hashes/families/encrypted.ts'
import { isObject } from '../../../../shared/json.ts'
import type { SourceRecord } from '../../../../shared/mapping/export-format.ts'
import { isCalled } from '../../../../shared/mapping/names/name-fit.ts'
import { holdsPeople } from '../../../../shared/mapping/names/people-names.ts'
import type { Problem } from '../../../../shared/result.ts'

/*
 * Files that are encrypted as a whole, or value by value: nothing can be said about single values of theirs before they are decrypted.
 */

function sealed(message: string): Problem {
  return { code: 'file-encrypted', message }
}

const wholeFile = sealed(
  'This file is encrypted. Decrypt it with the key you gave the provider (for example `gpg --decrypt`), and choose the result.',
)

/** OpenPGP packets (RFC 4880, 5.1 and 5.3: a version number follows the length), age, `openssl enc`, and git-crypt. */
export function judgeSealedBytes(head: Buffer): Problem | null {
  const start = head.toString('latin1', 0, 64)
  if (start.startsWith('\0GITCRYPT\0'))
    return sealed('This file is encrypted by git-crypt. Run “git-crypt unlock” in its repository, and choose it again.')
  if (start.startsWith('age-encryption.org/') || start.startsWith('Salted__')) return wholeFile
  const [tag, , second, third] = head
  const isPgp =
    (tag === 0x85 && third === 3) ||
    ((tag === 0x84 || tag === 0xc1) && second === 3) ||
    ((tag === 0x8c || tag === 0xc3) && second === 4)
  return isPgp ? wholeFile : null
}

/** Says by what a text is encrypted; null: it is not. `start`: without blanks in front. */
export function judgeSealedText(start: string): Problem | null {
  if (/^-----BEGIN (?:PGP|AGE ENCRYPTED FILE)/.test(start) || /^U2FsdGVkX1[\w+/=]+\s*$/m.test(start.slice(0, 200)))
    return wholeFile
  if (start.startsWith('$ANSIBLE_VAULT;'))
    return sealed(
      'This file is encrypted by Ansible Vault. Decrypt it with “ansible-vault view”, save what it prints, and choose that.',
    )
  if (start.includes('ENC[AES256_GCM,') && /^(?:sops:|\[sops\]|sops_\w{1,40}=)|"sops"\s*:/m.test(start))
    return sealed(
      'The values of this file are encrypted by SOPS. Decrypt it with “sops --decrypt”, save what it prints, and choose that.',
    )
  return /^kind:\s*["']?SealedSecret\b/m.test(start.slice(0, 2000))
    ? sealed(
        'This is a sealed secret of Kubernetes, whose values only its cluster can decrypt. Read the secret there with “kubectl get secret --output=json”, decode its values, and choose the list of users in it.',
      )
    : null
}

type Table = { readonly name?: string; readonly records: readonly SourceRecord[] }

/** The problem of users whose emails their application encrypted one by one; null: they are not. In a dump, only a table with a name for people counts. */
export function judgeSealedValues(tables: readonly Table[]): Problem | null {
  const of = tables.filter(({ name }) => tables.length === 1 || (name !== undefined && holdsPeople(name)))
  const column = of.map(({ records }) => sealedEmails(records)).find((name) => name !== null) ?? null
  return column === null
    ? null
    : sealed(
        `The values of “${column}” are encrypted by their application, so nobody can be reached by them. Decrypt them there, such as with a script that reads the users and writes them as CSV or JSON, and choose that file.`,
      )
}

/** The first column of emails of which each value is encrypted; null: there is none. */
function sealedEmails(records: readonly SourceRecord[]): string | null {
  const names = new Set(records.flatMap((record) => Object.keys(record)))
  for (const name of names) {
    if (!isCalled('email', name)) continue
    const values = records
      .map((record) => record[name])
      .filter((value) => value !== null && value !== undefined && value !== '')
    if (values.length > 0 && values.every(isSealed)) return name
  }
  return null
}

/** A text as a library writes it when it encrypts, or the object that Rails does. */
function isSealed(value: unknown): boolean {
  if (typeof value === 'string') return judgeEncrypted(value.trim()) !== null
  return isObject(value) && typeof value['p'] === 'string' && isObject(value['h']) && 'iv' in value['h']
}

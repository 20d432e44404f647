import { expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { madeUpArgon2, madeUpBcrypt } from '../../support/made-up-csv.ts'
import { fileIn, temporaryFolder } from '../../support/temporary-folder.ts'

const secrets = [
  madeUpBcrypt(7),
  madeUpArgon2(7),
  'scrypt:32768:8:1$Zm9vYmFyYmF6$abababababababababababababababababababab12',
  '{SSHA}MTIzNDU2Nzg5MDEyMzQ1Njc4OTA=',
  '5f4dcc3b5aa765d61d8327deb882cf99',
]

const filesOf: Readonly<Record<string, (secret: string) => string>> = {
  'header.csv': (secret) => `id,email,"${secret}",more\n1,ann@acme.example,x,y\n2,ben@acme.example,z,w\n`,
  'record-first.csv': (secret) => `ann@acme.example;"${secret}"\nben@acme.example;"${secret}"\n`,
  'dump.sql': (secret) =>
    `INSERT INTO users (id, email, "${secret}") VALUES (1, 'ann@acme.example', 'x');\nINSERT INTO "${secret}" VALUES (1, 'ann@acme.example');\n`,
}
/** A bare digest is an ID as often as a secret where names are data. */
const keyed: Readonly<Record<string, (secret: string) => string>> = {
  'keys.json': (secret) =>
    JSON.stringify([1, 2].map((id) => ({ id, email: `a${id}@acme.example`, [secret]: { a: 1 } }))),
  'values.json': (secret) =>
    JSON.stringify([1, 2].map((id) => ({ id, email: `a${id}@acme.example`, [secret]: `b${id}@acme.example` }))),
}

test('no name that is a password hash is printed, for people or for programs', async () => {
  const cwd = temporaryFolder()
  const printed: string[] = []
  for (const [forms, all] of [
    [filesOf, secrets.slice(0, 4)],
    [
      { 'header.csv': filesOf['header.csv'] ?? String, 'record-first.csv': filesOf['record-first.csv'] ?? String },
      secrets,
    ],
    [keyed, secrets.slice(0, 4)],
  ] as const) {
    for (const [name, textOf] of Object.entries(forms)) {
      for (const secret of all) {
        fileIn(cwd, name, textOf(secret))
        for (const more of [[], ['--json']]) {
          const { code, out, err } = await cli(['inspect', name, ...more], { cwd })
          const kept = secret.slice(secret.length - 20)
          if (`${out}${err}`.includes(kept)) printed.push(`${name} ${more.join('')} ${secret.slice(0, 9)} (${code})`)
        }
      }
    }
  }
  expect(printed).toEqual([])
})

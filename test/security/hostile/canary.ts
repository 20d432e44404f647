import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { listen } from '../../support/servers/loopback.ts'

/** The content of every file of the folder that nothing may touch, and that must not be shown or stored anywhere. */
export const canaryText = 'CANARY-9f31c2-contents'

const files: readonly (readonly [string, number])[] = [
  ['thesis.txt', 0o600],
  ['public.html', 0o644],
  ['empty', 0o644],
  ['crm.csv', 0o600],
  ['keys/id_ed25519', 0o600],
]

export type Canary = {
  readonly folder: string
  readonly paths: readonly [string, ...string[]]
  /** Everything about the folder that an effect would change. */
  readonly state: () => string
}

/** A folder of the victim beside the attacker's migration. */
export function makeCanary(folder: string): Canary {
  mkdirSync(join(folder, 'keys'), { recursive: true })
  const paths = files.map(([name, mode]) => {
    const path = join(folder, name)
    writeFileSync(path, textOf(name))
    chmodSync(path, mode)
    return path
  })
  return { folder, paths: [join(folder, 'thesis.txt'), ...paths], state: () => stateOf(folder) }
}

function textOf(name: string): string {
  if (name === 'empty') return ''
  return name.endsWith('.csv') ? `id,email\n1,${canaryText}@example.com\n` : `${canaryText}\n`
}

function stateOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => {
      const path = join(folder, name)
      const found = lstatSync(path)
      const link = found.isSymbolicLink() ? readlinkSync(path) : ''
      const content = found.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''
      const changedAt = found.isFile() ? found.mtimeMs : ''
      return `${name} ${found.mode} ${changedAt} ${link} ${content}`
    })
    .join('\n')
}

export type Stranger = { readonly port: number; readonly visits: () => number }

/** A foreign server, which counts its visits. */
export async function startStranger(): Promise<Stranger> {
  let visits = 0
  const server = createServer((_request, response) => response.end('{}'))
  server.on('connection', () => (visits += 1))
  return { port: await listen(server), visits: () => visits }
}

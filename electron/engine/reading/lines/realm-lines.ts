import { hashLikeness } from '../../../../shared/hashes/hash-likeness.ts'
import { isJettyCredential } from '../../../../shared/hashes/families/jetty.ts'
import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'
import { aSetting, isNoSecret, settingsAmong } from './pair-lines.ts'
import { dataLines, type LineTable } from './secret-lines.ts'

/*
 * Lines of a name, a secret and roles, `ann: CRYPT:ad…, admin, user` or `ann=$2b$…,ROLE_USER,enabled`: realm.properties of Jetty, and the users
 * of Karaf, ActiveMQ and Spring Security.
 */

const line = /^\s*([^\s:=,#!]+)\s*[:=]\s*([^\s,]+)((?:\s*,\s*[\w.:*/-]+)*)\s*,?\s*$/

/**
 * Detects lines of a name, a secret and roles; null if the text is something else. Most of the secrets are surely such, and at least one is
 * written as no other form has it: before roles, or as Jetty writes it. `isNamed`: the file has the name of such a list, so clear passwords
 * before roles are enough.
 */
export function detectRealmLines(head: Buffer, whole: boolean, isNamed = false): LineTable | null {
  const all = dataLines(head, whole).filter(({ text }) => !isComment(text))
  const isSetting = settingsAmong(all.map(({ text }) => text))
  const lines = all.filter(({ text }) => !isSetting(text))
  const [first] = lines
  const users = lines.map(({ text }) => readLine(text)).filter((user) => user !== null)
  const sure = users.filter(({ secret }) => isSecret(secret))
  const isOfRealm = sure.some(({ secret, roles }) => roles.length > 0 || isJettyCredential(secret))
  const areTold = isNamed ? areUsers(users) : isOfRealm && sure.length * 2 >= users.length
  if (first === undefined || users.length < lines.length || !areTold) return null
  const names = users.map(({ name }) => name)
  if (new Set(names).size < names.length || !names.every(isNoSecret)) return null
  const header = [names.every(isEmailAddress) ? 'email' : 'name', 'password', 'roles', 'disabled']
  return {
    header,
    dataStart: all[0]?.start ?? first.start,
    cellsOf: (text) => (isSetting(text) ? { fault: aSetting } : cellsOf(text)),
  }
}

/** Whether the lines of a file that is named after users are such, and no texts or settings of a program: one says its roles. */
function areUsers(users: readonly NonNullable<ReturnType<typeof readLine>>[]): boolean {
  const isText = ({ name, secret }: (typeof users)[number]) =>
    name.toLowerCase() === secret.toLowerCase() || /^\$\{|^(?:true|false|\d{1,5})$/.test(secret)
  return users.some(({ roles }) => roles.length > 0) && !users.some(isText)
}

function cellsOf(text: string): ReturnType<LineTable['cellsOf']> {
  if (isComment(text)) return null
  const user = readLine(text)
  if (user === null) return { fault: noUser }
  const { name, secret, roles } = user
  const own = roles.filter((role) => !isState.test(role))
  return [name, secret, own.join(','), roles.includes('disabled') ? 'yes' : 'no']
}

const noUser = 'This line is not a name with a secret and roles.'

function readLine(
  text: string,
): { readonly name: string; readonly secret: string; readonly roles: readonly string[] } | null {
  const [, name = '', secret = '', roles = ''] = line.exec(text.replaceAll(/\\([=:#!\\])/g, '$1')) ?? []
  return name === ''
    ? null
    : {
        name,
        secret,
        roles: roles
          .split(',')
          .map((role) => role.trim())
          .filter((role) => role !== ''),
      }
}

/** A word among the roles that says whether Spring Security lets its user in. */
const isState = /^(?:enabled|disabled)$/

function isSecret(secret: string): boolean {
  return isJettyCredential(secret) || hashLikeness(secret) === 'certain'
}

function isComment(text: string): boolean {
  return /^\s*[#!]/.test(text)
}

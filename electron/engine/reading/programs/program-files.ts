import { isObject } from '../../../../shared/json.ts'
import { hashLikeness } from '../../../../shared/hashes/hash-likeness.ts'

/*
 * JSON and YAML of programs, by the fields at their top: manifests of packages, services to run, settings of servers. Their addresses and
 * passwords belong to authors and servers, and to no users.
 */

type Content = Readonly<Record<string, unknown>>

const has = (content: Content, ...names: readonly string[]) => names.some((name) => Object.hasOwn(content, name))
const hasAll = (content: Content, ...names: readonly string[]) => names.every((name) => Object.hasOwn(content, name))

const ofPackages =
  'dependencies devDependencies dev_dependencies peerDependencies bundleDependencies require require-dev autoload scripts engines'.split(
    ' ',
  )

/** Each kind of file with its name in a sentence. None of them is a list of users, whatever else is in it. */
const kinds: readonly { readonly what: string; readonly is: (content: Content) => boolean }[] = [
  {
    what: 'the description of a software package',
    is: (content) =>
      (has(content, 'name', 'authors', 'author') && has(content, ...ofPackages)) ||
      has(content, 'cff-version') ||
      content['@type'] === 'SoftwareSourceCode' ||
      (hasAll(content, 'apiVersion', 'name', 'version') && has(content, 'maintainers', 'appVersion', 'type')),
  },
  {
    what: 'a list of installed packages',
    is: (content) => has(content, 'lockfileVersion') || hasAll(content, 'content-hash', 'packages'),
  },
  {
    what: 'the metadata of Hasura',
    is: ({ resource_version: version, metadata }) =>
      version !== undefined && isObject(metadata) && Array.isArray(metadata['sources']),
  },
  { what: 'the state of Terraform', is: (content) => has(content, 'terraform_version') },
  {
    what: 'the description of an API',
    is: (content) => has(content, 'openapi', 'swagger') && has(content, 'info', 'paths'),
  },
  {
    what: 'a blueprint of authentik',
    is: ({ entries }) =>
      membersOf(entries).some((entry) => typeof entry['model'] === 'string' && /^authentik_\w+\./.test(entry['model'])),
  },
  {
    what: 'the settings of a client of Kubernetes',
    is: (content) => content['kind'] === 'Config' && has(content, 'clusters', 'contexts'),
  },
  {
    what: 'the settings of a program',
    // Authelia has its users in another file. The hashes here belong to programs that sign users in.
    is: (content) => hasAll(content, 'authentication_backend', 'access_control'),
  },
  {
    what: 'the key of a service account',
    is: (content) => hasAll(content, 'private_key', 'client_email') && content['type'] === 'service_account',
  },
]

/** The same of files that may hold users beside. */
const kindsBesideUsers: typeof kinds = [
  {
    what: 'the settings of a program',
    is: ({ spring }) =>
      isObject(spring) && has(spring, 'application', 'config', 'datasource', 'jpa', 'mail', 'profiles', 'security'),
  },
  {
    what: 'a list of services to run',
    is: ({ services }) => membersOf(services).some((service) => has(service, 'image', 'build')),
  },
  {
    what: 'the settings of a program',
    is: (content) => {
      const names = Object.keys(content).filter((name) => isObject(content[name]))
      const ofServers = names.filter((name) => ofServer.test(name) && !isPerson(content[name]))
      return ofServers.length > 0 && names.filter((name) => ofSection.test(name)).length > 1
    },
  },
  {
    what: 'the settings of a program',
    is: (content) => {
      const sections = membersOf(content)
      const reached = sections.filter((section) => has(section, ...servers) && has(section, ...passwords, 'database'))
      return reached.length > 0 && reached.length * 2 >= sections.length && !sections.some(isPerson)
    },
  },
]

/** Fields of a section that say which server or database it is about, as web frameworks write them. */
const servers = ['host', 'hostname', 'dsn', 'adapter', 'dialect']
/** Sections of settings that are about servers. */
const ofServer =
  /^(?:smtp|db|databases?|redis|mongo(?:db)?|mysql|postgres(?:ql)?|rabbitmq|amqp|kafka|elasticsearch|s3|connectionstrings|datasource)$/i
const ofSection = new RegExp(
  `${ofServer.source}|^(?:mail(?:er)?|cache|queue|storage|logging|logger|servers?|jwt|ldap|cors|app|api|oauth2?|admin)$`,
  'i',
)
const passwords = ['password', 'pass', 'passwd', 'pwd']

/** Whether an object has an address of its own, as users have. */
function isPerson(value: unknown): boolean {
  return isObject(value) && Object.keys(value).some((name) => /^e-?mail(?:_?address)?$/i.test(name))
}

function membersOf(value: unknown): readonly Content[] {
  return typeof value === 'object' && value !== null ? Object.values(value).filter(isObject) : []
}

const bounds = { depth: 8, values: 20_000 }

/** Whether a content has a password hash, or several objects with addresses in one place, as users are. */
function mayHoldUsers(content: Content): boolean {
  let left = bounds.values
  const look = (value: unknown, depth: number): boolean => {
    left -= 1
    if (left < 0 || depth > bounds.depth) return true
    if (typeof value === 'string') return value.split(':').some((part) => hashLikeness(part) === 'certain')
    if (typeof value !== 'object' || value === null) return false
    const people = membersOf(value).filter(isPerson).length
    return people > (Array.isArray(value) ? 0 : 1) || Object.values(value).some((one) => look(one, depth + 1))
  }
  return look(content, 0)
}

/** A changelog of Liquibase has its rows as lists of a name and a value for each column. */
const ofChangelog =
  'This is a changelog of Liquibase, not a list of users. If its changes insert users, have Liquibase write them as SQL (liquibase update-sql), or export the table of users from the database, and choose that.'

/** Why a whole content is the file of a program and no export of users; null: it may be one. */
export function whyOfProgram(content: unknown): string | null {
  if (!isObject(content)) return null
  if (Array.isArray(content['databaseChangeLog'])) return ofChangelog
  const found =
    kinds.find(({ is }) => is(content)) ?? kindsBesideUsers.find(({ is }) => is(content) && !mayHoldUsers(content))
  return found === undefined ? null : ofProgram(found.what)
}

/** Says what a file of a program is. */
export function ofProgram(what: string): string {
  return `This file is ${what}, not an export of users: addresses and passwords in it are those of authors, programs or servers. Export the users themselves as CSV or JSON.`
}

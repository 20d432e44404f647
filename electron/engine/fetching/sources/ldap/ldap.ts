import * as z from 'zod'
import { ok, type Result } from '../../../../../shared/result.ts'
import { hostSetting, portSetting, splitServer } from '../../network-failure.ts'
import {
  encryptionOptions,
  isPlain,
  optionsOf,
  type OptionTable,
  serverAddress,
  shapeOf,
  checkbox,
} from '../../option-table.ts'
import type { FetchSource } from '../../source.ts'
import { databasePassword } from '../database/database-settings.ts'
import { ldif } from './ldif-format.ts'

const options = {
  host: {
    schema: hostSetting,
    label: 'Host',
    hint: 'Server name or address',
    kind: 'text',
    example: 'ldap.example.com',
    value: 'HOST',
  },
  port: {
    schema: portSetting,
    label: 'Port',
    hint: 'Port of the server',
    kind: 'number',
    fallback: '636, or 389 without ldaps',
    example: '636',
  },
  base: {
    schema: z.string().min(1),
    label: 'Base DN',
    hint: 'Entry below which people are looked for',
    kind: 'text',
    example: '"ou=people,dc=example,dc=com"',
    value: 'DN',
  },
  'bind-dn': {
    schema: z.string().min(1).optional(),
    label: 'Bind DN',
    hint: 'Account to sign in with',
    kind: 'text',
    fallback: 'anonymous',
    example: '"cn=reader,dc=example,dc=com"',
    value: 'DN',
  },
  filter: {
    schema: z.string().min(2).optional(),
    label: 'Filter',
    hint: 'Which entries are fetched',
    kind: 'text',
    fallback: 'people',
    example: '"(&(objectClass=inetOrgPerson)(mail=*))"',
    value: 'FILTER',
  },
  attributes: {
    schema: z
      .string()
      .regex(/^[\w;.,\s-]+$/)
      .optional(),
    label: 'Attributes',
    hint: 'Attributes to fetch, separated by commas',
    kind: 'text',
    fallback: 'IDs, names, mail, phones, userPassword, states',
    example: 'uid,mail,userPassword',
  },
  'start-tls': { schema: checkbox, label: 'StartTLS', hint: 'Use StartTLS instead of ldaps', kind: 'checkbox' },
  ...encryptionOptions,
} as const satisfies OptionTable

const settings = z.strictObject(shapeOf(options)).transform(splitServer)

export type LdapSettings = z.output<typeof settings>

function directoryAddress(settings: LdapSettings): Result<string> {
  const { host, port, tls, 'allow-plain-text': allowPlainText, 'start-tls': startTls } = settings
  const reached = { host, tls: tls || startTls, allowPlainText }
  const usualPort = startTls || isPlain(reached) ? 389 : 636
  return ok(serverAddress('ldap', port ?? usualPort, reached))
}

/** People of an LDAP directory, page by page, as LDIF. */
export const ldap: FetchSource<LdapSettings> = {
  name: 'ldap',
  title: 'LDAP directory',
  summary: 'People of an LDAP directory as LDIF; hashes where the account may read them, never from Active Directory',
  settings,
  options: optionsOf(options),
  secrets: [databasePassword],
  example: '--host ldap.example.com --base "ou=people,dc=example,dc=com" --bind-dn "cn=reader,dc=example,dc=com"',
  key: ({ id }) => (typeof id === 'string' ? id : null),
  format: ldif,
  destination: directoryAddress,
  // The client is loaded when it is needed.
  open: async (...given) => (await import('./open-ldap.ts')).openLdap(...given),
}

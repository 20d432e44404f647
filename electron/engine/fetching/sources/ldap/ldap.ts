import * as z from 'zod'
import { ok, type Result } from '../../../../../shared/result.ts'
import { encryptionOptions, isPlain, serverAddress } from '../../encryption.ts'
import { hostSetting, portSetting, splitServer } from '../../server-name.ts'
import type { FetchSource } from '../../source.ts'
import { databasePassword } from '../database/database-settings.ts'
import { ldif } from './ldif-format.ts'

const settings = z
  .strictObject({
    host: hostSetting,
    port: portSetting,
    base: z.string().min(1),
    'bind-dn': z.string().min(1).optional(),
    filter: z.string().min(2).optional(),
    attributes: z
      .string()
      .regex(/^[\w;.,\s-]+$/)
      .optional(),
    'start-tls': z.boolean().optional(),
    'ca-file': z.string().min(1).optional(),
    tls: z.boolean().optional(),
    'allow-plain-text': z.boolean().optional(),
  })
  .transform(splitServer)

export type LdapSettings = z.output<typeof settings>

function directoryAddress(settings: LdapSettings): Result<string> {
  const {
    host,
    port,
    tls = false,
    'allow-plain-text': allowPlainText = false,
    'start-tls': startTls = false,
  } = settings
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
  options: [
    {
      name: 'host',
      label: 'Host',
      hint: 'Server name or address',
      required: true,
      kind: 'text',
      example: 'ldap.example.com',
      value: 'HOST',
    },
    {
      name: 'port',
      label: 'Port',
      hint: 'Port of the server',
      required: false,
      kind: 'number',
      fallback: '636, or 389 without ldaps',
      example: '636',
    },
    {
      name: 'base',
      label: 'Base DN',
      hint: 'Entry below which people are looked for',
      required: true,
      kind: 'text',
      example: '"ou=people,dc=example,dc=com"',
      value: 'DN',
    },
    {
      name: 'bind-dn',
      label: 'Bind DN',
      hint: 'Account to sign in with',
      required: false,
      kind: 'text',
      fallback: 'anonymous',
      example: '"cn=reader,dc=example,dc=com"',
      value: 'DN',
    },
    {
      name: 'filter',
      label: 'Filter',
      hint: 'Which entries are fetched',
      required: false,
      kind: 'text',
      fallback: 'people',
      example: '"(&(objectClass=inetOrgPerson)(mail=*))"',
      value: 'FILTER',
    },
    {
      name: 'attributes',
      label: 'Attributes',
      hint: 'Attributes to fetch, separated by commas',
      required: false,
      kind: 'text',
      fallback: 'IDs, names, mail, phones, userPassword, states',
      example: 'uid,mail,userPassword',
    },
    { name: 'start-tls', label: 'StartTLS', hint: 'Use StartTLS instead of ldaps', required: false, kind: 'tick' },
    ...encryptionOptions,
  ],
  secrets: [databasePassword],
  example: '--host ldap.example.com --base "ou=people,dc=example,dc=com" --bind-dn "cn=reader,dc=example,dc=com"',
  key: ({ id }) => (typeof id === 'string' ? id : null),
  format: ldif,
  destination: directoryAddress,
  // The client is loaded when it is needed.
  open: async (...given) => (await import('./open.ts')).openLdap(...given),
}

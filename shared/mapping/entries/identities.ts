import { booleanOf, textOf, trimmedText } from '../cell.ts'
import type { SourceRecord } from '../export-format.ts'
import { auth0Subject } from '../../users/auth0-subject.ts'
import { identityWithoutId, isNoId, isSameProvider, knownProvider, namesOwnLogin } from '../../users/known-provider.ts'
import type { Identity } from '../../users/user.ts'
import type { Mapping } from '../mapping.ts'
import type { MappingTarget } from '../targets.ts'
import { fitOfName } from '../names/name-fit.ts'
import { hintsOf } from '../names/name-hints.ts'
import { providerInName, thirdPartyOf } from '../names/third-party-names.ts'
import { byTarget, textFrom, type ByTarget, type Source } from './target-sources.ts'
import { idInProfile } from './third-party-profile.ts'
import { insideOf, readerOf, valueAt } from '../value-at.ts'

/** A list of logins, of which the mapping names the first entry; the paths are those within an entry. */
type LoginList = {
  readonly read: (record: SourceRecord) => unknown
  readonly provider: string
  readonly userId: string
  readonly email: string | null
}

/** The list that both the provider and the ID there are in, if there is one. */
function loginListOf(sources: ByTarget): LoginList | null {
  for (const { path } of sources['provider-user-id'].columns) {
    const at = path.lastIndexOf('[0].')
    if (at === -1) continue
    const first = path.slice(0, at + '[0].'.length)
    const within = (target: MappingTarget) =>
      sources[target].columns.find((one) => one.path.startsWith(first))?.path.slice(first.length) ?? null
    const provider = within('provider')
    if (provider !== null)
      return {
        read: readerOf(path.slice(0, at)),
        provider,
        userId: path.slice(first.length),
        email: within('provider-email'),
      }
  }
  return null
}

/** Columns of one provider, of which the first that has an ID counts. */
type IdColumns = {
  /** The provider that the names of the columns say, as `google_id` does, of which alone they hold IDs; null: the record or the file says it. */
  readonly named: string | null
  readonly userId: Source
  readonly email: Source
}

/**
 * Columns whose names say different providers, as `google_id` and `facebook_id`, are logins of their own, whatever another column names. Of one
 * provider, what the mapping says of the whole file goes before the name.
 */
function idColumnsOf({
  'provider-user-id': userId,
  'provider-email': email,
  provider,
  fixedProvider,
}: ByTarget): readonly IdColumns[] {
  const names = [...new Set(userId.columns.map(({ path }) => providerInName(path)))]
  const [first = null, ...others] = names
  const isOfFile = provider.columns.length === 0 && fixedProvider !== null
  if (others.length === 0 && (first === null || isOfFile)) return [{ named: null, userId, email }]
  const of = (named: string | null, { columns }: Source) => ({
    columns: columns.filter(({ path }) => providerInName(path) === named),
    constant: null,
  })
  return names.map((named) => ({ named, userId: of(named, userId), email: of(named, email) }))
}

/** Whether two columns of IDs are logins of their own, so that neither fills the empty values of the other. */
export function areOfOtherProviders(path: string, other: string): boolean {
  return providerInName(path) !== providerInName(other)
}

/** Reads the third-party logins of a record by its mapping. */
export function identityReader(sources: ByTarget): (record: SourceRecord) => readonly Identity[] {
  const logins = loginListOf(sources)
  const all = idColumnsOf(sources)
  // Most tables have no third parties at all.
  if (logins === null && all.every(({ userId }) => isEmpty(userId)) && isEmpty(sources.provider))
    return () => noIdentities
  return (record) => {
    const first = identitiesOf(all, sources, record)
    return logins === null ? first : withOthers(first, logins, sources, record)
  }
}

function isEmpty({ columns, constant }: Source): boolean {
  return columns.length === 0 && constant === null
}

/** The name of a provider that nothing names. */
export const unknownProvider = 'unknown'

const noIdentities: readonly Identity[] = []

function identitiesOf(all: readonly IdColumns[], mapping: ByTarget, record: SourceRecord): readonly Identity[] {
  let found = noIdentities
  let hasId = false
  const said = providerIn(mapping, record)
  for (const { named, userId: source, email } of all) {
    const text = textFrom(source, record)
    if (text === null || isNoId(text)) continue
    hasId = true
    const told = named === null || (typeof said === 'string' && isSpelled(said, named)) ? said : named
    const { provider, userId } = withSubject(told, text)
    if (provider === ownLogin || isOwnLogin(mapping, record, provider, userId)) continue
    const identity = {
      provider: provider ?? unknownProvider,
      userId,
      email: textFrom(email, record),
      emailVerified: null,
    }
    if (!found.some((one) => isSameProvider(one.provider, identity.provider))) found = [...found, identity]
  }
  if (!hasId) return withoutId(mapping, record)
  // Where all columns of IDs are of other providers, the one that the record names is a login of which nothing is known.
  const isMissing =
    typeof said === 'string' &&
    all.every(({ named }) => named !== null && !isSpelled(said, named)) &&
    namesThirdParty(said)
  return isMissing && !found.some(({ provider }) => isSameProvider(provider, said))
    ? [...found, identityWithoutId(said)]
    : found
}

/** Whether a record names the provider of a column in its own words: `google-workspaces` beside `google_id`, `azuread` beside `microsoft_id`. */
function isSpelled(said: string, named: string): boolean {
  if (isSameProvider(said, named) || said.toLowerCase().includes(named)) return true
  return ofMicrosoft.test(named) && ofMicrosoft.test(said.trim())
}

const ofMicrosoft = /^(?:microsoft|azure|entra|waad|aad|adfs|windows ?live|active[ -]?directory)/i

/** A login as the columns of a record tell it. */
type Told = { readonly provider: string | typeof ownLogin | null; readonly userId: string }

/** A subject of Auth0 names the third party itself, unless a column names another one. */
function withSubject(told: Told['provider'], text: string): Told {
  const subject = auth0Subject(text)
  const plain: Told = { provider: told, userId: text }
  if (subject === null || told === ownLogin) return plain
  const { provider, userId } = subject
  if (told !== null && !/^auth0$/i.test(told) && (provider === null || !isSameProvider(told, provider))) return plain
  return { provider: provider ?? ownLogin, userId }
}

/** All entries of a list of logins are read as its first one is. */
function withOthers(
  first: readonly Identity[],
  logins: LoginList,
  mapping: ByTarget,
  record: SourceRecord,
): readonly Identity[] {
  const entries = insideOf(logins.read(record))
  if (!Array.isArray(entries) || entries.length < 2) return first
  const others = entries.slice(1, maxLogins).flatMap((entry: unknown): readonly Identity[] => {
    const [provider, userId] = [logins.provider, logins.userId].map((path) => trimmedText(valueAt(entry, path)))
    if (provider === undefined || userId === undefined || provider === '' || namesOwnLogin(provider)) return []
    if (userId === '' || isNoId(userId)) return namesThirdParty(provider) ? [identityWithoutId(provider)] : []
    if (isOwnLogin(mapping, record, provider, userId)) return []
    const email = logins.email === null ? null : textOf(valueAt(entry, logins.email))
    return [{ provider, userId, email, emailVerified: null }]
  })
  const isNew = ({ provider, userId }: Identity) =>
    !first.some((one) => one.provider === provider && (one.userId === userId || userId === ''))
  return [...first, ...others.filter(isNew)]
}

/** A user has no more logins; what is beyond is asked about. */
const maxLogins = 24

/** Whether a name that is no third party's stands for the system's own password, which the record has, with its own address as the ID. */
function isOwnLogin(mapping: ByTarget, record: SourceRecord, provider: string | null, userId: string): boolean {
  if (provider === null || knownProvider(provider) !== null || ofCompany.test(provider)) return false
  const email = textFrom(mapping.email, record)?.trim().toLowerCase()
  return userId.trim().toLowerCase() === email && textFrom(mapping['password-hash'], record) !== null
}

/** The third party that a record names without an ID there. A name that no one knows may be of the password beside it. */
function withoutId(mapping: ByTarget, record: SourceRecord): readonly Identity[] {
  const named = textFrom(mapping.provider, record)?.trim() ?? ''
  if (named === '') return noIdentities
  const isThere =
    namesThirdParty(named) || (!namesWayHere(named) && textFrom(mapping['password-hash'], record) === null)
  return isThere ? [{ ...identityWithoutId(named), userId: idInProfile(record, named) ?? '' }] : noIdentities
}

function namesThirdParty(name: string): boolean {
  return knownProvider(name) !== null || thirdPartyOf(name) !== null || ofCompany.test(name)
}

/** Whether a name stands for none, or for how users sign in here: with a password, or by what a column of users may hold, as `phone` does. */
function namesWayHere(name: string): boolean {
  return isNoId(name) || saysOwnLogin(name) || (!/^\d+$/.test(name) && booleanOf(name) !== null)
}

/** Whether the name of a way to sign in means one of the table itself: by its word, or as its column would be called, `Contraseña`, `phone`. */
export function saysOwnLogin(name: string): boolean {
  if (namesOwnLogin(name)) return true
  const { password, phone } = hintsOf(name)
  return password !== null || phone || fitOfName('email', name) === 'exact'
}

/** Providers of companies, which have no name of their own in the core. */
const ofCompany = /^(?:saml|samlp|oidc|adfs|waad|okta|azure)(?:$|[-_.:| ])/i

const ownLogin = Symbol('the login of the old system itself')

function providerIn({ provider, fixedProvider }: ByTarget, record: SourceRecord): string | typeof ownLogin | null {
  const named = textFrom(provider, record)?.trim() ?? null
  return named !== null && namesOwnLogin(named) ? ownLogin : (named ?? fixedProvider)
}

/** Reads the third party that a record names by its mapping; null: it names none. */
export function providerReader(mapping: Mapping): (record: SourceRecord) => string | null {
  const sources = byTarget(mapping)
  return (record) => {
    const provider = providerIn(sources, record)
    return provider === ownLogin ? null : provider
  }
}

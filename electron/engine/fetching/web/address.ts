import { isLoopback, webAddress } from '../../../../shared/core-api/base-url.ts'
import { ok, problem, type Result } from '../../../../shared/result.ts'

/**
 * The address of an API: https, or http on this machine, or elsewhere with `allowHttp`. A bare host name means https. Its
 * path stays, without a slash at the end.
 */
export function apiAddress(text: string, allowHttp: boolean): Result<string> {
  const url = webAddress(text.trim(), 'https')
  if (url === null) return notAnAddress
  if (url.username !== '' || url.password !== '') return withCredentials
  if (url.search !== '' || url.hash !== '') return withQuery
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !allowHttp) return notEncrypted
  return ok(`${url.origin}${withoutSlashes(url.pathname)}`)
}

function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

const notAnAddress = problem('bad-settings', 'The address cannot be used. Write it like https://auth.example.com.')
const withCredentials = problem(
  'bad-settings',
  'The address must not contain a user name or password. Leave out what is before the @.',
)
const withQuery = problem('bad-settings', 'The address must end before any ? or #.')
const notEncrypted = problem(
  'not-encrypted',
  'This address is not encrypted: credentials and users can be read on the network. Use https://, or add --allow-http if you trust this network.',
)

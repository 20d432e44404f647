import { failed, type Refusal } from './refusal.ts'

/** Where the next page is. `unreadable`: there is one, and its link cannot be used. */
export type NextLink =
  | { readonly kind: 'none' }
  | { readonly kind: 'next'; readonly query: string }
  | { readonly kind: 'unreadable' }

/**
 * The query of the link to the next page (RFC 8288). The address in front of it is not looked at: the next request goes where the
 * first one went, with its credentials.
 */
export function nextLink(header: string | readonly string[] | undefined): NextLink {
  const values = header === undefined ? [] : typeof header === 'string' ? [header] : header
  const links = values.flatMap((value) => value.split('<').slice(1))
  const next = links.map((link) => link.split('>')).find(([, parameters]) => isNext(parameters ?? ''))
  if (next === undefined) return { kind: 'none' }
  const [target = ''] = next
  const at = target.indexOf('?')
  const query = at === -1 ? '' : (target.slice(at + 1).split('#')[0] ?? '')
  // Nothing else may stand in the line of a request.
  return /^[\x21-\x7e]+$/.test(query) ? { kind: 'next', query } : { kind: 'unreadable' }
}

/** What is said of a list whose next page cannot be requested: users would be missing. */
export function unreadableLink(title: string): Refusal {
  return failed(
    'bad-reply',
    `${title} has more users, but its link to the next page cannot be used. What was fetched is kept. Continue later, or contact its support.`,
  )
}

function isNext(parameters: string): boolean {
  return parameters.split(/[;,]/).some((parameter) => {
    const [name = '', value = ''] = parameter.split('=')
    if (name.trim().toLowerCase() !== 'rel') return false
    return value.toLowerCase().replaceAll('"', ' ').split(/\s/).includes('next')
  })
}

/**
 * The query of the link to the next page (RFC 8288); null: there is none. The address in front of it is not looked at: the
 * next request goes where the first one went, with its credentials.
 */
export function nextQuery(header: string | readonly string[] | undefined): string | null {
  const values = header === undefined ? [] : typeof header === 'string' ? [header] : header
  const links = values.flatMap((value) => value.split('<').slice(1))
  const next = links.map((link) => link.split('>')).find(([, parameters]) => isNext(parameters ?? ''))
  const target = next?.[0] ?? ''
  const at = target.indexOf('?')
  const query = at === -1 ? '' : (target.slice(at + 1).split('#')[0] ?? '')
  // Nothing else may stand in the line of a request.
  return /^[\x21-\x7e]+$/.test(query) ? query : null
}

function isNext(parameters: string): boolean {
  return parameters.split(/[;,]/).some((parameter) => {
    const [name = '', value = ''] = parameter.split('=')
    if (name.trim().toLowerCase() !== 'rel') return false
    return value.toLowerCase().replaceAll('"', ' ').split(/\s/).includes('next')
  })
}

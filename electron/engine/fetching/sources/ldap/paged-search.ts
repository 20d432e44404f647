import {
  type Client,
  type Entry,
  FilterParser,
  MessageResponseStatus,
  PagedResultsControl,
  SearchRequest,
  SearchResponse,
  StatusCodeParser,
} from 'ldapts'

export type Search = {
  readonly base: string
  readonly filter: string
  readonly attributes: readonly string[]
  readonly pageSize: number
}

/** `cookie`: where the next page begins; null: this was the last one. */
export type SearchPage = {
  readonly entries: readonly Entry[]
  readonly references: readonly string[]
  readonly cookie: Buffer | null
}

/** Above the numbers that the client gives to its own messages. */
const firstId = 1_000_000

/**
 * Pages of a search by the paged results control (RFC 2696). The client's own loop takes a page without entries for the end, although
 * a cookie says that there is more: users would be lost.
 */
export function pagedSearch(client: Client, { base, filter, attributes, pageSize }: Search) {
  const parsed = FilterParser.parseString(filter)
  let messageId = firstId
  return async (cookie: Buffer | null): Promise<SearchPage> => {
    messageId += 1
    const control = new PagedResultsControl({ value: { size: pageSize, ...(cookie === null ? {} : { cookie }) } })
    const request = new SearchRequest({
      messageId,
      baseDN: base,
      scope: 'sub',
      filter: parsed,
      attributes: [...attributes],
      explicitBufferAttributes: [...attributes],
      controls: [control],
    })
    // The client's public search drops the control of the reply, and with it the cookie.
    const reply: unknown = await client['_send'](request)
    if (!(reply instanceof SearchResponse)) throw new Error('Unexpected reply: the connection cannot be used.')
    if (reply.status !== MessageResponseStatus.Success) throw StatusCodeParser.parse(reply)
    const found = reply.controls?.find((one) => one instanceof PagedResultsControl)?.value?.cookie
    return {
      entries: reply.searchEntries.map((entry) => entry.toObject([...attributes], [...attributes])),
      references: reply.searchReferences.flatMap(({ uris }) => uris),
      cookie: found === undefined || found.length === 0 ? null : Buffer.from(found),
    }
  }
}

import * as z from 'zod'
import type { Result } from '../../../../shared/result.ts'
import { optionsOf, type OptionTable, shapeOf, checkbox } from '../option-table.ts'
import type { FetchSecrets, FetchSource, OpenReply, OpenSource, Since } from '../source.ts'
import { apiAddress } from './address.ts'
import {
  type ApiSayings,
  createWebClient,
  failed,
  type Network,
  networkWith,
  type Refusal,
  type WebClient,
} from './web-client.ts'

type Shape<T extends OptionTable> = { readonly [K in keyof T]: T[K]['schema'] }
type Settings<T extends OptionTable> = z.output<z.ZodObject<Shape<T & typeof allowHttp>>>

/** An API that users are fetched from: its words, options and secrets, and the function that opens it. */
type Api<T extends OptionTable> = Pick<FetchSource, 'name' | 'title' | 'summary' | 'secrets' | 'example' | 'key'> & {
  /** Besides `--allow-http`, which every API has. */
  readonly options: T
  readonly sayings: ApiSayings
  /** The address that requests and secrets go to. */
  readonly address: (settings: Settings<T>) => Result<string>
  /** The operator's certificate authority, for servers that a company runs itself. */
  readonly caFile?: (settings: Settings<T>) => string | null
  readonly open: (api: OpenApi<T>) => Promise<ApiPages | Refusal> | ApiPages | Refusal
}

/** An API whose address, certificates and client are ready. */
export type OpenApi<T extends OptionTable> = {
  readonly settings: Settings<T>
  readonly base: string
  readonly secrets: FetchSecrets
  readonly client: WebClient
  readonly network: Network
  readonly signal: AbortSignal
  readonly since: Since | null
}

/** `close`: what is open besides the connections of the client. */
type ApiPages = Omit<OpenSource, 'close'> & { readonly close?: () => void }

/** For APIs whose server a company may run itself. */
const allowHttp = {
  'allow-http': {
    schema: checkbox,
    label: 'Allow an unencrypted address',
    hint: 'Allow http:// to another machine: credentials and users can be read on the network',
    kind: 'checkbox',
  },
} as const satisfies OptionTable

const transport = z.object(shapeOf(allowHttp))

/** The beginning that all APIs share: settings, the address, certificates, a client, and its end. */
export function apiSource<T extends OptionTable>(api: Api<T>): FetchSource<Settings<T>> {
  const { address, caFile, open, sayings, ...words } = api
  const options = { ...api.options, ...allowHttp }
  const destination = (settings: Settings<T>): Result<string> => {
    const text = address(settings)
    return text.ok ? apiAddress(text.value, transport.parse(settings)['allow-http']) : text
  }
  return {
    ...words,
    settings: z.object(shapeOf(options)),
    options: optionsOf(options),
    destination,
    open: async (settings, secrets, signal, since) => {
      const base = destination(settings)
      if (!base.ok) return notOpened(failed('bad-settings', base.error.message))
      const network = networkWith(caFile?.(settings) ?? null)
      if (!network.ok) return notOpened(failed('bad-settings', network.error.message))
      const client = createWebClient(sayings, network.value)
      const opened = await open({
        settings,
        base: base.value,
        secrets,
        client,
        network: network.value,
        signal,
        since,
      })
      if ('kind' in opened) {
        await client.close()
        return notOpened(opened)
      }
      const close = async (): Promise<void> => {
        opened.close?.()
        await client.close()
      }
      return { kind: 'opened', source: { ...opened, close } }
    },
  }
}

type NotOpened = Extract<OpenReply, { kind: 'failed' }>

/** A refusal while a source is opened: nothing was fetched yet, so that even a wait is left to the operator. */
function notOpened(refusal: Refusal): NotOpened {
  return refusal.kind === 'failed'
    ? { kind: 'failed', code: refusal.code, sentence: refusal.sentence }
    : { kind: 'failed', code: 'rate-limited', sentence: `${refusal.reason} Continue in ${refusal.seconds} seconds.` }
}

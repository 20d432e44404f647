import { parseBaseUrl } from '../../../shared/core-api/base-url.ts'
import { buildRequest } from '../../../shared/core-api/build-request.ts'
import type { OperationArgs, OperationName } from '../../../shared/core-api/operations.ts'
import { must } from '../../support/documents.ts'

const baseUrl = must(parseBaseUrl('https://core.example.com/appid-shop/eu'))
export const settings = { baseUrl, appUrl: null, apiKey: null, cdiVersion: '5.4' }

/** Method, path and body of a request to a real core, at the tenant `eu` of the app `shop`. */
export function outline<O extends OperationName>(operation: O, args: OperationArgs[O]): string {
  const { method, url, body } = buildRequest('supertokens', operation, args, settings)
  return [method, url.replace('https://core.example.com', ''), body].filter((part) => part !== null).join(' ')
}

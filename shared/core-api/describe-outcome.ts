import { unreachable } from '../result.ts'
import type { ReplyOutcome, RetryWhy, StopWhy } from './outcome.ts'

/** What happened to one call and what to do next, in one or two plain sentences without secrets. */
export function describeOutcome(outcome: ReplyOutcome): string {
  switch (outcome.kind) {
    case 'success':
      return describeSuccess(outcome.createdNewUser, outcome.didUserAlreadyExist)
    case 'restart':
      return 'The one-time code was used or has expired. A new one is created.'
    case 'status':
      return statuses[outcome.status] ?? `The core answered ${outcome.status}. ${retryOne}`
    case 'retry':
      return describeRetry(outcome.why, outcome.message)
    case 'failed':
      return describeFailed(outcome.httpStatus, outcome.message)
    case 'stop':
      return withSaying(adviceFor(outcome.message) ?? stops[outcome.why], outcome.message)
    default:
      return unreachable(outcome)
  }
}

/** What helps against a refusal whose cause real cores name in their text; null when the text is not known. */
function adviceFor(message: string): string | null {
  return advice.find(([pattern]) => pattern.test(message))?.[1] ?? null
}

const retryOne = 'Correct the user if needed, then retry.'

function describeSuccess(createdNewUser: boolean | null, didUserAlreadyExist: boolean | null): string {
  if (didUserAlreadyExist === true) return 'The user already existed; the password was replaced.'
  if (createdNewUser === false) return 'The user already existed.'
  return 'Done.'
}

function describeFailed(httpStatus: number | null, message: string): string {
  if (httpStatus === null) return message
  return withSaying(adviceFor(message) ?? `The core refused this user (HTTP ${httpStatus}). ${retryOne}`, message)
}

function describeRetry(why: RetryWhy, message: string): string {
  const sentence = adviceFor(message) ?? retries[why]
  return why === 'html' ? sentence : withSaying(sentence, message)
}

function withSaying(sentence: string, message: string): string {
  return message === '' ? sentence : `${sentence} (${message})`
}

const statuses: Readonly<Record<string, string>> = {
  EMAIL_ALREADY_EXISTS_ERROR: 'Another passwordless user has this email. Decide which of the two keeps it, then retry.',
  PHONE_NUMBER_ALREADY_EXISTS_ERROR:
    'Another passwordless user has this phone number. Decide which of the two keeps it, then retry.',
  EMAIL_CHANGE_NOT_ALLOWED_ERROR:
    'The core keeps this email for a user whose accounts are linked. Resolve it in the core, then retry.',
  PHONE_NUMBER_CHANGE_NOT_ALLOWED_ERROR:
    'The core keeps this phone number for a user whose accounts are linked. Resolve it in the core, then retry.',
  UNKNOWN_USER_ID_ERROR: 'The core does not know this user as passwordless. It may have been removed. Retry the user.',
  USER_ID_MAPPING_ALREADY_EXISTS_ERROR: 'The core already has a mapping for this user or this old ID.',
  WRONG_CREDENTIALS_ERROR:
    'The core did not accept the password. For Firebase scrypt, check the signer key in the core’s configuration.',
  USER_INPUT_CODE_ALREADY_USED_ERROR: 'The one-time code was used before. Retry the user.',
}

const retries: Readonly<Record<RetryWhy, string>> = {
  'rate-limited': 'The core or its proxy limits the request rate. Sending slows down automatically.',
  'server-error': 'Internal error in the core. The call is retried; if it persists, check the core’s log.',
  database: 'The core’s database is temporarily unavailable. The call is retried; if it persists, check the database.',
  html: 'A web page answered instead of the core: it may be starting, or a proxy answered instead. The call is retried.',
  'unexpected-reply':
    'The reply could not be read. The call is retried; if it persists, check what runs at this address.',
  connect: 'The core could not be reached. Check that it is running and reachable from this machine.',
  reset: 'The connection was lost before the reply was complete. The call is retried.',
  timeout: 'The core did not answer in time. The call is retried.',
  cancelled: 'The call was cancelled before the reply came.',
}

const stops: Readonly<Record<StopWhy, string>> = {
  'api-key-rejected': 'The core refused the API key. Check the key, then continue.',
  forbidden:
    'The core refused the request. Check that this machine’s address is allowed and that the login method is enabled for the tenant, then continue.',
  'licence-required':
    'The core’s license does not cover the request. Ask the administrator of the core, then continue.',
  'wrong-address': 'No core answers at this address. Check the address and its path, then continue.',
}

/** Texts seen from real cores, and what helps. The first that fits counts. */
const advice: readonly (readonly [RegExp, string])[] = [
  [
    /password_hashing_signer_key/,
    'The core lacks the signer key for hashes of Firebase scrypt. Set it in the core’s configuration, then retry.',
  ],
  [/value too long for type/, 'A value of this user is too long for the core. Correct it, then retry.'],
  [
    /invalid byte sequence/,
    'A value of this user contains a character that the core cannot store. Correct it, then retry.',
  ],
  [
    /Field name '(?:recipeUserId|isVerified)' is invalid|Unsupported password hashing algorithm/,
    'The core uses a different interface than the one chosen. Check the connection again, then retry.',
  ],
  [
    /Password hash is in invalid|Password hash cannot be/,
    'The core does not accept this hash. Correct it, or migrate the user passwordless.',
  ],
  [
    /tenantId not found|Tenant with the following/,
    'The core does not have the app or tenant in this address. Check the last part of the address.',
  ],
  [/cdi-version/, 'The core does not support the agreed interface version. Check the connection again.'],
]

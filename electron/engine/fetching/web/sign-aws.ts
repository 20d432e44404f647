import { createHash, createHmac } from 'node:crypto'

/** Who signs: from an access key, or a temporary one with its session token. */
export type AwsCredentials = {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | null
}

/**
 * Headers of a POST that is signed with Signature Version 4 (AWS General Reference, "Create a signed AWS API request").
 * All of `headers` are signed, with the time, the session token and the host, which
 * is added when they are sent.
 */
export function signAws(
  { address, headers, body }: { readonly address: string; readonly headers: Headers; readonly body: string },
  { accessKeyId, secretAccessKey, sessionToken }: AwsCredentials,
  scope: { readonly region: string; readonly service: string },
  now: Date,
): Headers {
  const { host, pathname } = new URL(address)
  const time = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const token = sessionToken === null ? {} : { 'x-amz-security-token': sessionToken }
  const signed: Headers = { ...headers, ...token, host, 'x-amz-date': time }
  const names = Object.keys(signed).toSorted()
  const canonical = [
    'POST',
    pathname === '' ? '/' : pathname,
    '',
    ...names.map((name) => `${name}:${(signed[name] ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n')
  const credential = `${time.slice(0, 8)}/${scope.region}/${scope.service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, credential, sha256(canonical)].join('\n')
  const key = [time.slice(0, 8), scope.region, scope.service, 'aws4_request'].reduce<Buffer>(
    (secret, part) => hmac(secret, part),
    Buffer.from(`AWS4${secretAccessKey}`),
  )
  const signature = hmac(key, text).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return { ...headers, ...token, 'x-amz-date': time, authorization }
}

/** Names in lower case. */
type Headers = Readonly<Record<string, string>>

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

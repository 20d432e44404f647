import { readPageFile } from '../ipc/services/page-files.ts'
import { securityHeaders } from '../ipc/security-headers.ts'

/** The service of app://: the one origin it answers to, and the folder of the built page. */
type Served = { readonly origin: string; readonly folder: string }

/** Answers one request of the page for a file of its own; every answer carries the security headers. */
export async function respond(
  request: { readonly method: string; readonly url: string },
  served: Served,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405)
  const rest = request.url.startsWith(`${served.origin}/`) ? request.url.slice(served.origin.length) : null
  if (rest === null) return plain(404)
  const pathname = rest.replace(/[?#].*$/s, '')
  const file = await readPageFile(served.folder, pathname)
  if (file === null) return plain(404)
  const body = request.method === 'HEAD' ? null : file.body
  return new Response(body, { headers: { ...securityHeaders, 'content-type': file.type } })
}

function plain(status: 404 | 405): Response {
  return new Response(null, { status, headers: securityHeaders })
}

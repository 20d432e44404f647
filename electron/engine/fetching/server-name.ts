import * as z from 'zod'

/*
 * The server of a database or directory, as people write it: a name, an address, an IPv6 address with or without brackets, each
 * perhaps with a port behind it, or the path of a socket.
 */

export const hostSetting = z
  .string()
  .trim()
  .min(1)
  .refine((text) => !text.includes('://') && !text.includes('@'), {
    message: 'Give the name of the server alone, without a user and without what stands before ://.',
  })

export const portSetting = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((port) => port >= 1 && port <= 65_535, { message: 'A port is between 1 and 65535.' })
  .optional()

type Server = { readonly host: string; readonly port?: number | undefined }

/** Settings with the bare name of the server, and its port where that stands behind the name. */
export function splitServer<T extends Server>(settings: T, context: z.RefinementCtx): T {
  const { host, port } = partsOf(settings.host)
  if (port === undefined) return { ...settings, host }
  const parsed = portSetting.safeParse(port)
  if (!parsed.success) context.addIssue({ code: 'custom', path: ['host'], message: 'A port is between 1 and 65535.' })
  else if (settings.port !== undefined && settings.port !== parsed.data)
    context.addIssue({ code: 'custom', path: ['port'], message: 'The host names another port. Give it once.' })
  return { ...settings, host, port: parsed.data }
}

function partsOf(text: string): { readonly host: string; readonly port?: string | undefined } {
  if (text.startsWith('/')) return { host: text }
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(text)
  if (bracketed !== null) return { host: bracketed[1] ?? text, port: bracketed[2] }
  const named = /^([^:]+):(\d+)$/.exec(text)
  return named === null ? { host: text } : { host: named[1] ?? text, port: named[2] }
}

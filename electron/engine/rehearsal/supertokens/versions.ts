/** A version of the core driver interface as one number that sorts: 2.21 is 221, 5.4 is 504. */
export type Cdi = number

/** What core 11.4.7 lists; real cores list their versions in no order. */
export const supportedVersions: readonly string[] = [
  '2.14 2.13 2.12 2.11 2.10 2.21 2.20 2.19 2.18 2.17 3.0 2.16 3.1 4.0 2.15 5.0 5.1 5.2 5.3 2.7 5.4 2.8 2.9',
].flatMap((line) => line.split(' '))

/** A request without the header gets the newest interface. */
const newest: Cdi = 504

const supported = new Map(supportedVersions.map((version) => [version, cdiOf(version)]))

export type VersionRead =
  | { readonly kind: 'ok'; readonly cdi: Cdi }
  | { readonly kind: 'unsupported'; readonly version: string }
  /** Not a version at all. */
  | { readonly kind: 'malformed' }

/** Reads the `cdi-version` header. */
export function readVersion(value: string | undefined): VersionRead {
  if (value === undefined) return { kind: 'ok', cdi: newest }
  const cdi = supported.get(value)
  if (cdi !== undefined) return { kind: 'ok', cdi }
  return /^\d+\.\d+(?:\.\d+)?$/.test(value) ? { kind: 'unsupported', version: value } : { kind: 'malformed' }
}

function cdiOf(version: string): Cdi {
  const [major, minor] = version.split('.').map(Number)
  return (major ?? 0) * 100 + (minor ?? 0)
}

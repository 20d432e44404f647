/** The versions of the `supertokens` interface whose requests and replies this app knows. */
const known: ReadonlySet<string> = new Set([
  ...Array.from({ length: 15 }, (_, at) => `2.${at + 7}`),
  ...['3.0', '3.1', '4.0'],
  ...Array.from({ length: 7 }, (_, at) => `5.${at}`),
])

/** The numerically highest version that both sides know; null when there is none. Cores list theirs in no order. */
export function chooseCdiVersion(offered: readonly string[]): string | null {
  return (
    offered
      .filter((version) => known.has(version))
      .sort(compareVersions)
      .at(-1) ?? null
  )
}

/** Whether a version is at least another: 2.21 is above 2.9. */
export function isAtLeast(version: string, least: string): boolean {
  return compareVersions(version, least) >= 0
}

function compareVersions(a: string, b: string): number {
  const [majorA = 0, minorA = 0] = a.split('.').map(Number)
  const [majorB = 0, minorB = 0] = b.split('.').map(Number)
  return majorA - majorB || minorA - minorB
}

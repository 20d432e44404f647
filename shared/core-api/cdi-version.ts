/** The versions of the `supertokens` interface whose requests and replies this app knows. */
const known: ReadonlySet<string> = new Set([
  ...versions(2, 7, 21),
  ...versions(3, 0, 1),
  ...versions(4, 0, 0),
  ...versions(5, 0, 6),
])

function versions(major: number, from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => `${major}.${from + at}`)
}

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

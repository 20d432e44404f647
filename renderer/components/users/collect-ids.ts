import type { UserPage } from '../../../shared/bridge/views.ts'
import type { Result } from '../../../shared/result.ts'

/** The most users that one press on “select all” selects. */
export const mostSelected = 10_000

/** Goes through the pages and keeps the ids alone. Stops at `most`, and at the first page that fails. */
export async function collectIds(
  ask: (after: number | null) => Promise<Result<UserPage>>,
  most: number = mostSelected,
): Promise<readonly number[]> {
  const ids: number[] = []
  let after: number | null = null
  do {
    const page: Result<UserPage> = await ask(after)
    if (!page.ok) break
    ids.push(...page.value.rows.map((row) => row.id))
    after = page.value.next
  } while (after !== null && ids.length < most)
  return ids.slice(0, most)
}

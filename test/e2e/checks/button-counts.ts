import type { Page } from 'playwright'
import { expect } from 'vitest'

/** Verbs that do something to users who are sent, corrected or left out. */
const acting =
  /^(start migration|start with|migrate|resume|retry|correct|decide|exclude|include|remove(?! filter)|send|undo|look up|use all|continue without|save and retry)\b/i

/** A number of users, the one user that is open, or a file. */
const named = /\d|\buser\b|\.\w+$/

/** Their dialogs say the number, which the core is asked for first; the others are about one user's form or one migration. */
const askFirst = new Set([
  'Migrate for real…',
  'Remove hashes…',
  'Undo…',
  'Undo pilot…',
  'Save and retry',
  'Retry',
  'Remove from list',
])

/** No button in sight acts on users without saying how many they are. */
export async function saysHowMany(page: Page): Promise<void> {
  const names = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a[href]')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => element.ariaLabel ?? element.innerText.trim()),
  )
  const silent = names.filter((name) => acting.test(name) && !named.test(name) && !askFirst.has(name))
  expect(silent).toEqual([])
}

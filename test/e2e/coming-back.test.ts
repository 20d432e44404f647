import { describe, expect, test } from 'vitest'
import { browserMissing, openBrowserHost } from './browser-host.ts'
import { within, type OpenedApp } from './opened-app.ts'
import { settled, step } from './tour/tour.ts'

/** Leaves steps half done, looks elsewhere and comes back. */
async function comingBack({ page }: OpenedApp): Promise<void> {
  await page.getByRole('button', { name: 'New migration' }).click()
  await page.getByLabel('Address (base_url)').fill('https://core.example.com/half-typed')
  await page.getByLabel('API key').fill('a key half typed')
  await step(page, 'Export').click()
  await step(page, 'Connect').click()
  expect([
    await page.getByLabel('Address (base_url)').inputValue(),
    // A key is kept nowhere on the page.
    await page.getByLabel('API key').inputValue(),
  ]).toEqual(['https://core.example.com/half-typed', ''])

  await step(page, 'Export').click()
  await page.getByRole('button', { name: /made-up export/i }).click()
  await settled(page)
  await step(page, 'Preview').click()
  await page.getByRole('searchbox').first().fill('ada@')
  await page.getByRole('button', { name: /^ada@example\.com/ }).click()
  const details = page.getByRole('complementary', { name: 'The chosen user' })
  await details.getByRole('heading', { name: /ada@example\.com/ }).waitFor()
  await step(page, 'Mapping').click()
  await page.getByRole('heading', { level: 1, name: /what each column becomes/i }).waitFor()
  await step(page, 'Preview').click()
  await details.getByRole('heading', { name: /ada@example\.com/ }).waitFor()
  expect(await page.getByRole('searchbox').first().inputValue()).toBe('ada@')
  await page.getByRole('tab', { name: /decisions/i }).click()
  await step(page, 'Export').click()
  await step(page, 'Preview').click()
  await expect.poll(() => page.getByRole('tab', { name: /decisions/i }).getAttribute('aria-selected')).toBe('true')
}

describe('leaving a step and coming back', () => {
  test.skipIf(browserMissing() !== null)('loses nothing but a key', () => within(openBrowserHost(), comingBack))
})

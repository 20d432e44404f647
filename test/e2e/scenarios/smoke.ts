import { expect } from 'vitest'
import type { OpenedApp } from '../hosts/opened-app.ts'

/** The window opens, its policy holds, and the app answers what fits the contract and nothing else. */
export async function smoke({ page, host, complaints }: OpenedApp): Promise<void> {
  await page.locator('#root > *').first().waitFor()
  expect(complaints).toEqual([])

  const info = await page.evaluate(() => globalThis.migration.invoke('app:info', {}))
  expect(info).toMatchObject({ ok: true, value: { host } })

  const unknown = await page.evaluate(() => globalThis.migration.invoke('internal:path' as 'app:info', {}))
  expect(unknown).toMatchObject({ ok: false, error: { code: 'unknown-channel' } })
  const bad = await page.evaluate(() => globalThis.migration.invoke('users:detail', { id: 'x' as unknown as number }))
  expect(bad).toMatchObject({ ok: false, error: { code: 'bad-input' } })

  const globals = await page.evaluate(() =>
    ['require', 'process', 'module', 'Buffer'].filter((name) => name in globalThis),
  )
  expect(globals).toEqual([])

  expect(complaints).toEqual([])
  const refused = await page.evaluate(async () => {
    const tries: Record<string, () => unknown> = {
      // Later, because the policy does not bind scripts that a test evaluates.
      eval: () =>
        new Promise((resolve, reject) =>
          setTimeout(() => {
            try {
              // oxlint-disable-next-line no-eval -- that it is refused is what is tried
              resolve(globalThis.eval('1'))
            } catch (error) {
              reject(error)
            }
          }),
        ),
      'inline script': () => Object.assign(document.createElement('script'), { text: '1' }),
      'markup as text': () => Object.assign(document.createElement('div'), { innerHTML: '<b>1</b>' }),
      'another host': () => fetch('https://example.com/'),
      'a file': () => fetch('file:///etc/hostname'),
    }
    const outcomes: string[] = []
    for (const [name, attempt] of Object.entries(tries)) {
      try {
        await attempt()
      } catch {
        outcomes.push(name)
      }
    }
    return outcomes
  })
  expect(refused).toEqual(['eval', 'inline script', 'markup as text', 'another host', 'a file'])
}

/** The page stays where it is: no other address, no new window. */
export async function stays({ page }: OpenedApp): Promise<void> {
  const before = page.url()
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = 'https://example.com/'
    document.body.append(link)
    link.click()
    link.target = '_blank'
    link.click()
    link.remove()
  })
  expect(await page.evaluate(() => globalThis.open('https://example.com/'))).toBeNull()
  await expect.poll(() => page.url()).toBe(before)
  expect(page.context().pages()).toHaveLength(1)
}

import { Agent, request } from 'node:http'
import type { Page } from 'playwright'
import { afterAll, describe, expect, test } from 'vitest'
import { browserMissing, openBrowserHost } from '../e2e/hosts/browser-host.ts'
import { desktopMissing, openDesktop } from '../e2e/hosts/desktop-host.ts'
import { inRenewedApp } from '../e2e/hosts/journey.ts'
import { within } from '../e2e/hosts/opened-app.ts'
import { rounds } from '../support/length.ts'
import { seedOfRun } from '../support/seed.ts'
import { codeOf, faultOf, type Message, messages } from './messages.ts'

const seed = seedOfRun('MESSAGES_SEED')
const count = Number(process.env['MESSAGES'] ?? rounds(500, 10_000))
const thrown = { desktop: 0, browser: 0, strangers: 0 }

afterAll(() =>
  console.log(
    `messages to main (window ${thrown.desktop}, loopback host ${thrown.browser}, strangers ${thrown.strangers}), seed ${seed}: ${thrown.desktop + thrown.browser + thrown.strangers} tried, 0 got through`,
  ),
)

const noDesktop = desktopMissing()
if (noDesktop) console.log(`skipped: the bridge of the desktop app, because ${noDesktop}`)
const noBrowser = browserMissing()
if (noBrowser) console.log(`skipped: the bridge of the loopback host, because ${noBrowser}`)

type Ask = (batch: readonly Message[]) => Promise<readonly unknown[]>

/** Throws them all, `atOnce` at a time; returns wrong replies, and the codes of all. */
async function throwAll(all: readonly Message[], atOnce: number, ask: Ask) {
  const faults: string[] = []
  const codes = new Set<string>()
  for (let from = 0; from < all.length; from += atOnce) {
    const batch = all.slice(from, from + atOnce)
    const answers = await ask(batch)
    for (const [index, message] of batch.entries()) {
      const fault = faultOf(message, answers[index])
      if (fault !== null) faults.push(fault)
      codes.add(codeOf(answers[index]))
    }
  }
  return { faults, codes: [...codes] }
}

/** Channels that every search reaches; a long one also reaches the files that the window has been given. */
const reached = expect.arrayContaining([
  'ok',
  'bad-input',
  'unknown-channel',
  ...(count < 5000 ? [] : ['unknown-file']),
])

describe.skipIf(noDesktop !== null)('the bridge of the desktop app', () => {
  test(`answers ${count} messages with a value or a sentence, says nothing back, and takes no rings or floods for messages`, () =>
    within(openDesktop(), async ({ page, choose, save, complaints }) => {
      // Every dialog is answered: nothing is opened, everything is saved to one file.
      await choose([], () => Promise.resolve())
      await save(() => Promise.resolve())
      await begin(page)
      const { faults, codes } = await throwAll(messages(count, seed), 250, (batch) => {
        thrown.desktop += batch.length
        const ask = (sent: readonly Message[]) =>
          Promise.all(
            sent.map(({ channel, input }) => globalThis.migration.invoke(channel as 'app:info', input as never)),
          )
        return page.evaluate(ask, batch)
      })
      expect(faults).toEqual([])
      expect(codes).toEqual(reached)
      expect(await page.evaluate(() => globalThis.migration.invoke('app:info', {}))).toMatchObject({ ok: true })
      expect(complaints).toEqual([])
      const codesOfOdd = await throwOddInputs(page)
      thrown.desktop += codesOfOdd.length
      expect(new Set(codesOfOdd)).toEqual(new Set(['bad-input']))
    }))
})

/** Maps, rings, buffers and a flood, which only the window can be given; the codes of the replies. */
function throwOddInputs(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const ring: Record<string, unknown> = {}
    ring['itself'] = ring
    const odd = [new Map([['id', 1]]), ring, new Uint8Array(10), new Date(), 1n, 'x'.repeat(8_000_000), [[[]]]]
    const answers = odd.map((input) => globalThis.migration.invoke('users:detail', input as never))
    return (await Promise.all(answers)).map((answer) => (answer.ok ? 'taken' : answer.error.code))
  })
}

describe.skipIf(noBrowser !== null)('the loopback host', () => {
  test(`answers ${count} messages with a value or a sentence, and says nothing back`, () =>
    within(openBrowserHost(), async ({ page }) => {
      const { origin } = new URL(page.url())
      const own = page.waitForRequest((sent) => sent.headers()['authorization'] !== undefined)
      await begin(page)
      const authorization = (await own).headers()['authorization'] ?? ''
      const { faults, codes } = await throwAll(messages(count, seed + 1), 50, (batch) => {
        thrown.browser += batch.length
        return Promise.all(batch.map((message) => post(origin, authorization, message)))
      })
      expect(faults).toEqual([])
      expect(codes).toEqual(reached)
      expect(await post(origin, authorization, { channel: 'app:info', input: {} })).toMatchObject({ ok: true })
    }))

  test('answers strangers, with any channel and any input, with one and the same refusal', () =>
    inRenewedApp('browser', async ({ page }) => {
      const { origin } = new URL(page.url())
      const all = messages(500, seed + 2)
      const answers = await Promise.all(all.map((message) => post(origin, 'Bearer made-up', message)))
      thrown.strangers += all.length
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(codeOf(answers[0])).toBe('no-session')
    }))
})

/** A migration with users in it and a rehearsal core to send them to, so that messages find something to act on. */
async function begin(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await globalThis.migration.invoke('document:new', {})
    await globalThis.migration.invoke('export:sample', {})
    await globalThis.migration.invoke('rehearsal:start', { dialect: 'supertokens', afresh: true })
  })
}

const agent = new Agent({ keepAlive: true, maxSockets: 20 })

/** One message as the page would send it. */
function post(origin: string, authorization: string, { channel, input }: Message): Promise<unknown> {
  const body = JSON.stringify(input)
  const path = /^[a-z:-]+$/.test(channel) ? channel : encodeURIComponent(channel)
  const headers = { origin, authorization, 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}/bridge/${path}`, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve(JSON.parse(text)))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

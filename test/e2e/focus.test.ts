import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { journey } from './hosts/journey.ts'
import { beginMigration, temporaryFolder, type OpenedApp, startRun, step } from './hosts/opened-app.ts'
import { runIs, settled } from './tour/tour.ts'

const bcrypt = '$2a$04$aCa0P1Ey48WxSI9sXC1o1e3lSJDqeKuo8gEEjMFCCnWFgTLgJEfBW'

/** Users with a hash, of a provider without a default, and four with an invalid email. */
async function writeExport(folder: string): Promise<string> {
  const rows = Array.from({ length: 24 }, (_, n) => {
    if (n % 6 === 5) return `${n},wrong${n}@again@,${bcrypt},,`
    return n % 6 === 4 ? `${n},sam${n}@example.com,,samlp,s-${n}` : `${n},ann${n}@example.com,${bcrypt},,`
  })
  const file = join(folder, 'people.csv')
  await writeFile(file, `id,email,password_hash,provider,provider_user_id\n${rows.join('\n')}\n`)
  return file
}

/** Notes whenever the focus stays on the page itself, with the last control that was pressed. */
async function watchFocus(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const lost: string[] = []
    let frames = 0
    let pressed = ''
    addEventListener(
      'keydown',
      ({ key, target }) => {
        if (target instanceof HTMLElement) pressed = `${key} at ${target.ariaLabel ?? target.textContent.slice(0, 40)}`
      },
      true,
    )
    const look = (): void => {
      frames = document.activeElement === document.body ? frames + 1 : 0
      if (frames === 6 && pressed !== '') lost.push(pressed)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    Reflect.set(globalThis, 'lostFocus', lost)
  })
  return () => page.evaluate(() => Reflect.get(globalThis, 'lostFocus') as string[])
}

/** Whether a control has the focus; not while it is not there. */
async function hasFocus(control: Locator): Promise<boolean> {
  return (await control.count()) === 1 && control.evaluate((one) => one === document.activeElement)
}

async function press(control: Locator, key = 'Enter'): Promise<void> {
  await control.waitFor()
  await control.focus()
  await control.page().keyboard.press(key)
}

/**
 * Presses a control unless it went away; answers whether it was there. Looking and focusing are one step: a slow page is not taken for
 * one without the control, and the key never goes to another element. A dialog that opens late keeps the focus, and is closed.
 */
async function pressIfThere(control: Locator, key: string): Promise<boolean> {
  const { keyboard } = control.page()
  const focus = async () => {
    const focused = await control.evaluateAll(([one]) => {
      if (!(one instanceof HTMLElement)) return 'gone'
      one.focus()
      return document.activeElement === one ? 'focused' : 'elsewhere'
    })
    if (focused === 'elsewhere') await keyboard.press('Escape')
    return focused
  }
  let focused = 'elsewhere'
  await expect
    .poll(async () => (focused = await focus()), { message: `${control.toString()} takes the focus` })
    .not.toBe('elsewhere')
  if (focused === 'gone') return false
  await keyboard.press(key)
  await followed(control.page())
  return true
}

/** Menus and dialogs open and close behind the press, and what is loaded for it comes later. */
async function followed(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null)
}

/** Buttons that cannot be pressed and do not say why; one that is at work shows that. */
function silentlyDead(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button:disabled, button[aria-disabled="true"]')]
      .filter((one) => one.checkVisibility() && one.ariaBusy !== 'true' && (one.ariaDescription ?? '') === '')
      .map((one) => one.ariaLabel ?? one.textContent),
  )
}

/** Accessible names of the buttons of an aria snapshot, whatever of their text is hidden or added. */
function buttonNames(snapshot: string): readonly string[] {
  return [...snapshot.matchAll(/- ('?)button ("(?:[^"\\]|\\.)+")/g)].map(([, quote = '', name = '']) =>
    String(JSON.parse(quote === '' ? name : name.replaceAll("''", "'"))),
  )
}

/** Presses every button that is on screen and opens or changes something there; what opens is closed again. */
async function pressEach(page: Page, within: Locator, but: RegExp): Promise<number> {
  expect(await silentlyDead(page)).toEqual([])
  const names = buttonNames(await within.ariaSnapshot())
  const pressed = [...new Set(names)].filter((name) => !but.test(name))
  for (const name of pressed) {
    const control = within.getByRole('button', { name, exact: true }).first()
    // The action of another button may have removed it.
    if (!(await pressIfThere(control, 'Enter'))) continue
    await page.keyboard.press('Escape')
    await followed(page)
  }
  return pressed.length
}

async function journeyOfKeys({ page, choose, complaints }: OpenedApp): Promise<void> {
  const [folder, removeFolder] = temporaryFolder()
  const main = page.getByRole('main')
  const foot = page.getByRole('contentinfo', { name: 'Next step' })
  try {
    const file = await writeExport(folder)
    const lost = await watchFocus(page)
    await pressEach(page, page.locator('#root'), /Open…|Choose files|Rehearse/)
    await beginMigration(page)
    await pressEach(page, page.getByRole('banner'), /Close migration|Save a copy/)

    // A mistake in the address leaves the key where it was typed, and takes the focus to the address.
    await page.getByLabel('Address (base_url)').fill('core.example.com/tenant')
    await page.getByLabel('API key').fill('made-up-key')
    await press(page.getByLabel('API key'))
    await expect.poll(() => page.getByLabel('Address (base_url)').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => page.getByLabel('API key').inputValue()).toBe('made-up-key')
    await page.getByLabel('Address (base_url)').fill('')
    await pressEach(page, main, /Check connection|Start the rehearsal/)
    await press(main.getByRole('button', { name: 'Start the rehearsal core' }))
    await foot.getByText('Connected to the rehearsal core').waitFor()

    await press(foot.getByRole('button', { name: 'Load the export' }))
    await page.getByRole('heading', { level: 1, name: 'Load the export' }).waitFor()
    // A step that cannot be entered can be reached, and says why.
    const run = step(page, 'Run')
    expect([await run.isDisabled(), await run.getAttribute('aria-description')]).toEqual([
      true,
      'Start the migration first.',
    ])
    await press(run)
    await page.getByRole('tooltip').filter({ hasText: 'Start the migration first.' }).waitFor()
    await choose([file], () => press(main.getByRole('button', { name: /choose files/i }).first()))
    await settled(page)
    await pressEach(page, main, /choose files|remove|cancel|sample|^Add|earlier/i)

    await press(step(page, 'Map columns'))
    const samlp = page.getByRole('combobox', { name: 'samlp in the core' })
    await samlp.focus()
    await samlp.selectOption({ label: 'Another name…' })
    await page.getByRole('textbox', { name: 'samlp in the core: another name' }).fill('acme-saml')
    await page.keyboard.press('Enter')
    await expect.poll(() => samlp.inputValue()).toBe('acme-saml')
    await pressEach(page, main, /^$/)

    await press(step(page, 'Review'))
    await press(page.getByRole('tab', { name: /^Decisions/ }))
    await settled(page)
    // A decision moves down among those that are made.
    const choices = main.getByRole('radio')
    for (let place = (await choices.count()) - 1; place >= 0; place--) {
      await pressIfThere(choices.nth(place), 'Space')
      await page.keyboard.press('Escape')
    }
    await settled(page)
    await pressEach(page, main, /^Show users/)
    await press(page.getByRole('tab', { name: /^Decisions/ }))
    // The decision is taken back, so that the users can be corrected.
    const invalid = page.getByRole('group', { name: /^Invalid email/ })
    for (const answer of ['Exclude', 'Decide later']) {
      await press(invalid.getByRole('radio', { name: answer }), 'Space')
      await expect.poll(() => invalid.getByRole('radio', { name: answer }).isChecked()).toBe(true)
      await settled(page)
    }
    // It is among the open ones again, and the focus has gone there with it.
    const open = page.locator('#open-decisions').getByRole('group', { name: /^Invalid email/ })
    await expect.poll(() => hasFocus(open.getByRole('radio', { name: 'Decide later' }))).toBe(true)
    await correctOneAfterTheOther(page)
    await pressEach(page, main, /Exclude|Include/)
    await press(page.getByRole('tab', { name: /^Hash families/ }))
    await pressEach(page, main, /^$/)
    // Each asks before a user is sent.
    await pressEach(page, foot, /^$/)
    await runAndReport(page, main)
    expect([await lost(), complaints]).toEqual([[], []])
  } finally {
    removeFolder()
  }
}

/** A run with users who are left to decide, and its report; the files that it offers are saved by another test. */
async function runAndReport(page: Page, main: Locator): Promise<void> {
  await startRun(page)
  await runIs(page, ({ state }) => state === 'finished')
  await press(step(page, 'Run'))
  await page.getByRole('heading', { level: 1, name: /^Run Finished/ }).waitFor()
  await pressEach(page, main, /^Retry/)
  await press(step(page, 'Report'))
  await page.getByRole('heading', { name: 'Downloads' }).waitFor()
  await pressEach(page, main, /^Save|^(Retry|Decide|Change|Correct):|^Copy|^Sign off/)
  // The button of a cause leads to its decision, wherever that stands.
  await press(main.getByRole('button', { name: /^Decide.*, Invalid email/ }))
  const decision = main.getByRole('group', { name: /^Invalid email/ })
  await expect.poll(() => hasFocus(decision.getByRole('radio', { name: 'Decide later' }))).toBe(true)
  await press(step(page, 'Report'))
  await page.getByRole('heading', { name: 'Downloads' }).waitFor()
  await pressEach(page, page.getByRole('banner'), /Close migration|Save a copy/)
}

/** Behind each correction the next user with the same finding comes, to be typed over at once; the last one can be taken back. */
async function correctOneAfterTheOther(page: Page): Promise<void> {
  const drawer = page.getByRole('complementary', { name: 'Selected user' })
  const name = drawer.getByRole('heading').first()
  const email = drawer.getByLabel('Email')
  await press(page.getByRole('button', { name: 'Open the list of 4 users' }))
  // The first of them can be corrected at once.
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await name.textContent()).toBe('wrong5@again@')
  await page.keyboard.press('Escape')
  // The one filter is cleared by its own button alone.
  const remove = page.getByRole('button', { name: /^Remove filter: / })
  await remove.waitFor()
  expect(await page.getByRole('button', { name: 'Clear filters' }).count()).toBe(0)
  await press(remove)
  // The rows of the filter are still there until the others are, and take their focus along.
  await page.getByRole('rowheader', { name: 'ann0@example.com', exact: true }).waitFor()
  await followed(page)
  await press(page.getByRole('rowheader', { name: 'wrong5@again@', exact: true }))
  await email.fill('still@wrong@')
  await drawer.getByRole('alert').filter({ hasText: 'has no name' }).waitFor()
  const save = drawer.getByRole('button', { name: 'Save correction' })
  await expect.poll(() => save.getAttribute('aria-description')).toBe('Correct the marked field first.')
  // The tooltip says why Enter saves nothing, and goes away with the reason.
  const why = page.getByRole('tooltip').filter({ hasText: 'Correct the marked field first.' })
  await page.keyboard.press('Enter')
  await why.waitFor()
  await email.fill('right5@example.com')
  await page.getByRole('tooltip').waitFor({ state: 'hidden' })
  for (const [typed, next] of [
    ['right5@example.com', 'wrong11@again@'],
    ['right11@example.com', 'wrong17@again@'],
  ] as const) {
    // Enter right behind the last letter, before it was judged.
    await email.fill(typed)
    await page.keyboard.press('Enter')
    await expect.poll(() => name.textContent()).toBe(next)
    await drawer.getByText(`${typed} corrected.`).waitFor()
    await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true)
  }
  await press(drawer.getByRole('button', { name: 'Undo' }))
  await expect.poll(() => name.textContent()).toBe('wrong11@again@')
  await press(drawer.getByRole('button', { name: 'Next user' }))
  await press(drawer.getByRole('button', { name: 'Exclude user' }))
  await press(drawer.getByRole('button', { name: 'Include user' }))
  await press(drawer.getByRole('button', { name: 'Close the user' }))
}

journey('every button can be pressed or says why not, and the focus never falls to the page', 'browser', journeyOfKeys)

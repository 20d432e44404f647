/* Functions that run in the page: each is sent there as it is, so it uses nothing from outside. */

/**
 * Clicks the element that `selector` names, or sets its value, and waits until the result is on screen: no request in
 * flight for some frames. Returns the milliseconds until then. `rest`: milliseconds without typing before the request
 * is sent.
 */
export async function actAndWait([selector, value]: readonly [
  selector: string,
  value: string | null,
]): Promise<number> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const isCalm = () => {
    const table = document.querySelector('table[aria-rowcount]')
    if (table === null) return document.body.innerText.includes('No users match')
    return !table.hasAttribute('aria-busy') && table.querySelector('tr[data-row="0"]') !== null
  }
  const field = document.querySelector<HTMLElement>(selector)
  if (!field) throw new Error(`no ${selector}`)
  const start = performance.now()
  if (value === null) field.click()
  else {
    const isList = field instanceof HTMLSelectElement
    const kind = isList ? HTMLSelectElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event(isList ? 'change' : 'input', { bubbles: true }))
  }
  // Typing rests for a moment before anything is asked for.
  const rest = field instanceof HTMLInputElement ? 140 : 0
  for (let calm = 0, since = 0; calm < 4;) {
    await frame()
    const now = performance.now()
    if (now - start > 60_000) throw new Error(`nothing came after ${selector}`)
    if (!isCalm() || now - start < rest) calm = 0
    else if (++calm === 1) since = now
    if (calm === 4) return since - start
  }
  return 0
}

export type Scrolling = { readonly frames: number; readonly dropped: number; readonly lastRow: string }

/** Scrolls from end to end in `steps` frames; how many frames it took, and how many the display did not get. */
export async function scrollThrough(steps: number): Promise<Scrolling> {
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  const scroller = document.querySelector('table[aria-rowcount]')?.parentElement
  if (!scroller) throw new Error('no table')
  scroller.scrollTop = 0
  for (let settled = 0; settled < 30; settled++) await frame()
  const travel = scroller.scrollHeight - scroller.clientHeight
  let before = await frame()
  let frames = 0
  let dropped = 0
  for (let step = 1; step <= steps; step++) {
    scroller.scrollTop = (travel * step) / steps
    const now = await frame()
    const missed = Math.round((now - before) / (1000 / 60)) - 1
    frames += 1 + Math.max(missed, 0)
    dropped += Math.max(missed, 0)
    before = now
  }
  for (let waited = 0; waited < 600 && document.querySelector('tr[aria-busy]'); waited++) await frame()
  const rows = [...document.querySelectorAll('tr[data-row]')]
  return { frames, dropped, lastRow: rows.at(-1)?.getAttribute('data-row') ?? '' }
}

export type Sending = { readonly messages: number; readonly longest: number; readonly snapshots: number }

/** Watches a run for a while: the most messages in one second, and the longest task of the page. */
export async function watchRun(ms: number): Promise<Sending> {
  const at: number[] = []
  let longest = 0
  const stop = globalThis.migration.on('progress', () => at.push(performance.now()))
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration)
  })
  observer.observe({ type: 'longtask' })
  await new Promise((resolve) => setTimeout(resolve, ms))
  for (const entry of observer.takeRecords()) longest = Math.max(longest, entry.duration)
  observer.disconnect()
  stop()
  const within = at.map((start) => at.filter((time) => time >= start && time < start + 1000).length)
  return { messages: Math.max(0, ...within), longest, snapshots: at.length }
}

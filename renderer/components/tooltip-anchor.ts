import { placeNear } from './place-near.ts'

const asking = '[data-tip], [data-clip]'
const hoverDelay = 400
/** While the arrow keys go from row to row, nothing pops up. */
const rowDelay = 700
/** The pointer may go over to the tooltip, which is this far away. */
const reach = 6
const wide = 240

/** Whether a text of the element, or of what is in it, has no room. */
export function isCut(element: Element): boolean {
  return [element, ...element.querySelectorAll('*:not(.visually-hidden)')].some(
    (one) =>
      one.clientWidth > 0 &&
      (one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1) &&
      getComputedStyle(one).overflowX !== 'visible',
  )
}

/** What the tooltip of an element says now; null: nothing that is not on screen already. */
function tipOf(element: HTMLElement): string | null {
  const { tip, clip } = element.dataset
  if (clip !== undefined && !isCut(element)) return null
  return (tip ?? element.textContent) || null
}

/** Shows the tooltip of what the pointer rests on or the keyboard is at; Escape, a click, and scrolling hide it. */
export function attachTooltip(page: Document, panel: HTMLElement): () => void {
  const controller = new AbortController()
  let shown: HTMLElement | null = null
  let waiting: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function describe(anchor: HTMLElement, on: boolean): void {
    const others = (anchor.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id && id !== panel.id)
    const ids = on ? [...others, panel.id] : others
    if (ids.length > 0) anchor.setAttribute('aria-describedby', ids.join(' '))
    else anchor.removeAttribute('aria-describedby')
  }

  function hide(): void {
    clearTimeout(timer)
    waiting = null
    if (!shown) return
    describe(shown, false)
    shown = null
    panel.hidePopover()
  }

  function show(anchor: HTMLElement, pointerX: number | null): void {
    const there = anchor.isConnected && (pointerX === null || anchor.matches(':hover'))
    const text = there ? tipOf(anchor) : null
    waiting = null
    if (text === null) return
    hide()
    shown = anchor
    panel.textContent = text
    panel.style.maxHeight = ''
    panel.showPopover()
    const box = anchor.getBoundingClientRect()
    const at = pointerX !== null && box.width > wide ? { left: pointerX, right: pointerX } : box
    placeNear(panel, { top: box.top, bottom: box.bottom, left: at.left, right: at.right })
    // Screen readers read truncated texts and names without a tooltip.
    if ('tip' in anchor.dataset && text !== anchor.ariaLabel) describe(anchor, true)
  }

  function showAfter(anchor: HTMLElement | null, delay: number, pointerX: number | null): void {
    if (anchor === waiting) return
    clearTimeout(timer)
    waiting = anchor
    if (anchor) timer = setTimeout(() => show(anchor, pointerX), delay)
  }

  function point(event: PointerEvent): void {
    if (event.pointerType === 'touch' || event.buttons !== 0) return
    const anchor = anchorOf(event.target)
    if (shown) {
      if (anchor === shown || isNear(panel.getBoundingClientRect(), event)) return
      hide()
    }
    showAfter(anchor, hoverDelay, event.clientX)
  }

  function focus({ target }: FocusEvent): void {
    hide()
    if (!(target instanceof HTMLElement) || !target.matches(':focus-visible')) return
    const own = anchorOf(target)
    // A dialog or menu that opens moves the focus while it is being shown, when nothing else can be.
    if (own && tipOf(own) !== null) showAfter(own, 0, null)
    else showAfter(cutCellOf(target), rowDelay, null)
  }

  /** A press that does nothing is answered with the reason. */
  function press({ target }: MouseEvent): void {
    const anchor = anchorOf(target)
    if (anchor?.ariaDisabled === 'true') show(anchor, null)
  }

  const { signal } = controller
  page.addEventListener('pointermove', point, { signal, passive: true })
  page.addEventListener('focusin', focus, { signal })
  page.addEventListener('focusout', hide, { signal })
  page.addEventListener('pointerdown', hide, { signal, capture: true })
  page.addEventListener('click', press, { signal, capture: true })
  page.addEventListener('pointerleave', hide, { signal })
  // One that is still waited for may come: the row that the keys lead to is scrolled into sight first.
  page.addEventListener('scroll', () => shown && hide(), { signal, capture: true, passive: true })
  page.addEventListener('keydown', (event) => event.key === 'Escape' && hide(), { signal, capture: true })
  return () => {
    hide()
    controller.abort()
  }
}

function anchorOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(asking) : null
}

/** The cells of a row take no focus of their own: at the row, the first that is cut is shown in full. */
function cutCellOf(target: HTMLElement): HTMLElement | null {
  const cells = target.closest('tr')?.querySelectorAll<HTMLElement>('td[data-clip]') ?? []
  return [...cells].find((cell) => isCut(cell)) ?? null
}

function isNear({ left, right, top, bottom }: DOMRect, { clientX: x, clientY: y }: PointerEvent): boolean {
  return x >= left - reach && x <= right + reach && y >= top - reach && y <= bottom + reach
}

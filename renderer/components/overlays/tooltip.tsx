import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { placeNear } from './menu.tsx'
import styles from './tooltip.module.css'

/**
 * The one tooltip of the window. An element asks for it by `data-tip`, which is what it says; with `data-clip` it is shown
 * only while the element has no room for its text, and without a `data-tip` says that text.
 */
export function Tooltip() {
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (panel.current ? attachTooltip(document, panel.current) : undefined), [])
  return <div ref={panel} id="tooltip" role="tooltip" popover="manual" className={styles.tooltip} />
}

/** A word with an explanation, for the mouse and for the keyboard. */
export function Explained({
  tip,
  className,
  children,
}: {
  readonly tip: string
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  return (
    <span className={className} data-tip={tip} tabIndex={0}>
      {children}
    </span>
  )
}

/** A text that is cut where there is no room; only then the Tab key stops at it, and all of it is shown. */
export function Clipped({
  className,
  children,
}: {
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  const text = useRef<HTMLSpanElement>(null)
  const [cut, setCut] = useState(false)
  useLayoutEffect(() => {
    if (!text.current) return undefined
    const { current } = text
    const measure = (): void => setCut(isCut(current))
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    measure()
    return () => observer.disconnect()
  })
  return (
    <span
      ref={text}
      className={[styles.clipped, className].filter(Boolean).join(' ')}
      data-clip=""
      tabIndex={cut ? 0 : undefined}
    >
      {children}
    </span>
  )
}

const asking = '[data-tip], [data-clip]'
const hoverDelay = 400
/** Delay at a row: no tooltip is shown while the arrow keys move from row to row. */
const rowDelay = 700
/** The distance to the tooltip that the pointer may cross. */
const reach = 6
const wide = 240

/** Whether a text of the element, or of what is in it, has no room. */
function isCut(element: Element): boolean {
  return [element, ...element.querySelectorAll('*:not(.visually-hidden)')].some(
    (one) =>
      one.clientWidth > 0 &&
      (one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1) &&
      getComputedStyle(one).overflowX !== 'visible',
  )
}

/** The text of an element's tooltip; null: it has none, or none any more, or its text is on screen already. */
function tipOf(element: HTMLElement): string | null {
  const { tip, clip } = element.dataset
  if (clip === undefined) return tip || null
  return isCut(element) ? (tip ?? element.textContent) || null : null
}

/** Shows the tooltip of what the pointer rests on or the keyboard is at; Escape, a click, and scrolling hide it. */
function attachTooltip(page: Document, panel: HTMLElement): () => void {
  const controller = new AbortController()
  let shown: HTMLElement | null = null
  let waiting: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  // A reason that no longer holds is no longer shown.
  const changes = new MutationObserver(() => {
    const text = shown && tipOf(shown)
    if (text === null) hide()
    else panel.textContent = text
  })

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
    changes.disconnect()
    describe(shown, false)
    shown = null
    panel.hidePopover()
  }

  function show(anchor: HTMLElement, pointerX: number | null): void {
    const isBehind = page.querySelector('dialog:modal') !== null && anchor.closest('dialog:modal') === null
    const there = anchor.isConnected && !isBehind && (pointerX === null || anchor.matches(':hover'))
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
    changes.observe(anchor, { attributes: true, attributeFilter: ['data-tip'] })
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
  // A tooltip that is still due is shown: the row that the keys lead to is scrolled into view first.
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

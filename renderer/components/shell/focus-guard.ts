/** Where the focus was: the element, its ancestors with its index in each, and the dialog or popover around it. */
type Place = {
  readonly element: Element
  readonly above: readonly { readonly parent: Element; readonly index: number }[]
  readonly layer: Element | null
}

const remembered = 8
const tabStops = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
/** A key that is pressed next must not become text. */
const textFields = 'textarea, input:not([type="checkbox"], [type="radio"])'

/**
 * Keeps the focus off the page itself. When the element that has it goes away, or can no longer take it, the focus goes to
 * the nearest control that stands where it stood; at the foot of a step to the next step; out of a dialog that is gone, to
 * where it was before. A screen that knows a better place takes the focus there itself, within a frame.
 */
export function attachFocusGuard(page: Document): () => void {
  const controller = new AbortController()
  /** The newest first; empty after a click beside all controls. */
  let places: readonly Place[] = []
  let frame = 0

  function remember(target: EventTarget | null): void {
    if (!(target instanceof Element) || target === page.body) return
    places = [placeOf(target), ...places.filter(({ element }) => element !== target)].slice(0, remembered)
  }

  function isLost(): boolean {
    const [last] = places
    return (page.activeElement ?? page.body) === page.body && last !== undefined && !canTakeFocus(last.element)
  }

  function restore(): void {
    frame = 0
    if (!isLost()) return
    for (const { element, above, layer } of places) {
      if (layer !== null && !isOpen(layer)) continue
      const next = canTakeFocus(element) ? element : (nextStepOf(above, page) ?? nearestIn(above, page.body))
      if (next instanceof HTMLElement) return next.focus({ preventScroll: true })
    }
  }

  const observer = new MutationObserver(() => {
    if (frame === 0 && isLost()) frame = requestAnimationFrame(restore)
  })
  observer.observe(page.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'hidden', 'inert', 'open'],
  })
  const { signal } = controller
  page.addEventListener('focusin', ({ target }) => remember(target), { signal })
  // A control that has the focus already tells nothing more when it is pressed.
  const press = ({ target }: PointerEvent): void => {
    const control = target instanceof Element ? target.closest(`${tabStops}, [tabindex]`) : null
    if (control === null) places = []
    else remember(control)
  }
  page.addEventListener('pointerdown', press, { signal, capture: true })
  return () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
    controller.abort()
  }
}

function placeOf(element: Element): Place {
  const above: { readonly parent: Element; readonly index: number }[] = []
  for (let child = element; child.parentElement !== null; child = child.parentElement) {
    above.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) })
  }
  return { element, above, layer: element.closest('dialog, [popover]') }
}

function isOpen(layer: Element): boolean {
  return layer.isConnected && layer.matches('dialog[open], :popover-open')
}

function canTakeFocus(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled') && element.closest('[inert]') === null && isSeen(element)
}

function isSeen(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true })
}

/** A banner that was to be settled first (`data-comes-first`) leads on to the next step of the screen. */
function nextStepOf(above: Place['above'], page: Document): Element | null {
  if (!above.some(({ parent }) => parent.matches('[data-comes-first]'))) return null
  const next = page.querySelector('[data-primary]')
  return next !== null && canTakeFocus(next) ? next : null
}

/** The first control at or behind the place in the closest ancestor that has any, else the open tab or the last one before it. */
function nearestIn(above: Place['above'], page: Element): Element | null {
  for (const { parent, index } of above) {
    if (!parent.isConnected || parent === page) continue
    const stops = [...parent.querySelectorAll(tabStops)].filter(
      (stop) => canTakeFocus(stop) && !stop.matches(textFields),
    )
    const next = parent.matches('footer') ? stops.find((stop) => stop.matches('[data-primary]')) : undefined
    if (next !== undefined) return next
    const there = parent.children[index]
    const behind = there && stops.find((stop) => there.contains(stop) || isBehind(stop, there))
    // Among tabs the one that is open.
    const found = behind ?? stops.find((stop) => stop.matches('[aria-selected="true"]')) ?? stops.at(-1)
    if (found !== undefined) return found
  }
  return null
}

function isBehind(stop: Element, place: Element): boolean {
  return (place.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
}

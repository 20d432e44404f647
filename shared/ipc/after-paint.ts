/** The part of a window that draws; a parameter for tests. */
type Window = {
  readonly document: { readonly visibilityState: string }
  readonly requestAnimationFrame: (then: () => void) => unknown
  readonly setTimeout: (then: () => void, ms: number) => unknown
}

/** Milliseconds after which a window that draws no frame is not waited for. */
const frameTimeoutMs = 1000

/**
 * Does something once, after the frame that shows what came before; at once while the window is hidden. A window that is hidden
 * or covered meanwhile draws no frame, and would hold back all that follows.
 */
export function afterPaint(work: () => void, window: Window): void {
  if (window.document.visibilityState !== 'visible') return work()
  let done = false
  const once = (): void => {
    if (done) return
    done = true
    work()
  }
  window.requestAnimationFrame(once)
  window.setTimeout(once, frameTimeoutMs)
  return undefined
}

export type Anchor = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

const gap = 4
const edge = 8

/** Below the anchor where there is room, else above; never beyond the window. `end`: their right edges meet. */
export function placeNear(panel: HTMLElement, anchor: Anchor, align: 'start' | 'end' = 'start'): void {
  const { innerWidth, innerHeight } = globalThis
  const { offsetWidth: width, offsetHeight: height } = panel
  const below = innerHeight - anchor.bottom - gap - edge
  const top = height <= below || below >= anchor.top ? anchor.bottom + gap : Math.max(anchor.top - gap - height, edge)
  const left = align === 'end' ? anchor.right - width : anchor.left
  panel.style.left = `${Math.max(Math.min(left, innerWidth - width - edge), edge)}px`
  panel.style.top = `${top}px`
  panel.style.maxHeight = `${innerHeight - top - edge}px`
}

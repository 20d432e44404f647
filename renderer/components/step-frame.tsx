import { useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useScrollRestoration } from '../navigation/use-scroll-restoration.ts'
import { DrawerSlot } from './drawer-slot.tsx'
import styles from './step-frame.module.css'

/** What every step looks like: a title, what it means, the work, and at the foot what is going on and the next step. */
export function StepFrame({
  title,
  lead,
  tools,
  say,
  actions,
  aside,
  children,
}: {
  readonly title: ReactNode
  readonly lead?: ReactNode
  /** What can be done besides, at the right of the title. */
  readonly tools?: ReactNode
  readonly say: ReactNode
  readonly actions: ReactNode
  /** Stands beside title and work, where there is room; else below. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}) {
  const main = useRef<HTMLElement>(null)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useScrollRestoration(main)
  const heading = useRef<HTMLHeadingElement>(null)
  // A field with autofocus keeps the focus.
  useEffect(() => {
    if (!main.current?.contains(document.activeElement)) heading.current?.focus({ preventScroll: true })
  }, [])
  const foot = useRef<HTMLElement>(null)
  useKeptFocus(main, foot, heading)
  return (
    <DrawerSlot value={slot}>
      <main className={styles.main} id="main" ref={main}>
        <div className={aside ? `${styles.body} ${styles.split}` : styles.body}>
          <header className={styles.header}>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            <div className={styles.lead}>{lead}</div>
            {tools && <div className={styles.tools}>{tools}</div>}
          </header>
          {aside ? <div className={styles.work}>{children}</div> : children}
          {aside && <aside className={styles.aside}>{aside}</aside>}
        </div>
      </main>
      <div className={styles.drawer} ref={setSlot} />
      <footer className={styles.foot} aria-label="Next step" ref={foot}>
        <div className={styles.say}>{say}</div>
        {actions}
      </footer>
    </DrawerSlot>
  )
}

const focusable = 'button:enabled, a[href], input:enabled, select:enabled, textarea:enabled, [tabindex]'

/**
 * Keeps the focus on the screen when the control that had it goes away: at the foot it passes to the next step; elsewhere to the
 * nearest place that is still there, or the title.
 */
function useKeptFocus(
  main: RefObject<HTMLElement | null>,
  foot: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const [work, actions] = [main.current, foot.current]
    if (!work || !actions) return undefined
    // The control that had the focus last, and what it is in, from the inside.
    let path: readonly Element[] = []
    const remember = ({ target }: FocusEvent) => {
      path = target instanceof Element ? ancestorsOf(target) : []
    }
    // A control that is left while it stays, by a click beside it, is not gone back to.
    const forget = ({ target, relatedTarget }: FocusEvent) =>
      queueMicrotask(() => {
        if (relatedTarget === null && target instanceof Element && target.isConnected) path = []
      })
    const restore = () => {
      const [last] = path
      if (last === undefined || last.isConnected || document.activeElement !== document.body) return
      const rest = path.find((element) => element.isConnected)
      const next = rest === actions || actions.contains(rest ?? null) ? actions.querySelector('[data-primary]') : null
      const near = next ?? nearest(path, work) ?? heading.current
      path = []
      if (near instanceof HTMLElement) near.focus({ preventScroll: true })
    }
    const watcher = new MutationObserver(restore)
    for (const part of [work, actions]) {
      part.addEventListener('focusin', remember)
      part.addEventListener('focusout', forget)
      watcher.observe(part, { childList: true, subtree: true })
    }
    return () => {
      watcher.disconnect()
      for (const part of [work, actions]) {
        part.removeEventListener('focusin', remember)
        part.removeEventListener('focusout', forget)
      }
    }
  }, [main, foot, heading])
}

function ancestorsOf(element: Element): readonly Element[] {
  return element.parentElement === null ? [element] : [element, ...ancestorsOf(element.parentElement)]
}

/** The first control of the innermost part that is left and has one; the work as a whole is no place. */
function nearest(path: readonly Element[], work: Element): Element | null {
  for (const part of path) {
    if (!part.isConnected || part.parentElement === work || !work.contains(part) || part === work) continue
    const control = part.querySelector(focusable)
    if (control !== null) return control
  }
  return null
}

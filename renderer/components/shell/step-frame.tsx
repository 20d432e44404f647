import { createContext, type ReactNode, type RefObject, use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStepScroll } from '../../navigation/step-context.tsx'
import styles from './step-frame.module.css'

/** The frame of every step: a title, its meaning, the work, and at the foot the current activity and the next step. */
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
  /** Further actions, at the right of the title. */
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
      <footer className={styles.foot} aria-label="Next step">
        <div className={styles.say}>{say}</div>
        {actions}
      </footer>
    </DrawerSlot>
  )
}

/** Where a drawer is drawn: over the right side of the step, as high as the step. Null until the step is on screen. */
const DrawerSlot = createContext<HTMLElement | null>(null)

export function useDrawerSlot(): HTMLElement | null {
  return use(DrawerSlot)
}

/** Events that show that the operator moves the focus. */
const signs = ['wheel', 'pointerdown', 'keydown'] as const

/**
 * Scrolls an element to where it was when its step was left. Its content may come bit by bit: it is waited for until it is
 * long enough, or until the operator moves.
 */
function useScrollRestoration(element: RefObject<HTMLElement | null>): void {
  const place = useStepScroll<number>('scroll')
  useLayoutEffect(() => {
    const scroller = element.current
    const content = scroller?.firstElementChild
    if (!scroller || !content) return undefined
    let wanted = place.read()
    const reach = (): void => {
      if (wanted === null) return
      scroller.scrollTo({ top: wanted, behavior: 'instant' })
      if (Math.abs(scroller.scrollTop - wanted) < 1) wanted = null
    }
    const giveUp = (): void => {
      wanted = null
    }
    const note = (): void => {
      if (wanted === null) place.write(scroller.scrollTop)
    }
    reach()
    const growing = new ResizeObserver(reach)
    growing.observe(content)
    scroller.addEventListener('scroll', note, { passive: true })
    for (const sign of signs) scroller.addEventListener(sign, giveUp, { passive: true })
    return () => {
      growing.disconnect()
      scroller.removeEventListener('scroll', note)
      for (const sign of signs) scroller.removeEventListener(sign, giveUp)
    }
  }, [element, place])
}

import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
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

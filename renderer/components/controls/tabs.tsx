import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import styles from './tabs.module.css'

type TabOption<K extends string> = { readonly key: K; readonly label: ReactNode }

/** A list of tabs: arrow keys move, the panel with `tabPanel(prefix, key)` belongs to each. */
export function Tabs<K extends string>({
  prefix,
  label,
  options,
  current,
  onChange,
}: {
  readonly prefix: string
  readonly label: string
  readonly options: readonly TabOption<K>[]
  readonly current: K
  readonly onChange: (key: K) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  function move(event: KeyboardEvent): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (!step) return
    event.preventDefault()
    const index = options.findIndex((option) => option.key === current)
    const next = options[(index + step + options.length) % options.length]
    if (!next) return
    onChange(next.key)
    list.current?.querySelector<HTMLElement>(`#${tabPanel(prefix, next.key)['aria-labelledby']}`)?.focus()
  }
  return (
    <div role="tablist" aria-label={label} className={styles.tabs} ref={list} onKeyDown={move}>
      {options.map(({ key, label: words }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={tabPanel(prefix, key)['aria-labelledby']}
          aria-controls={key === current ? tabPanel(prefix, key).id : undefined}
          aria-selected={key === current}
          tabIndex={key === current ? 0 : -1}
          className={`plain ${styles.tab}`}
          onClick={() => onChange(key)}
        >
          {words}
        </button>
      ))}
    </div>
  )
}

/** The attributes of the panel of a tab. */
export function tabPanel(prefix: string, key: string) {
  return { role: 'tabpanel', id: `${prefix}-${key}`, 'aria-labelledby': `${prefix}-${key}-tab` } as const
}

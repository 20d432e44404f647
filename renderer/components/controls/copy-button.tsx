import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import styles from './copy-button.module.css'
import { Icon } from '../display/icon.tsx'

/** Copies a text that is no secret. Secrets are copied by main. `bare`: only its icon, for within a line. */
export function CopyButton({
  text,
  label,
  bare = false,
}: {
  readonly text: string
  readonly label: string
  readonly bare?: boolean
}) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (!outcome) return undefined
    const timer = setTimeout(() => setOutcome(null), 2000)
    return () => clearTimeout(timer)
  }, [outcome])
  function copy(): void {
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    )
  }
  return (
    <Button
      small
      variant={bare ? 'subtle' : 'plain'}
      className={bare ? styles.bare : undefined}
      onClick={copy}
      aria-label={`Copy ${label}`}
      data-tip={bare ? `Copy ${label}` : undefined}
    >
      <Icon name={outcome === 'copied' ? 'check' : 'copy'} size={bare ? 14 : 16} />
      <span aria-live="polite" className={bare && outcome !== 'failed' ? 'visually-hidden' : undefined}>
        {outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Select and copy it manually' : 'Copy'}
      </span>
    </Button>
  )
}

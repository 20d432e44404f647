import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

/** Copies a text that is no secret. Secrets are copied by main. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [said, setSaid] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (!said) return undefined
    const timer = setTimeout(() => setSaid(null), 2000)
    return () => clearTimeout(timer)
  }, [said])
  function copy(): void {
    navigator.clipboard.writeText(text).then(
      () => setSaid('copied'),
      () => setSaid('failed'),
    )
  }
  return (
    <Button small onClick={copy} aria-label={`Copy ${label}`}>
      <Icon name={said === 'copied' ? 'check' : 'copy'} />
      <span aria-live="polite">{said === 'copied' ? 'Copied' : said === 'failed' ? 'Select it by hand' : 'Copy'}</span>
    </Button>
  )
}

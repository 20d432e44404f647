import { useDocument } from '../bridge/document-context.tsx'
import { count } from './format.ts'
import styles from './work-line.module.css'

/** While files are read or users planned: how far it is. Takes no room otherwise. */
export function WorkLine() {
  const { kind, done, total } = useDocument().work
  if (kind === 'idle') return null
  const words = kind === 'reading' ? 'Reading the export' : 'Planning what each user needs'
  const share = total > 0 ? Math.min(done / total, 1) : null
  return (
    <div className={styles.line}>
      <span>
        {words}
        {share === null ? '…' : `, ${count(Math.floor(share * 100))} %`}
      </span>
      {share === null ? <progress aria-label={words} /> : <progress aria-label={words} max={1} value={share} />}
    </div>
  )
}

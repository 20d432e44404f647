import { Clipped } from '../../components/tooltip.tsx'
import styles from './samples.module.css'

/** Up to three values, each whole in one line or cut at its end, never in the middle. */
export function Samples({ values }: { readonly values: readonly string[] }) {
  if (values.length === 0) return <span className="muted">–</span>
  return (
    <span className={styles.samples}>
      {values.map((value) => (
        <Clipped key={value}>{value}</Clipped>
      ))}
    </span>
  )
}

import type { ReactNode } from 'react'
import { count } from '../../components/format.ts'
import { Clipped } from '../../components/tooltip.tsx'
import styles from './side-cards.module.css'

/** A name of the source, how many users of the file have it, and where it is chosen what it becomes. */
export type NameRow = { readonly source: string; readonly users: number; readonly select: ReactNode }

/** Names of the source beside what each becomes in the core. */
export function NamesTable({ rows, busy }: { readonly rows: readonly NameRow[]; readonly busy: boolean }) {
  return (
    <fieldset aria-disabled={busy || undefined}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">In the file</th>
            <th scope="col">In the core</th>
            <th scope="col" className="number">
              Users
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.source}>
              <th scope="row" className="mono">
                <Clipped>{row.source}</Clipped>
              </th>
              <td>{row.select}</td>
              <td className="number">{count(row.users)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </fieldset>
  )
}

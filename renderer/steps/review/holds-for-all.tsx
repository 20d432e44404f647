import type { PreviewView } from '../../../shared/ipc/views.ts'
import { Button } from '../../components/button.tsx'
import { count } from '../../components/format.ts'
import { Icon } from '../../components/icon.tsx'
import type { TableFilter } from '../../components/users/table-filter.ts'
import styles from './review-body.module.css'

/** Findings that make no user wait and most users have, said once for all; and how many users lose their password. */
export function HoldsForAll({
  preview,
  users,
  onShow,
}: {
  readonly preview: PreviewView
  readonly users: number
  readonly onShow: (filter: TableFilter) => void
}) {
  const common = preview.findings.filter((finding) => !finding.blocks && 2 * finding.users > users)
  const forAll = common.filter((finding) => finding.users === users)
  const forMost = common.filter((finding) => finding.users < users)
  const lost = preview.findings.filter(({ code, blocks }) => code === 'hash-given-up' && !blocks)
  const losing = lost.reduce((sum, finding) => sum + finding.users, 0)
  if (common.length === 0 && losing === 0) return null
  const titles = (findings: typeof common) => findings.map(({ title }) => inSentence(title)).join(' · ')
  const [first] = lost
  return (
    <p className={styles.holds}>
      <Icon name="info" size={15} />
      <span>
        {forAll.length > 0 && (
          <>
            <b>Holds for all {count(users)}:</b> {titles(forAll)}
          </>
        )}
        {forMost.map((finding, index) => (
          <span key={`${finding.code} ${finding.group}`}>
            {index + forAll.length > 0 && ' · '}
            <b>For {count(finding.users)}:</b> {titles([finding])}
          </span>
        ))}
      </span>
      {first !== undefined && (
        <Button
          variant="link"
          small
          onClick={() => onShow({ kind: 'finding', code: first.code, group: first.group, label: 'Loses the password' })}
        >
          {count(losing)} lose their password
        </Button>
      )}
    </p>
  )
}

/** A title within a sentence; an abbreviation keeps its capitals. */
function inSentence(title: string): string {
  return title.charAt(0).toLowerCase() + title.slice(1)
}

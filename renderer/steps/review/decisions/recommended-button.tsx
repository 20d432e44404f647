import { useState } from 'react'
import type { FindingGroup, PreviewView } from '../../../../shared/ipc/views.ts'
import { recommendedChange } from '../../../../shared/planning/choices.ts'
import { causeTitle } from '../../../../shared/report/state-titles.ts'
import { useDocument, useDocumentState } from '../../../api/document-context.tsx'
import { useMutation } from '../../../api/use-mutation.ts'
import { Button } from '../../../components/controls/button.tsx'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { count, counted } from '../../../components/texts/format.ts'
import { ProblemNotice } from '../../../components/notices/notice.tsx'
import { actionAbout } from '../../../components/texts/user-action.ts'
import styles from './decisions.module.css'

/** Says how many users the recommended choices settle, and takes them after showing the effect of each. */
export function UseRecommended({ preview }: { readonly preview: PreviewView }) {
  const { counts } = useDocument()
  const { decide } = useDocumentState()
  const [asking, setAsking] = useState(false)
  const take = useMutation(decide, () => setAsking(false))
  const decisions = recommendedDecisions(preview.findings)
  if (decisions.length === 0) return null
  const open = undecided(preview.findings).length
  const { users } = preview.recommended
  const settled = users === null ? '' : ` and ${count(users)} of ${counted(counts.blocked, 'user')}`
  return (
    <>
      <span className={styles.settles}>
        Recommended choices settle {decisions.length} of {counted(open, 'decision')}
        {settled}.
      </span>
      <Button
        variant="tinted"
        className={styles.recommend}
        aria-label={users === null ? undefined : actionAbout('Use all recommended', users)}
        onClick={() => setAsking(true)}
      >
        Use all recommended
      </Button>
      {asking && (
        <Dialog
          title="Use all recommended choices?"
          onClose={() => setAsking(false)}
          foot={
            <>
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button
                variant="primary"
                busy={take.busy}
                onClick={() =>
                  void take.run((choices) =>
                    recommendedChange(
                      choices,
                      decisions.map(({ finding }) => finding),
                    ),
                  )
                }
              >
                Use {counted(decisions.length, 'recommended choice')}
              </Button>
            </>
          }
        >
          <p>
            This settles {decisions.length} of {counted(open, 'decision')}
            {settled}. Nothing is sent, and each choice can be changed afterwards.
          </p>
          <ul className={styles.recommended}>
            {decisions.map(({ finding, label, reason }) => (
              <li key={`${finding.code} ${finding.group}`}>
                <b className="figures">{count(finding.users)}</b>
                <span>
                  {causeTitle(finding)}: <b>{label}</b>
                  <br />
                  <span className="muted">{reason}</span>
                </span>
              </li>
            ))}
          </ul>
          <ProblemNotice of={take} />
        </Dialog>
      )}
    </>
  )
}

/** One decision that a recommendation settles. */
type RecommendedDecision = {
  readonly finding: FindingGroup
  /** The recommended choice, in words, and the reason. */
  readonly label: string
  readonly reason: string
}

/** The open decisions with a recommended choice. */
export function recommendedDecisions(findings: readonly FindingGroup[]): readonly RecommendedDecision[] {
  return undecided(findings).flatMap((finding) => {
    const { recommended, choices } = finding
    const choice = choices.find(({ value }) => value === recommended?.value)
    return recommended === null || choice === undefined
      ? []
      : [{ finding, label: choice.label, reason: recommended.reason }]
  })
}

/** The undecided findings that hold users back. */
export function undecided(findings: readonly FindingGroup[]): readonly FindingGroup[] {
  return findings.filter((finding) => finding.blocks && finding.users > 0 && finding.chosen === null)
}

/** The number of open decisions; where none is open, of those taken. Notes are no decisions. */
export function decisionCount(findings: readonly FindingGroup[]): number {
  return undecided(findings).length || findings.filter(({ chosen }) => chosen !== null).length
}

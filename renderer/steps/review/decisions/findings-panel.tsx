import type { ReactNode } from 'react'
import type { DocumentView, FindingGroup, PreviewView } from '../../../../shared/ipc/views.ts'
import {
  type Choices,
  type ChoicesChange,
  type DecisionInForce,
  decisions,
  noChoices,
  takenDecisions,
} from '../../../../shared/planning/choices.ts'
import type { FindingRef } from '../../../../shared/planning/decisions/decision.ts'
import { identity } from '../../../../shared/planning/decisions/excluded-before.ts'
import { stateTitles } from '../../../../shared/report/state-titles.ts'
import { useDocument, useDocumentState } from '../../../api/document-context.tsx'
import { useMutation, useSetting } from '../../../api/use-mutation.ts'
import { Button } from '../../../components/controls/button.tsx'
import { Empty } from '../../../components/notices/empty.tsx'
import { Checkbox } from '../../../components/controls/field.tsx'
import { counted } from '../../../components/texts/format.ts'
import { ProblemNotice } from '../../../components/notices/notice.tsx'
import type { TableFilter } from '../../../components/users/use-users-view.ts'
import { ExistingChoice } from '../../run/failures/existing-users.tsx'
import { FindingCard } from './finding-card.tsx'
import { firstDecision } from './first-decision.ts'
import { useWantedDecision } from './wanted-decision.ts'
import styles from './decisions.module.css'
import { undecided } from './recommended-button.tsx'

/** Every finding with its users, its meaning and its choice; open decisions come first. */
export function FindingsPanel({
  preview: { findings, methods },
  onShow,
}: {
  readonly preview: Pick<PreviewView, 'findings' | 'methods'>
  readonly onShow: (filter: TableFilter, corrects?: boolean) => void
}) {
  const { target } = useDocument()
  const { panel, follow } = useWantedDecision(findings)
  const canAsk = target?.dialect === 'supertokens'
  const open = undecided(findings).toSorted((a, b) => b.users - a.users)
  const decided = findings.filter((finding) => !open.includes(finding) && finding.chosen !== null)
  const others = findings.filter((finding) => !open.includes(finding) && finding.chosen === null)
  const parts = [
    [stateTitles.blocked, open],
    ['Decided', decided],
  ] as const
  const card = (finding: FindingGroup) => (
    <FindingCard
      key={`${finding.code} ${finding.group}`}
      finding={finding}
      onShow={onShow}
      onUndo={() => follow(finding)}
    />
  )
  return (
    <div className={styles.parts} ref={panel}>
      {findings.length === 0 && <Empty title="Nothing to decide">There are no decisions and no notes.</Empty>}
      {parts
        .filter(([, group]) => group.length > 0)
        .map(([title, group]) => (
          <Part key={title} title={title} isNamed={group !== open}>
            <ul className={`panel ${styles.list}`} id={group === open ? firstDecision : undefined}>
              {group.map(card)}
            </ul>
          </Part>
        ))}
      {others.length > 0 && (
        <details className="stack-tight" aria-label="Notes">
          <summary className={styles.title}>Notes {others.length}</summary>
          <ul className={`panel ${styles.list}`}>{others.map(card)}</ul>
        </details>
      )}
      <DecisionList findings={findings} decided={decided} onUndo={follow} />
      {target !== null && mayMeetExisting(canAsk, methods) && (
        <Part title="Users already in the core" isBoxed>
          <p className="muted">
            {canAsk
              ? 'This core is asked before a password is imported. Existing users are skipped unless you decide otherwise.'
              : 'This core cannot be asked who is there, and an import replaces the password of a user who is. Unless you allow that, at most three passwords are imported at once, which takes longer.'}
          </p>
          <ExistingChoice mayAsk={canAsk} cannotLeave={!canAsk} inForce="skip" />
        </Part>
      )}
      {canAsk && <AdditionalData />}
    </div>
  )
}

/** Whether a rule for existing users has an effect: a core that cannot be asked replaces passwords, and an export without any replaces none. */
export function mayMeetExisting(canAsk: boolean, methods: PreviewView['methods']): boolean {
  return canAsk || methods.some(({ key }) => key === 'password')
}

/** A titled part of the decisions. `isBoxed`: its content stands in a box. */
function Part(props: {
  readonly title: string
  /** The title is seen. */
  readonly isNamed?: boolean
  readonly isBoxed?: boolean
  readonly children: ReactNode
}) {
  const { title, isNamed = true, isBoxed = false, children } = props
  return (
    <section aria-label={title} className="stack-tight">
      <h2 className={isNamed ? styles.title : 'visually-hidden'}>{title}</h2>
      {isBoxed ? <div className={`panel ${styles.existing}`}>{children}</div> : children}
    </section>
  )
}

/** Decisions in force that no card above shows, and inherited ones; each can be undone. */
function DecisionList({
  findings,
  decided: shown,
  onUndo,
}: {
  readonly findings: readonly FindingGroup[]
  /** The findings whose cards show the choice. */
  readonly decided: readonly FindingGroup[]
  /** The decision about a finding is taken back, and will be open again. */
  readonly onUndo: (finding: FindingRef) => void
}) {
  const document = useDocument()
  const { decide } = useDocumentState()
  const undo = useMutation(decide)
  const taken = currentDecisions(document).filter((one) => one.before || !decisions.usersOf(one, shown))
  if (taken.length === 0) return null
  return (
    <Part title="Your decisions">
      <ul className={`panel ${styles.list}`}>
        {taken.map((one) => {
          const { about, decided, before } = one
          const users = decisions.usersOf(one, findings)
          return (
            <li key={about} className={styles.taken}>
              <span>{about}</span>
              <span className="muted">
                {decided}
                {users !== null && users > 0 && ` · ${counted(users, 'user')}`}
                {before && ` · from “${document.baseline?.name}”`}
              </span>
              <Button
                small
                busy={undo.busy}
                aria-label={`Undo: ${about}`}
                onClick={() => {
                  const [finding] = decisions.findingsOf(one)
                  if (finding !== undefined) onUndo(finding)
                  void undo.run((choices) => undoOf(choices, one))
                }}
              >
                Undo
              </Button>
            </li>
          )
        })}
      </ul>
      <ProblemNotice of={undo} />
    </Part>
  )
}

/** Data of users that only a core of this dialect can keep, each with a checkbox. */
function AdditionalData() {
  const { choices } = useDocument()
  const { decide } = useDocumentState()
  const choose = useSetting((change: Partial<Pick<Choices, 'keepUserIds' | 'verifyEmails'>>) => decide(() => change))
  return (
    <Part title="Also carried over" isBoxed>
      <Checkbox checked={choices.keepUserIds} onChange={(keepUserIds) => void choose.run({ keepUserIds })}>
        Keep the old user IDs: the core knows each user by the source ID.
      </Checkbox>
      <Checkbox checked={choices.verifyEmails} onChange={(verifyEmails) => void choose.run({ verifyEmails })}>
        Mark emails verified that the export calls verified: an import alone leaves them unverified.
      </Checkbox>
      <ProblemNotice of={choose} />
    </Part>
  )
}

/** `before`: the earlier migration took the decision. */
type DecisionEntry = DecisionInForce & { readonly before: boolean }

/**
 * The decisions in force, and which of them were inherited from the earlier migration. A decided finding
 * leaves the list of findings, so its decision is found and undone here.
 */
export function currentDecisions(
  { choices, baseline }: Pick<DocumentView, 'choices' | 'baseline'>,
  taken = takenDecisions,
): readonly DecisionEntry[] {
  const before = new Set(taken(baseline?.inherited.choices ?? noChoices).map(identity))
  return taken(choices).map((one) => ({ ...one, before: before.has(identity(one)) }))
}

/** The change that undoes a decision; null: it is no longer in force. */
function undoOf(choices: Choices, decision: DecisionInForce): ChoicesChange | null {
  return takenDecisions(choices).find((one) => identity(one) === identity(decision))?.undo ?? null
}

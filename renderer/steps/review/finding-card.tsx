import type { FindingGroup } from '../../../shared/ipc/views.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { Button } from '../../components/button.tsx'
import { count } from '../../components/format.ts'
import { ProblemNotice } from '../../components/notice.tsx'
import { Explained } from '../../components/tooltip.tsx'
import type { TableFilter } from '../../components/users/table-filter.ts'
import { causeTitle } from '../../../shared/report/cause-title.ts'
import { choiceFor, type ChoicesChange } from '../../../shared/planning/choices.ts'
import { useSteps } from '../../navigation/step-context.tsx'
import { ChoiceInput } from './choice-input.tsx'
import styles from './findings-panel.module.css'
import { findingLabel, shownGroup } from '../../components/users/filter-choices.ts'

/** One finding: how many users, what it means, the choice for all of them, and the way to see them. */
export function FindingCard({
  finding,
  onShow,
}: {
  readonly finding: FindingGroup
  readonly onShow: (filter: TableFilter) => void
}) {
  const bridge = useBridge()
  const { choices } = useDocument()
  const { accept } = useDocumentState()
  const { go } = useSteps()
  const choose = useMutation((change: ChoicesChange) => bridge.invoke('decisions:update', { choices: change }), accept)
  const { code, group, meaning, users } = finding
  const filter = { finding: [{ code, group }] }
  const exclude = useMutation(() =>
    bridge.invoke('users:exclude', { scope: { kind: 'filter', filter, except: [] }, excluded: true }),
  )
  const show = () => onShow({ kind: 'finding', code, group, label: findingLabel(finding) })

  function decide(value: string | null): void {
    const change = choiceFor(choices, finding, value)
    if (change) void choose.run(change)
  }

  return (
    <li className={styles.finding}>
      <p className={`${styles.users} figures`}>
        {count(users)} <small>{users === 1 ? 'user' : 'users'}</small>
        {finding.blocks && finding.chosen === null && freesNote(finding) !== '' && (
          <small data-tip={freesText(finding)} tabIndex={0}>
            {freesNote(finding)}
          </small>
        )}
      </p>
      <div className={styles.words}>
        <h3>
          {causeTitle(finding)} {shownGroup(finding) && <code>{group}</code>}
        </h3>
        <Explained className={styles.meaning} tip={meaning}>
          {firstSentence(meaning)}
        </Explained>
        {code === 'hash-parameters-missing' && (
          <Button variant="link" small className={styles.way} onClick={() => go('export')}>
            Add the hash parameters instead
          </Button>
        )}
      </div>
      <div className={styles.choice}>
        <ChoiceInput
          finding={finding}
          busy={choose.busy || exclude.busy}
          onChoose={decide}
          onShow={show}
          onExclude={() => void exclude.run()}
        />
        <ProblemNotice problem={choose.problem} onDismiss={choose.dismiss} />
        <ProblemNotice problem={exclude.problem} onDismiss={exclude.dismiss} />
      </div>
      <Button small aria-label={`Show users: ${findingLabel(finding)}`} onClick={show}>
        Show users
      </Button>
    </li>
  )
}

/** All of it is its tooltip. */
function firstSentence(text: string): string {
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text
}

/** Where the users wait for another decision as well: how many this one settles, in two words. */
function freesNote({ users, frees }: FindingGroup): string {
  return frees === null || frees >= users ? '' : `settles ${count(frees)}`
}

/** How many users the decision frees by itself; the others wait for more than this. */
export function freesText({ users, frees }: Pick<FindingGroup, 'users' | 'frees'>): string {
  if (frees === null) return `Frees up to ${count(users)} users.`
  if (frees === 0) return 'Frees no users by itself: these users also wait for other decisions.'
  if (frees >= users) return users === 1 ? 'Frees this user.' : `Frees all ${count(users)} users.`
  return `Frees ${count(frees)} of them; the others also wait for another decision.`
}

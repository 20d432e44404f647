import { hashFamily } from '../../../shared/hashes/family-title.ts'
import type { PreviewView } from '../../../shared/ipc/views.ts'
import { choiceFor, type Choices, withFamily } from '../../../shared/planning/choices.ts'
import { decisionTable } from '../../../shared/planning/decisions/decision-table.ts'
import { useDocument, useDocumentState } from '../../api/document-context.tsx'
import { useSetting } from '../../api/use-mutation.ts'
import { Button } from '../../components/controls/button.tsx'
import { Card } from '../../components/display/card.tsx'
import { Empty } from '../../components/notices/empty.tsx'
import { count } from '../../components/texts/format.ts'
import { ProblemNotice } from '../../components/notices/notice.tsx'
import { Tag } from '../../components/display/tag.tsx'
import { familyBadges, isCheckable } from '../../components/users/user/password-check-text.ts'
import type { TableFilter } from '../../components/users/use-users-view.ts'
import styles from './review-step.module.css'

/** Every hash family: how many users, one masked example before and after, and what will happen. */
export function FamiliesPanel({
  families,
  onShow,
  onCheck,
}: {
  readonly families: PreviewView['hashes']
  readonly onShow: (filter: TableFilter) => void
  /** Shows the users of a family, to check a known password of one. */
  readonly onCheck: (filter: TableFilter) => void
}) {
  if (families.length === 0) return <Empty title="No password hash in this export" />
  return (
    <Card bare>
      <table className={styles.families}>
        <thead>
          <tr>
            <th scope="col">Family</th>
            <th scope="col" className="number">
              Users
            </th>
            <th scope="col">Example, masked</th>
            <th scope="col">Result</th>
            <th scope="col">
              <span className="visually-hidden">Users of the family</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {families.map((family) => (
            <FamilyRow key={family.key} family={family} onShow={onShow} onCheck={onCheck} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function FamilyRow({
  family,
  onShow,
  onCheck,
}: {
  readonly family: PreviewView['hashes'][number]
  readonly onShow: (filter: TableFilter) => void
  readonly onCheck: (filter: TableFilter) => void
}) {
  const { key, label, users, fate, isReached, before, after } = family
  const filter = { kind: 'hash', key, label } as const
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className="number">{count(users)}</td>
      <td className="mono">
        {before ?? <span className="muted">–</span>}
        {after && after !== before && (
          <>
            <br />
            <span className="muted">becomes </span>
            {after}
          </>
        )}
      </td>
      <td>
        <span className={styles.fate}>{fate}</span>
        <FamilyChoice family={key} label={label} isReached={isReached} />
        <FamilyPasswordCheck family={family} onCheck={() => onCheck(filter)} />
      </td>
      <td className="number">
        <Button small aria-label={`Show users: ${label}`} onClick={() => onShow(filter)}>
          Show users
        </Button>
      </td>
    </tr>
  )
}

/** Results of known accounts for a family, or the invitation to check it with one. */
function FamilyPasswordCheck({
  family,
  onCheck,
}: {
  readonly family: PreviewView['hashes'][number]
  /** Shows the users of the family, to choose one. */
  readonly onCheck: () => void
}) {
  if (!isCheckable(family.key)) return null
  const badges = familyBadges(family)
  return (
    <p className={styles.passwordCheck}>
      {badges.map(({ tone, words }) => (
        <Tag key={words} tone={tone}>
          {words}
        </Tag>
      ))}
      {badges.length === 0 && (
        <span className="muted">
          Not checked yet.{' '}
          <Button variant="link" small onClick={onCheck} aria-label={`Check with a known account: ${family.label}`}>
            Check with a known account
          </Button>
        </span>
      )}
    </p>
  )
}

/**
 * The choice for all hashes of a family. A pepper does not show in a hash that could be sent, so the operator states
 * it; a hash that the core cannot check is the decision that also stands among the findings. A code is offered where one reaches a user of the family.
 */
function FamilyChoice({
  family,
  label,
  isReached,
}: Pick<PreviewView['hashes'][number], 'label' | 'isReached'> & { readonly family: string }) {
  const { choices } = useDocument()
  const { decide } = useDocumentState()
  const choose = useSetting(decide)
  if (family === 'none') return null
  const importable = isCheckable(family)
  const chosen = importable ? (choices.families[family] ?? '') : (chosenForOthers(choices, family) ?? '')
  return (
    <p>
      <select
        aria-label={`All ${label} hashes`}
        value={chosen}
        onChange={({ target: { value } }) => {
          void choose.run((before) =>
            importable
              ? withFamily(before, family, value || null)
              : choiceFor(before, { code: 'unsupported-hash', group: hashFamily.of(family) }, value || null),
          )
        }}
      >
        <option value="">{importable ? 'Send hashes' : 'Decide later'}</option>
        {decisionTable.families
          .answers({ code: '', group: family })
          .filter(
            ({ value }) =>
              (importable || value !== 'peppered') && (isReached || value !== 'passwordless' || value === chosen),
          )
          .map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
      </select>
      <ProblemNotice of={choose} />
    </p>
  )
}

/** The decision about a bucket that cannot be imported; null: none yet. */
export function chosenForOthers(choices: Pick<Choices, 'hashes' | 'otherHashes'>, bucket: string): string | null {
  return choices.hashes[hashFamily.of(bucket)] ?? choices.otherHashes
}

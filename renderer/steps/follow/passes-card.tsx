import { type ReactNode, useState } from 'react'
import { passChanges } from '../../../shared/follow/pass-changes.ts'
import { type ChangeCounts, foldPasses, type PassView, unreadText } from '../../../shared/follow/follow-view.ts'
import type { Output } from '../../../shared/ipc/contract.ts'
import type { PassUserView } from '../../../shared/ipc/requests/follow-requests.ts'
import { useDocument } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Button, explained } from '../../components/controls/button.tsx'
import { Card } from '../../components/display/card.tsx'
import { capitalized, count, counted, duration, shortTime } from '../../components/texts/format.ts'
import { Icon } from '../../components/display/icon.tsx'
import { Tag } from '../../components/display/tag.tsx'
import styles from './follow-step.module.css'

const shown = 3

/** The passes, the newest first; those without a change fold into one line, and a pass opens to its users. */
export function PassesCard({ view, aside }: { readonly view: Output<'follow:get'>; readonly aside: ReactNode }) {
  const [open, setOpen] = useState<number | null>(null)
  const first = view.firstRun
  const lines = foldPasses(view.passes.toReversed())
  const showsKind = view.passes.some(({ kind }) => kind === 'incremental')
  const showsOthers = view.passes.some((pass) => changesOf(pass).others > 0)
  const columns = 4 + Number(showsKind) + Number(showsOthers)
  return (
    <Card title="Passes" bare aside={aside}>
      <table className={styles.passes}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">New</th>
            <th scope="col">Passwords</th>
            <th scope="col">Emails</th>
            {showsOthers && <th scope="col">Other</th>}
            {showsKind && <th scope="col">Read</th>}
            <th scope="col">Took</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) =>
            line.kind === 'pass' ? (
              <PassRows
                key={line.pass.id}
                pass={line.pass}
                showsKind={showsKind}
                showsOthers={showsOthers}
                open={open === line.pass.id}
                onOpen={() => setOpen(open === line.pass.id ? null : line.pass.id)}
              />
            ) : (
              <tr key={line.last.id} className={styles.unchanged}>
                <td>{timesText(line.last.begunAt, line.first.begunAt)}</td>
                <td colSpan={columns}>
                  {line.passes === 1 ? 'Nothing new' : `${capitalized(numberWord(line.passes))} passes, nothing new`}
                </td>
              </tr>
            ),
          )}
          <tr className={styles.unchanged}>
            <td>{first === null ? '' : shortTime(first.at)}</td>
            <td colSpan={columns - 1}>First run{first !== null && `, ${counted(first.users, 'user')}`}</td>
            <td>{first === null ? '' : tookText(first.ms)}</td>
          </tr>
        </tbody>
      </table>
    </Card>
  )
}

const small = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'] as const

function numberWord(n: number): string {
  return small[n] ?? count(n)
}

/** `20:54 to 21:24`, or the one time of passes within a minute. */
function timesText(from: number, to: number): string {
  const [begin, end] = [shortTime(from), shortTime(to)]
  return begin === end ? begin : `${begin} to ${end}`
}

/** The users of a pass by what changed, for the columns of the table. */
function changesOf({ changes }: PassView) {
  const users = (of: (change: ChangeCounts) => boolean) => changes.filter(of).reduce((sum, one) => sum + one.users, 0)
  const news = users(({ change }) => change === 'new' || change === 'unsent')
  const passwords = users(({ change }) => change === 'password')
  const emails = users(({ change }) => change === 'contact')
  const all = users(() => true)
  return { news, passwords, emails, others: all - news - passwords - emails, all }
}

function PassRows({
  pass,
  showsKind,
  showsOthers,
  open,
  onOpen,
}: {
  readonly pass: PassView
  readonly showsKind: boolean
  readonly showsOthers: boolean
  readonly open: boolean
  readonly onOpen: () => void
}) {
  const { news, passwords, emails, others, all } = changesOf(pass)
  const columns = 4 + Number(showsKind) + Number(showsOthers)
  return (
    <>
      <tr>
        <th scope="row">
          <button
            type="button"
            className={`plain ${styles.opener}`}
            aria-expanded={open}
            {...(all === 0 && explained('Nothing changed in this pass.'))}
            aria-disabled={all === 0 || undefined}
            onClick={() => all > 0 && onOpen()}
          >
            <Icon name={open ? 'down' : 'right'} size={13} />
            {shortTime(pass.begunAt)}
          </button>{' '}
          {pass.isCutOver && <Tag tone="accent">Cut-over</Tag>}
        </th>
        <td>{figure(news)}</td>
        <td>{figure(passwords)}</td>
        <td>{figure(emails)}</td>
        {showsOthers && <td>{figure(others)}</td>}
        {showsKind && <td>{pass.kind === 'whole' ? 'All' : 'Changes'}</td>}
        <td>{pass.endedAt === null ? 'Under way' : tookText(pass.endedAt - pass.begunAt)}</td>
      </tr>
      {[pass.problem ?? '', unreadText(pass)].map(
        (text) =>
          text !== '' && (
            <tr key={text} className={styles.detail}>
              <td />
              <td colSpan={columns}>{text}</td>
            </tr>
          ),
      )}
      {open && (
        <tr className={styles.detail}>
          <td />
          <td colSpan={columns}>
            <PassUsers pass={pass.id} />
          </td>
        </tr>
      )}
    </>
  )
}

function tookText(ms: number): string {
  return ms < 500 ? '<1 s' : duration(ms)
}

function figure(users: number): string {
  return users === 0 ? '' : count(users)
}

function PassUsers({ pass }: { readonly pass: number }) {
  const { version } = useDocument()
  const [limit, setLimit] = useState<number>(shown)
  const { value } = useQuery('follow:users', { pass, limit }, version)
  if (value === null) return null
  return (
    <ul className={styles.users}>
      {value.users.map((user) => (
        <li key={`${user.userId} ${user.change}`}>{userLine(user)}</li>
      ))}
      {value.total > value.users.length && (
        <li>
          <Button variant="link" onClick={() => setLimit(1000)}>
            Show all {count(value.total)}
          </Button>
        </li>
      )}
    </ul>
  )
}

function userLine({ label, change, state, detail }: PassUserView): ReactNode {
  const [, from, to] = /^(?:Email|Phone number): (.*) → (.*)$/.exec(detail) ?? []
  const became =
    state === 'sent' || state === 'listed'
      ? change === 'gone' && state === 'sent'
        ? 'removed'
        : ''
      : { waiting: 'not sent yet', held: 'held', failed: 'failed', returned: 'back again', superseded: '' }[state]
  if (change === 'contact' && from !== undefined && to !== undefined) {
    return (
      <>
        <span className="muted">{from}</span> <Icon name="arrow" size={13} /> <b>{to}</b>{' '}
        {state === 'sent' ? <Tag tone="ok">Same user</Tag> : <span className="muted">{became}</span>}
      </>
    )
  }
  return (
    <>
      {label}{' '}
      <span className="muted">
        {passChanges[change].word}
        {became === '' ? '' : `, ${became}`}
        {detail === '' || change === 'contact' ? '' : `: ${detail}`}
      </span>
    </>
  )
}

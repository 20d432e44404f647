import { useRef, useState } from 'react'
import type { FollowStateView } from '../../../shared/ipc/requests/follow-requests.ts'
import { useDocument } from '../../api/document-context.tsx'
import { useHost } from '../../api/host-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Button } from '../../components/controls/button.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Checkbox, Field } from '../../components/controls/field.tsx'
import { counted } from '../../components/texts/format.ts'
import { Notice, ProblemNotice } from '../../components/notices/notice.tsx'
import { userAction } from '../../components/texts/user-action.ts'
import { readInput, SecretFields } from '../export/fetch/fetch-fields.tsx'
import styles from './follow-step.module.css'
import { useFollow, useFollowState } from './use-follow.ts'

const intervals = [1, 5, 10, 30, 60] as const

/** Where the source is, how often it is looked at, and whether the core may know newer passwords. */
export function FollowDialog({
  state,
  reload,
  onClose,
}: {
  readonly state: FollowStateView
  readonly reload: () => void
  readonly onClose: () => void
}) {
  const follow = useFollow(reload)
  const form = useRef<HTMLFormElement>(null)
  const [key, setKey] = useState(state.source?.key ?? state.sources[0]?.key ?? 'file')
  const [signIn, setSignIn] = useState<'can' | 'not-yet' | null>(state.source === null ? null : state.signIn)
  const source = state.sources.find((one) => one.key === key) ?? state.sources[0]
  const isDesktop = useHost().host === 'desktop'
  const choose = async (what: 'file' | 'folder') => {
    if (await follow.choose.run(what)) setKey('chosen')
  }
  const start = async () => {
    if (form.current === null || source === undefined || signIn === null) return
    const { secrets } = readInput(form.current)
    const every = Number(new FormData(form.current).get('every'))
    if (state.running !== null) await follow.pause.run()
    const order = { source: source.key, everyMinutes: every, signIn, secrets, address: source.address, cutOver: false }
    if (await follow.start.run(order)) onClose()
  }
  return (
    <Dialog
      title="Keep in step"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            busy={follow.start.busy}
            disabled={
              (source === undefined && 'Choose a source first.') ||
              (signIn === null && 'First answer whether users can sign in at the core already.')
            }
            onClick={() => void start()}
          >
            Keep in step
          </Button>
        </>
      }
    >
      <form
        ref={form}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void start()
        }}
      >
        <p className="muted">
          Each pass reads the source again and sends what changed. A password changed in the core is never overwritten.
        </p>
        {state.sources.length === 0 && (
          <Notice tone="wait">
            The export of this migration is not known on this machine, so its source cannot be followed here. Use
            user-migration follow.
          </Notice>
        )}
        <fieldset className={styles.choices}>
          <legend>Source</legend>
          {state.sources.map((one) => (
            <Checkbox
              key={one.key}
              type="radio"
              name="source"
              checked={one.key === source?.key}
              onChange={() => setKey(one.key)}
            >
              {sourceText(one)}
            </Checkbox>
          ))}
          {isDesktop && (
            <div className="row">
              <Button small onClick={() => void choose('file')}>
                Choose a file…
              </Button>
              <Button small onClick={() => void choose('folder')}>
                Choose a folder…
              </Button>
            </div>
          )}
        </fieldset>
        <ProblemNotice of={follow.choose} />
        {source !== undefined && <SourceSecrets {...source} />}
        <Field label="Pass every">
          {(ids) => (
            <select {...ids} name="every" defaultValue={String(nearest(state.everyMinutes))}>
              {intervals.map((minutes) => (
                <option key={minutes} value={minutes}>
                  {minutes === 60 ? '1 hour' : minutes === 1 ? '1 minute' : `${minutes} minutes`}
                </option>
              ))}
            </select>
          )}
        </Field>
        <fieldset className={styles.choices}>
          <legend>Can users sign in at the core already?</legend>
          <Checkbox type="radio" name="sign-in" checked={signIn === 'can'} onChange={() => setSignIn('can')}>
            Yes, or not sure: changed passwords are held and counted
          </Checkbox>
          <Checkbox type="radio" name="sign-in" checked={signIn === 'not-yet'} onChange={() => setSignIn('not-yet')}>
            Not yet: changed passwords are sent
          </Checkbox>
        </fieldset>
        <ProblemNotice of={follow.start} />
      </form>
    </Dialog>
  )
}

/** The fields for the secrets of a source, and where these go. */
export function SourceSecrets({ address, secrets }: Pick<FollowStateView['sources'][number], 'address' | 'secrets'>) {
  return (
    <>
      {address !== null && secrets.length > 0 && <p className="muted">Secrets go to {address}, and stay in memory.</p>}
      <SecretFields secrets={secrets} />
    </>
  )
}

function nearest(minutes: number): number {
  return intervals.find((one) => one >= minutes) ?? 60
}

/** "PostgreSQL, customers in postgresql://…", "customers.csv, when it is replaced". */
function sourceText({ place, title, what, address }: FollowStateView['sources'][number]): string {
  if (place === 'system') return `${title}${what === '' ? '' : `, ${what}`}${address === null ? '' : ` at ${address}`}`
  return place === 'file' ? `${title}, when a newer one replaces it` : `The newest file in the folder ${title}`
}

/** Offers to follow the source of a finished migration; nothing where that cannot be. */
export function KeepInStep({ onBegun }: { readonly onBegun?: () => void }) {
  const { value: state, reload } = useFollowState()
  const [asking, setAsking] = useState(false)
  if (state === null || state.obstacle !== null || state.sources.length === 0 || state.running !== null) return null
  const close = () => {
    setAsking(false)
    reload()
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>Keep in step…</Button>
      {asking && (
        <FollowDialog
          state={state}
          reload={() => {
            reload()
            onBegun?.()
          }}
          onClose={close}
        />
      )}
    </>
  )
}

type Running = NonNullable<FollowStateView['running']>['kind'] | null

/** Asks whether users who left the source are removed from the core, and says how many that would be. */
export function RemoveGoneDialog({
  running,
  reload,
  onClose,
}: {
  readonly running: Running
  readonly reload: () => void
  readonly onClose: () => void
}) {
  const follow = useFollow(reload)
  const { version } = useDocument()
  const { value: gone } = useQuery('follow:gone', {}, version)
  const removable = gone?.removable ?? 0
  const remove = async () => {
    if (await follow.passNow.run({ acceptsLoss: false, removes: removable })) onClose()
  }
  return (
    <Dialog
      title="Remove from the core"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Keep them</Button>
          <Button
            variant="danger"
            busy={follow.passNow.busy}
            disabled={
              (removable === 0 && 'No user can be removed.') ||
              (running === null && 'Following is paused. Resume it first.') ||
              (running !== 'waiting' && 'A pass is in progress. Wait until it ends.')
            }
            onClick={() => void remove()}
          >
            {removable === 0 ? 'Remove' : userAction('Remove', removable)}
          </Button>
        </>
      }
    >
      {gone !== null && <p>{questionText(gone)}</p>}
      <p className="muted">
        A pass reads the whole source first: a user who is back in it stays. So does a user with an account that this
        migration did not create.
      </p>
      <ProblemNotice of={follow.passNow} />
    </Dialog>
  )
}

function questionText({ users, removable }: { readonly users: number; readonly removable: number | null }): string {
  const left = `${counted(users, 'user')} left the source.`
  if (removable === null) return `${left} This core can neither be asked for its users nor remove them.`
  const others = users - removable
  const stay = others === 0 ? '' : ` ${counted(others, 'stays', 'stay')}, because this migration did not create them.`
  return removable === 0
    ? `${left} None of them was created by this migration, so the core keeps them.`
    : `${left} Remove ${counted(removable, 'user')} with their passwords and sessions from the core? This cannot be undone.${stay}`
}

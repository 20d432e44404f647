import { useEffect, useRef, useState } from 'react'
import type { Input } from '../../../shared/ipc/contract.ts'
import { ok, type Problem, problem, type Result } from '../../../shared/result.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useDocumentState } from '../../api/document-context.tsx'
import { useProgress } from '../../api/progress-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { counted } from '../texts/format.ts'

/** Users of an action: named one by one, or all users of a filter. */
export type ActionScope = Input<'users:exclude'>['scope']

/** Actions on many users at once, and their results. */
export type BulkActions = {
  readonly exclude: (scope: ActionScope, excluded: boolean) => void
  readonly retry: (scope: ActionScope) => void
  /** `users`: how many are selected. */
  readonly copyEmails: (scope: ActionScope, users: number) => void
  readonly saveCsv: (scope: ActionScope, masked: boolean) => Promise<boolean>
  readonly busy: boolean
  /** Emails are gathered, or a file is written: users so far, and the way to stop it. */
  readonly going: Going | null
  /** Result of the last action, as a sentence; null: none, or dismissed. */
  readonly notice: string | null
  /** Reverts the last action; null: it cannot be reverted. */
  readonly undo: (() => void) | null
  readonly problem: Problem | null
  readonly dismiss: () => void
}

/** `total`: null where the screen that asked for it knows. */
type Going = {
  readonly kind: 'emails' | 'csv'
  readonly done: number
  readonly total: number | null
  readonly stop: () => void
}

/** Interval at which the progress of a file is polled, ms. */
const askEvery = 300

export function useBulkActions(): BulkActions {
  const bridge = useBridge()
  const { take } = useProgress()
  const { decisions } = useDocumentState()
  const [notice, setNotice] = useState<string | null>(null)
  const [excluded, setExcluded] = useState<ActionScope | null>(null)
  const exclude = useMutation(
    async (scope: ActionScope, excluded: boolean) => {
      const done = await bridge.invoke('users:exclude', { scope, excluded })
      return done.ok ? ok({ ...done.value, excluded, scope }) : done
    },
    ({ scope, ...done }) => {
      setNotice(excludedText(done))
      // The action may change which users pass a filter.
      setExcluded(done.excluded && scope.kind === 'users' && done.skipped === 0 ? scope : null)
    },
  )
  const stopped = useRef(false)
  const [reached, setReached] = useState<Omit<Going, 'stop'> | null>(null)
  const retry = useMutation(
    (scope: ActionScope) => bridge.invoke('run:retry', { scope }),
    (progress) => {
      take(progress)
      setNotice(null)
    },
    decisions,
  )
  const copy = useMutation(
    (scope: ActionScope, users: number) => {
      stopped.current = false
      setReached(null)
      const onProgress = (done: number) => setReached({ kind: 'emails', done: Math.min(done, users), total: users })
      return copyEmails(bridge.invoke, scope, () => stopped.current, onProgress)
    },
    (emails) => setNotice(copiedText(emails)),
  )
  const csv = useMutation(async (scope: ActionScope, masked: boolean) => {
    setReached(null)
    const saving = await bridge.invoke('users:save-csv', { scope, masked })
    if (!saving.ok) return saving.error.code === 'saving-stopped' ? ok(saving.error.message) : saving
    return ok(saving.value.saved === null ? null : `Saved as ${saving.value.saved}.`)
  }, setNotice)
  useEffect(() => {
    if (!csv.busy) return undefined
    const ask = async (): Promise<void> => {
      const state = await bridge.invoke('users:save-csv-state', { stop: false })
      if (state.ok) setReached({ kind: 'csv', done: state.value.rows, total: null })
    }
    const asking = setInterval(() => void ask(), askEvery)
    return () => clearInterval(asking)
  }, [bridge, csv.busy])
  const stop = () => {
    stopped.current = true
    if (csv.busy) void bridge.invoke('users:save-csv-state', { stop: true })
  }
  const all = [exclude, retry, copy, csv]
  useEffect(() => {
    if (notice === null) return undefined
    const timer = setTimeout(() => {
      setNotice(null)
      setExcluded(null)
    }, 8000)
    return () => clearTimeout(timer)
  }, [notice])
  return {
    exclude: (scope, excluded) => void exclude.run(scope, excluded),
    retry: (scope) => void retry.run(scope),
    copyEmails: (scope, users) => void copy.run(scope, users),
    saveCsv: csv.run,
    busy: all.some(({ busy }) => busy),
    going: reached !== null && (reached.kind === 'csv' ? csv.busy : copy.busy) ? { ...reached, stop } : null,
    notice,
    undo: notice === null || excluded === null ? null : () => void exclude.run(excluded, false),
    problem: all.find((task) => task.problem !== null)?.problem ?? null,
    dismiss: () => {
      setNotice(null)
      setExcluded(null)
      for (const task of all) task.dismiss()
    },
  }
}

/** How many emails are on the clipboard; null: it was stopped. */
function copiedText(emails: number | null): string {
  if (emails === null) return 'Copying was stopped. The clipboard is unchanged.'
  return emails === 0 ? 'None of these users has an email.' : `${counted(emails, 'email')} copied.`
}

/** `12 users excluded. 3 stay as they are: a core has them already, or they were excluded before.` */
export function excludedText({
  changed,
  skipped,
  stopped,
  excluded,
}: {
  readonly changed: number
  readonly skipped: number
  readonly stopped: boolean
  readonly excluded: boolean
}): string {
  const end = stopped ? ' Then it was stopped: the other selected users are as they were.' : ''
  const done = `${counted(changed, 'user')} ${excluded ? 'excluded' : 'included again'}.${end}`
  if (skipped === 0) return done
  const why = excluded ? 'they are excluded already, or in the core' : 'you did not exclude them one by one'
  return `${done} ${counted(skipped, 'user')} ${skipped === 1 ? 'stays' : 'stay'} unchanged: ${why}.`
}

type Invoke = ReturnType<typeof useBridge>['invoke']

/**
 * Gathers the emails page by page while the clipboard waits for them; answers how many there are, or null when it was
 * stopped, and then the clipboard keeps what it has.
 */
async function copyEmails(
  invoke: Invoke,
  scope: ActionScope,
  isStopped: () => boolean,
  onProgress: (users: number) => void,
): Promise<Result<number | null>> {
  const gathered = gatherEmails(invoke, scope, isStopped, onProgress)
  const text = gathered.then((result) => {
    if (!result.ok || result.value === null || result.value.length === 0) throw new Error('nothing to copy')
    return new Blob([result.value.join('\n')], { type: 'text/plain' })
  })
  const written = await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]).then(
    () => true,
    () => false,
  )
  const result = await gathered
  if (!result.ok) return result
  if (!written && result.value !== null && result.value.length > 0)
    return problem('not-copied', 'The emails could not be copied. Save the users as CSV instead.')
  return ok(result.value?.length ?? null)
}

async function gatherEmails(
  invoke: Invoke,
  scope: ActionScope,
  isStopped: () => boolean,
  onProgress: (users: number) => void,
): Promise<Result<readonly string[] | null>> {
  const emails: string[] = []
  for (let after = 0; !isStopped();) {
    const page = await invoke('users:emails', { scope, after })
    if (!page.ok) return page
    for (const email of page.value.emails) emails.push(email)
    if (page.value.next === null) return ok(emails)
    after = page.value.next
    onProgress(emails.length)
  }
  return ok(null)
}

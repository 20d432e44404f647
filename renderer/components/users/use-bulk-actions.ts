import { useEffect, useState } from 'react'
import type { Input } from '../../../shared/ipc/contract.ts'
import type { Problem, Result } from '../../../shared/result.ts'
import { ok, problem } from '../../../shared/result.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useProgress } from '../../api/progress-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { counted } from '../format.ts'

/** Users that an action is about: named one by one, or everybody whom a filter lets through. */
export type ActionScope = Input<'users:exclude'>['scope']

/** What can be done with many users at once, and what came of it. */
export type BulkActions = {
  readonly exclude: (scope: ActionScope, excluded: boolean) => void
  readonly retry: (scope: ActionScope) => void
  readonly copyEmails: (scope: ActionScope) => void
  readonly saveCsv: (scope: ActionScope, masked: boolean) => Promise<boolean>
  readonly busy: boolean
  /** What was done, in a sentence; null: nothing, or it was read. */
  readonly said: string | null
  readonly problem: Problem | null
  readonly dismiss: () => void
}

export function useBulkActions(): BulkActions {
  const bridge = useBridge()
  const { take } = useProgress()
  const [said, setSaid] = useState<string | null>(null)
  const exclude = useMutation(
    async (scope: ActionScope, excluded: boolean) => {
      const done = await bridge.invoke('users:exclude', { scope, excluded })
      return done.ok ? ok({ ...done.value, excluded }) : done
    },
    (done) => setSaid(excludedText(done)),
  )
  const retry = useMutation(
    (scope: ActionScope) => bridge.invoke('run:retry', { scope }),
    (progress) => {
      take(progress)
      setSaid(null)
    },
  )
  const copy = useMutation(
    (scope: ActionScope) => copyEmails(bridge.invoke, scope),
    (emails) => setSaid(emails === 0 ? 'None of these users has an email.' : `${counted(emails, 'email')} copied.`),
  )
  const csv = useMutation(
    (scope: ActionScope, masked: boolean) => bridge.invoke('users:save-csv', { scope, masked }),
    ({ saved }) => setSaid(saved === null ? null : `Saved as ${saved}.`),
  )
  const all = [exclude, retry, copy, csv]
  useEffect(() => {
    if (said === null) return undefined
    const timer = setTimeout(() => setSaid(null), 8000)
    return () => clearTimeout(timer)
  }, [said])
  return {
    exclude: (scope, excluded) => void exclude.run(scope, excluded),
    retry: (scope) => void retry.run(scope),
    copyEmails: (scope) => void copy.run(scope),
    saveCsv: csv.run,
    busy: all.some(({ busy }) => busy),
    said,
    problem: all.find((task) => task.problem !== null)?.problem ?? null,
    dismiss: () => {
      setSaid(null)
      for (const task of all) task.dismiss()
    },
  }
}

/** `12 users excluded. 3 stay as they are: a core has them already, or they were excluded before.` */
export function excludedText({
  changed,
  skipped,
  excluded,
}: {
  readonly changed: number
  readonly skipped: number
  readonly excluded: boolean
}): string {
  const done = `${counted(changed, 'user')} ${excluded ? 'excluded' : 'included again'}.`
  if (skipped === 0) return done
  const why = excluded ? 'they are excluded already, or in the core' : 'you did not exclude them one by one'
  return `${done} ${counted(skipped, 'user')} ${skipped === 1 ? 'stays' : 'stay'} unchanged: ${why}.`
}

type Invoke = ReturnType<typeof useBridge>['invoke']

/** Gathers the emails page by page while the clipboard waits for them; answers how many there are. */
async function copyEmails(invoke: Invoke, scope: ActionScope): Promise<Result<number>> {
  const gathered = gatherEmails(invoke, scope)
  const text = gathered.then((result) => new Blob([result.ok ? result.value.join('\n') : ''], { type: 'text/plain' }))
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
  } catch {
    return problem('not-copied', 'The emails could not be copied. Save the users as CSV instead.')
  }
  const result = await gathered
  return result.ok ? ok(result.value.length) : result
}

async function gatherEmails(invoke: Invoke, scope: ActionScope): Promise<Result<readonly string[]>> {
  const emails: string[] = []
  for (let after = 0; ;) {
    const page = await invoke('users:emails', { scope, after })
    if (!page.ok) return page
    emails.push(...page.value.emails)
    if (page.value.next === null) return ok(emails)
    after = page.value.next
  }
}

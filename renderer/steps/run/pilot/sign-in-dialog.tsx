import { type FormEvent, useId, useRef, useState } from 'react'
import type { MigratedUsers } from '../../../../shared/ipc/requests/report-requests.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import { useBridge } from '../../../api/bridge-context.tsx'
import { useDocument } from '../../../api/document-context.tsx'
import { useMutation } from '../../../api/use-mutation.ts'
import { Button, PrimaryButton } from '../../../components/controls/button.tsx'
import { CoreAddress } from '../../../components/display/addresses.tsx'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { Field } from '../../../components/controls/field.tsx'
import { ProblemNotice } from '../../../components/notices/notice.tsx'

/** The result of a sign-in with a known password, in a sentence. */
export type SignedIn = { readonly passed: boolean; readonly message: string }

/** Migrated accounts that have a password. */
export function passwordAccounts({ users }: MigratedUsers): readonly Account[] {
  return users.flatMap(({ id, email, methods }) =>
    email !== null && methods.includes('password') ? [{ id, email }] : [],
  )
}

type Account = { readonly id: number; readonly email: string }

/**
 * Tries the known password of one migrated account: at the core where it can be asked, else against the hash that was
 * sent. It goes one way and is cleared on submit.
 */
export function SignInDialog({
  accounts,
  asksCore,
  onClose,
  onTried,
}: {
  readonly accounts: readonly Account[]
  /** The core can be asked about its users. */
  readonly asksCore: boolean
  readonly onClose: () => void
  readonly onTried: (outcome: SignedIn) => void
}) {
  const { target } = useDocument()
  const signIn = useSignIn(asksCore)
  const password = useRef<HTMLInputElement>(null)
  const form = useId()
  const [id, setId] = useState(accounts[0]?.id ?? 0)
  const [missing, setMissing] = useState(false)
  const check = useMutation(signIn, onTried)
  const goesToCore = asksCore || target?.kind === 'rehearsal'
  const where = goesToCore ? `It goes to ${target?.name ?? 'the core'} only` : 'It is checked on this computer'

  function submit(event: FormEvent): void {
    event.preventDefault()
    const account = accounts.find((one) => one.id === id)
    const typed = password.current?.value ?? ''
    if (password.current) password.current.value = ''
    setMissing(typed === '')
    if (typed !== '' && account) void check.run(account, typed)
  }

  return (
    <Dialog
      title="Check a password"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <PrimaryButton type="submit" form={form} busy={check.busy}>
            Check password
          </PrimaryButton>
        </>
      }
    >
      {goesToCore && <CoreAddress />}
      <form id={form} onSubmit={submit} autoComplete="off" noValidate>
        <Field label="Account">
          {(ids) => (
            <select {...ids} value={id} onChange={(event) => setId(Number(event.target.value))}>
              {accounts.map((account) => (
                <option key={account.id} value={account.id}>
                  {account.email}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field
          label="Its old password"
          hint={`${where} and is never saved.`}
          error={missing ? 'Enter the password of this account.' : null}
        >
          {(ids) => <input {...ids} ref={password} type="password" autoComplete="off" maxLength={4096} autoFocus />}
        </Field>
      </form>
      <ProblemNotice of={check} />
    </Dialog>
  )
}

/** Signs in at the core where it can be asked; a core that cannot is stood in for by the hash that was sent. */
function useSignIn(asksCore: boolean) {
  const bridge = useBridge()
  const { target } = useDocument()
  return async ({ id, email }: Account, password: string): Promise<Result<SignedIn>> => {
    if (target?.kind === 'rehearsal') {
      const tried = await bridge.invoke('rehearsal:sign-in', { email, password })
      if (!tried.ok) return tried
      return ok({ passed: tried.value.signedIn, message: `${email}: ${tried.value.message}` })
    }
    if (!asksCore) {
      const tried = await bridge.invoke('users:check-password', { id, password })
      if (!tried.ok) return tried
      return ok({ passed: tried.value.outcome === 'match', message: `${email}: ${tried.value.message}` })
    }
    const begun = await bridge.invoke('post-run:verify', { sample: null, account: { userId: id, password } })
    if (!begun.ok) return begun
    for (;;) {
      const state = await bridge.invoke('post-run:state', {})
      if (!state.ok) return state
      if (state.value.running === null) break
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const view = await bridge.invoke('post-run:get', {})
    if (!view.ok) return view
    return ok(signInText(email, view.value.verification?.signIn ?? null))
  }
}

function signInText(email: string, signIn: 'works' | 'refused' | 'unanswered' | null): SignedIn {
  if (signIn === 'works') return { passed: true, message: `${email} could sign in with its old password.` }
  if (signIn === 'refused') return { passed: false, message: `${email} could not sign in with that password.` }
  return { passed: false, message: 'The core did not answer. Try it again.' }
}

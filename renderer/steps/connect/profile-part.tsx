import { useState } from 'react'
import { useMutation } from '../../api/use-mutation.ts'
import { useQuery } from '../../api/use-query.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import type { Input, Output } from '../../../shared/ipc/contract.ts'
import { Button } from '../../components/controls/button.tsx'
import { Field } from '../../components/controls/field.tsx'
import { Icon } from '../../components/display/icon.tsx'
import { ProblemNotice } from '../../components/notices/notice.tsx'
import styles from './connect-step.module.css'

/** Fills in the address and the interface of a saved connection. */
export function ProfilePicker({
  profiles,
  remove,
  baseUrl,
  onPick,
}: Profiles & { readonly baseUrl: string; readonly onPick: (profile: Profile) => void }) {
  if (profiles.length === 0) return null
  const current = profiles.find((profile) => profile.baseUrl === baseUrl.trim())
  return (
    <div className={`row ${styles.picker}`}>
      <Field label="Saved connections">
        {(ids) => (
          <select
            {...ids}
            value={current?.name ?? ''}
            onChange={(event) => {
              const picked = profiles.find(({ name }) => name === event.target.value)
              if (picked) onPick(picked)
            }}
          >
            <option value="">New connection</option>
            {profiles.map(({ name, baseUrl: address }) => (
              <option key={name} value={name}>
                {name} · {address}
              </option>
            ))}
          </select>
        )}
      </Field>
      {current && (
        <Button variant="subtle" small busy={remove.busy} onClick={() => void remove.run(current.name)}>
          Forget {current.name}
        </Button>
      )}
      <ProblemNotice of={remove} />
    </div>
  )
}

type Profile = Input<'profiles:save'>

type Kept = Output<'profiles:list'>

/** Cores kept by name: listed, kept and removed. */
export function useProfiles() {
  const bridge = useBridge()
  const { value } = useQuery('profiles:list', {}, 0)
  const [changed, setChanged] = useState<Kept | null>(null)
  const keep = useMutation((profile: Profile) => bridge.invoke('profiles:save', profile), setChanged)
  const remove = useMutation((name: string) => bridge.invoke('profiles:remove', { name }), setChanged)
  return { profiles: (changed ?? value)?.profiles ?? [], keep, remove }
}

/** Saves a core under a name, without its key. */
export function SaveProfile({
  profiles,
  keep,
  baseUrl,
  suggested,
  dialect,
}: Profiles & {
  readonly baseUrl: string
  readonly suggested: string
  readonly dialect: Profile['dialect']
}) {
  const [name, setName] = useState(suggested)
  const saved = profiles.find((profile) => profile.baseUrl === baseUrl)
  if (saved) {
    return (
      <p className={`note ${styles.saved}`} role="status">
        <Icon name="check" size={15} />
        <span>
          Saved as <b>{saved.name}</b>, without its key.
        </span>
      </p>
    )
  }
  return (
    <form
      className={`row ${styles.saving}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() === '') return
        void keep.run({ name, baseUrl, dialect })
      }}
    >
      <Field
        label="Save connection as"
        hint="Saves the address and the interface, never the key."
        error={name.trim() === '' ? 'Enter a name.' : null}
      >
        {(ids) => <input {...ids} maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />}
      </Field>
      <Button type="submit" small busy={keep.busy}>
        Save
      </Button>
      <ProblemNotice of={keep} />
    </form>
  )
}

type Profiles = ReturnType<typeof useProfiles>

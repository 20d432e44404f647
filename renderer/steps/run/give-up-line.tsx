import { useState } from 'react'
import { Button, PrimaryButton } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { duration } from '../../components/format.ts'
import { GiveUpField } from './stop-rule-fields.tsx'

/** How long a core that does not answer is waited for, and the way to another limit. */
export function GiveUpLine({
  minutes,
  onChange,
}: {
  readonly minutes: number | null
  readonly onChange: (minutes: number | null) => void
}) {
  const [changing, setChanging] = useState(false)
  return (
    <>
      {giveUpText(minutes)}{' '}
      <Button variant="link" onClick={() => setChanging(true)}>
        Change…
      </Button>
      {changing && (
        <GiveUpDialog
          minutes={minutes}
          onClose={() => setChanging(false)}
          onChange={(next) => {
            setChanging(false)
            onChange(next)
          }}
        />
      )}
    </>
  )
}

/** `After 1 h without an answer the run pauses.` */
function giveUpText(minutes: number | null): string {
  if (minutes === null) return 'The run waits for the core without end.'
  const time = minutes === 60 ? '1 hour' : duration(minutes * 60_000)
  return `After ${time} without an answer the run pauses.`
}

function GiveUpDialog({
  minutes,
  onClose,
  onChange,
}: {
  readonly minutes: number | null
  readonly onClose: () => void
  readonly onChange: (minutes: number | null) => void
}) {
  const [next, setNext] = useState(minutes)
  return (
    <Dialog
      title="A core that does not answer"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <PrimaryButton onClick={() => onChange(next)}>Change limit</PrimaryButton>
        </>
      }
    >
      <p className="muted">Leave it empty to wait without end. A run that paused is resumed with one click.</p>
      <GiveUpField minutes={next} onChange={setNext} />
    </Dialog>
  )
}

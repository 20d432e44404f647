import { useEffect, useRef, useState } from 'react'
import type { ProgressView } from '../../../shared/ipc/views.ts'
import { milestone } from './milestones.ts'

/** Says milestones of the run to screen readers, never every tick. */
export function Announcer({ progress }: { readonly progress: ProgressView }) {
  const before = useRef<ProgressView | null>(null)
  const place = useRef<HTMLParagraphElement>(null)
  const [id] = useState('run-milestones')
  useEffect(() => {
    const words = milestone(before.current, progress)
    before.current = progress
    if (words && place.current) place.current.textContent = words
  }, [progress])
  return <p ref={place} id={id} className="visually-hidden" role="status" />
}

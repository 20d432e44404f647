import { RunStep } from '../run/run-step.tsx'
import { FollowStep } from './follow-step.tsx'
import { useFollowState, useFollowView } from './use-follow.ts'

/** The run, or, once its source is followed, the passes. */
export function RunOrFollow() {
  const { value: state, reload } = useFollowState()
  const { value: view } = useFollowView()
  const isFollowed = state !== null && view !== null && (state.running !== null || view.passes.length > 0)
  return isFollowed ? <FollowStep state={state} view={view} reload={reload} /> : <RunStep />
}

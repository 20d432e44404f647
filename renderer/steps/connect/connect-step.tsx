import { StepFrame } from '../../components/step-frame.tsx'

export function ConnectStep() {
  return (
    <StepFrame title="Connect" say={null} actions={null}>
      <p />
    </StepFrame>
  )
}

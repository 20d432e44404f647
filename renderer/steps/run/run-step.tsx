import { StepFrame } from '../../components/step-frame.tsx'

export function RunStep() {
  return (
    <StepFrame title="Run" say={null} actions={null}>
      <p />
    </StepFrame>
  )
}

import { StepFrame } from '../../components/step-frame.tsx'

export function PreviewStep() {
  return (
    <StepFrame title="Preview" say={null} actions={null}>
      <p />
    </StepFrame>
  )
}

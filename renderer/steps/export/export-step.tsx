import { StepFrame } from '../../components/step-frame.tsx'

export function ExportStep() {
  return (
    <StepFrame title="Export" say={null} actions={null}>
      <p />
    </StepFrame>
  )
}

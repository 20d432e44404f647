import { StepFrame } from '../../components/step-frame.tsx'

export function ReportStep() {
  return (
    <StepFrame title="Report" say={null} actions={null}>
      <p />
    </StepFrame>
  )
}

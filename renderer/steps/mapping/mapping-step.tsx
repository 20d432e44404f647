import { StepFrame } from '../../components/step-frame.tsx'

export function MappingStep() {
  return (
    <StepFrame title="Mapping" say={null} actions={null}>
      <p />
    </StepFrame>
  )
}

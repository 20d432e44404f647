import { useEffect, useRef } from 'react'
import type { FindingRef } from '../../../../shared/planning/decisions/decision.ts'
import { useStepScroll, type WantedDecision } from '../../../navigation/step-context.tsx'
import { firstDecision } from './first-decision.ts'

/** Milliseconds in which a decision that was taken back is to be among the open ones; later, the operator is elsewhere. */
const patienceMs = 4000

/**
 * Takes the focus to a decision: to the one that another step leads to, and after one that was taken back, to where it is open again.
 * `follow`: it is taken back now.
 */
export function useWantedDecision(findings: readonly FindingRef[]) {
  const wanted = useStepScroll<WantedDecision | null>('decision')
  const panel = useRef<HTMLDivElement>(null)
  const until = useRef(0)
  useEffect(() => {
    const decision = wanted.read()
    if (decision === null || findings.length === 0) return
    const card = cardOf(panel.current, decision)
    if (card === null && decision.isOpen && Date.now() < until.current) return
    wanted.write(null)
    if (card === null || (decision.isOpen && Date.now() >= until.current)) return
    const folded = card.closest('details')
    if (folded !== null) folded.open = true
    const chosen = card.querySelector<HTMLElement>('input:checked')
    const control = chosen ?? card.querySelector<HTMLElement>('input, select, button')
    control?.focus({ preventScroll: true })
    card.scrollIntoView({ block: 'nearest' })
  }, [wanted, findings])
  const follow = ({ code, group }: FindingRef): void => {
    until.current = Date.now() + patienceMs
    wanted.write({ code, group, isOpen: true })
  }
  return { panel, follow }
}

function cardOf(panel: HTMLElement | null, wanted: WantedDecision): HTMLElement | null {
  const among = wanted.isOpen ? (panel?.querySelector<HTMLElement>(`#${firstDecision}`) ?? null) : panel
  const cards = [...(among?.querySelectorAll<HTMLElement>('[data-finding]') ?? [])]
  return cards.find(({ dataset: { finding = '' } }) => isAbout(refOf(finding), wanted)) ?? null
}

function refOf(text: string): FindingRef {
  const [code = ''] = text.split(' ', 1)
  return { code, group: text.slice(code.length + 1) }
}

/** Whether a decision is about a finding. What is excluded names in its group what the decision was about. */
function isAbout({ code, group }: FindingRef, wanted: FindingRef): boolean {
  if (code === wanted.code) return wanted.group === '' || wanted.group === group
  if (wanted.code !== 'excluded' || wanted.group === '') return false
  return [code, group, `${code}:${group}`, `tenant:${group}`].includes(wanted.group)
}

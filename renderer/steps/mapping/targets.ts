import type { Confidence, MappingTarget } from '../../../shared/mapping/mapping.ts'
import { targetTitles } from '../../../shared/mapping/target-titles.ts'
import type { Tone } from '../../components/tag.tsx'

export const confidenceTones: Readonly<Record<Confidence, Tone>> = { exact: 'ok', likely: 'accent', unsure: 'wait' }

export const confidenceTitles: Readonly<Record<Confidence, string>> = {
  exact: 'Exact',
  likely: 'Likely',
  unsure: 'Unsure',
}

export function isTarget(value: string): value is MappingTarget {
  return value in targetTitles
}

const ordinals = ['first', 'second', 'third']

/** `Phone number (second choice)` for a column that counts where those before it are empty. */
export function choiceTitle(title: string, choice: number): string {
  return choice < 2 ? title : `${title} (${ordinals[choice - 1] ?? 'further'} choice)`
}

import type { ScryptParameters } from '../../../shared/hashes/verdict.ts'
import { decisions } from '../../../shared/planning/choices.ts'
import type { Entries } from '../../../shared/planning/decisions/decisions-of.ts'

/** A setting as an auditor reads it. */
export type SettingText = { readonly setting: string; readonly value: string }

/**
 * Every decision that was taken, in words, and what holds for the few where that matters although nothing was decided. Neither a
 * key nor a hash is among them.
 */
export function choiceText(choices: Entries, scrypt: ScryptParameters | null, all = decisions): readonly SettingText[] {
  const taken = all.taken(choices)
  const undecided = Object.entries(all.table).flatMap(([key, decision]) =>
    decision.undecided === undefined || taken.some((one) => one.key === key) ? [] : [decision.undecided],
  )
  return [
    ...[...taken, ...undecided].map(({ about, decided }) => ({ setting: about, value: decided })),
    ...(scrypt === null
      ? []
      : [
          {
            setting: 'Parameters of Firebase scrypt',
            value: `${scrypt.rounds} rounds, memory cost ${scrypt.memoryCost}, separator ${scrypt.separator}`,
          },
        ]),
  ]
}

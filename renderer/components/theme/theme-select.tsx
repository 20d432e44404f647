import { Segments } from '../segments.tsx'
import { useTheme } from './theme-context.tsx'
import type { Scheme } from './theme-context.tsx'

const names: readonly (readonly [Scheme, string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

/** Light, dark, or what the system says. */
export function ThemeSelect() {
  const { scheme, choose } = useTheme()
  return <Segments label="Theme" showsLabel options={names} value={scheme} onChange={choose} />
}

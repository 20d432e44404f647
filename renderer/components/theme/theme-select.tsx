import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { Segments } from '../segments.tsx'
import { useTheme } from './theme-context.tsx'
import type { Scheme } from './theme-context.tsx'

const schemes: readonly (readonly [Scheme, string, ReactNode])[] = [
  ['system', 'As the system', <Icon key="system" name="screen" />],
  ['light', 'Light', <Icon key="light" name="sun" />],
  ['dark', 'Dark', <Icon key="dark" name="moon" />],
]

/** Light, dark, or what the system says. */
export function ThemeSelect() {
  const { scheme, choose } = useTheme()
  return <Segments label="Theme" options={schemes} value={scheme} onChange={choose} />
}

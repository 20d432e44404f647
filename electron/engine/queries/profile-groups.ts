import { bulkObstacle } from '../../../shared/core-api/choose-executor.ts'
import { describeFinding } from '../../../shared/planning/findings.ts'
import type { FindingCode } from '../../../shared/planning/findings.ts'
import {
  systemRolesGroup,
  isProfileGroup,
  profileGroupNames,
  type ProfileGroup,
} from '../../../shared/users/profile-parts.ts'
import { hasProfilePart } from '../document/facets.ts'
import type { Database } from '../document/sqlite.ts'
import { currentTarget, type Target } from '../document/targets.ts'
import type { FacetCount } from './counts.ts'

/** Is this group of findings counted by the profile of users, and not kept with each of them? */
export function isCountedPart(code: string, group: string): group is ProfileGroup {
  return (code === 'profile-data' || code === 'profile-not-kept') && isProfileGroup(group)
}

/** Users who have this part in the export, and are to be sent or decided; `facet` is joined. */
export function hasPart(part: ProfileGroup): string {
  return `${hasProfilePart(part)} AND facet.plan_state <> 'excluded'`
}

/** What becomes of a part at a core: it goes along, or the core has no place for it. */
export function codeOfPart(part: ProfileGroup, target: Target | undefined): FindingCode {
  if (part === systemRolesGroup) return 'profile-not-kept'
  // Which it is, the core decides that is chosen later.
  if (target === undefined) return 'profile-data'
  if (target.dialect === 'documented') return 'profile-not-kept'
  return part === 'joined' && bulkObstacle(target) !== null ? 'profile-not-kept' : 'profile-data'
}

/** The parts of profiles as groups of findings. */
export function countProfileParts(database: Database, facets: readonly FacetCount[]) {
  const target = currentTarget(database)
  return profileGroupNames.flatMap((part) => {
    const having = facets.filter(({ state, profile }) => state !== 'excluded' && profile.split(',').includes(part))
    const users = having.reduce((sum, facet) => sum + facet.users, 0)
    return users === 0 ? [] : [{ code: codeOfPart(part, target), group_key: part, blocks: 0, users }]
  })
}

/** The same of one user, by the `profile` of its facet. */
export function profileFindings(parts: string, target: Target | undefined) {
  return parts
    .split(',')
    .filter(isProfileGroup)
    .map((part) => {
      const code = codeOfPart(part, target)
      const { title, meaning } = describeFinding(code, part)
      return { code, title, detail: meaning, blocks: false }
    })
}

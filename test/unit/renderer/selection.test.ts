import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterNarrowing,
  countSelected,
  allMatching,
  isSelected,
  noSelection,
  scopeOf,
  select,
} from '../../../renderer/components/users/use-users-view.ts'

const ids = Array.from({ length: 12 }, (_, index) => index + 1)
const change = fc.record({ ids: fc.subarray(ids), on: fc.boolean() })

test('the last selection counts, from none as from all, and the count says how many', () => {
  fc.assert(
    fc.property(fc.constantFrom(noSelection, allMatching({ hash: ['bcrypt'] })), fc.array(change), (start, changes) => {
      const selection = changes.reduce((now, { ids: those, on }) => select(now, those, on), start)
      const expected = ids.filter((id) => {
        const last = changes.findLast((one) => one.ids.includes(id))
        return last === undefined ? start.kind === 'all' : last.on
      })
      expect([ids.filter((id) => isSelected(selection, id)), countSelected(selection, ids.length)]).toEqual([
        expected,
        expected.length,
      ])
    }),
  )
})

test('everybody is named by the filter and the few that are not meant, never one by one', () => {
  expect(scopeOf(select(allMatching({ states: ['failed'] }), [7], false))).toEqual({
    kind: 'filter',
    filter: { states: ['failed'] },
    except: [7],
  })
})

test('another filter selects nobody who was selected as a whole, and keeps who was selected one by one', () => {
  const some = select(noSelection, [1], true)
  expect([afterNarrowing(allMatching({})), afterNarrowing(some)]).toEqual([noSelection, some])
})

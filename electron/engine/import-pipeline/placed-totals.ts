import type { ControlTotals } from '../../../shared/mapping/unmapped/control-totals.ts'
import type { BookedPlace, BookedTotals } from '../reading/control-totals/control-book.ts'
import type { OpenedExport } from '../reading/open-export.ts'

/** The totals with the lines of all places that are known by their position only; where there are such, the content is read once more up to the last of them. */
export async function placedTotals(
  source: Pick<OpenedExport, 'linesAt'>,
  { emails, hashes, accounts }: BookedTotals,
): Promise<ControlTotals> {
  const positions = [
    ...new Set(accounts.flatMap(({ places }) => places.filter((place) => typeof place === 'number'))),
  ].toSorted((one, other) => one - other)
  const lines = positions.length === 0 ? [] : await source.linesAt(positions)
  const known = new Map(positions.map((position, index) => [position, lines[index]]))
  const textOf = (place: BookedPlace): readonly string[] => {
    if (typeof place === 'string') return [place]
    const line = known.get(place)
    return line === undefined ? [] : [`line ${line}`]
  }
  return {
    emails,
    hashes,
    accounts: accounts.map((account) => ({ ...account, places: [...new Set(account.places.flatMap(textOf))] })),
  }
}

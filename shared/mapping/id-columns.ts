import type { Sample } from './export-format.ts'
import { hintsOf } from './name-hints.ts'
import { profileColumns } from './profile-columns.ts'

const digest = /^[0-9a-f]{32,64}$/i

/**
 * Columns of ids that are written like digests: called an id, filled in every record of the sample, with values of one length
 * that never repeat. A bare digest in them is no password hash.
 */
export function idColumns({ records, header }: Sample): readonly string[] {
  return profileColumns(records, header).flatMap(({ path, values }) => {
    const hints = hintsOf(path)
    const isId = hints.id && hints.password === null && values.length >= 2 && values.length === records.length
    const [{ length } = ''] = values
    const areAlike = isId && values.every((value) => value.length === length && digest.test(value))
    return areAlike && new Set(values).size === values.length ? [path] : []
  })
}

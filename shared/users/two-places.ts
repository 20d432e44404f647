/*
 * The places of two password hashes of one user in two files, as the name of one field: `site.htpasswd: password beside users.csv: password`.
 * The decision between them has it as its group, so that it names both.
 */

/** `added`: the place of the hash that does not count; `own`: that of the one that does. */
export type TwoPlaces = { readonly added: string; readonly own: string }

const between = ' beside '

export const twoPlaces = {
  field: (added: string, own: string): string => (added === '' || own === '' ? added : `${added}${between}${own}`),
  /** Null: the field is of one file. */
  parse: (field: string): TwoPlaces | null => {
    const [added = '', own = '', ...more] = field.split(between)
    return own === '' || more.length > 0 ? null : { added, own }
  },
}

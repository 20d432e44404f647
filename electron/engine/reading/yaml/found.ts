/** A possible record. `name`: its key in an object of users. `keys`: the keys of its values, if these have no object of their own. */
export type Found = {
  readonly value: unknown
  readonly name: string | null
  readonly realm?: string
  /** Fields that its group gives to its users, where lists of several groups are read together. */
  readonly group?: Readonly<Record<string, string>>
  readonly keys?: readonly string[]
  /** The names that lead to its list, where a document has several. */
  readonly list?: string
  /** Its table, if its values are a list. */
  readonly table?: { readonly name: string; readonly columns: readonly string[]; readonly mayBeShort: boolean }
  /** The text of the file shows it only in base64. */
  readonly isEncoded?: boolean
  /** The object of the document that it was made of with the values of variables. */
  readonly from?: object
  /** An entry that is no user: a template for others, or one that stands for several. */
  readonly standsFor?: 'template' | 'several'
  /** The variables whose values it has, by their names. */
  readonly variables?: ReadonlyMap<string, string>
}

/** Begins the key of an entry by its label in the file: fixtures refer to each other by labels. */
export const labelKey = 'label:'

/** The column in which the reader of YAML puts the label of an entry that has no name of its own. */
export const labelColumn = 'username'

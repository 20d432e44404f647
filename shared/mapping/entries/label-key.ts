/** Begins the key of an entry by its label in the file: fixtures refer to each other by labels. */
export const labelKey = 'label:'

import type { HashShape } from './shape.ts'

/** The portable hashes of WordPress, phpBB and Drupal. */
export const phpassShapes: readonly HashShape[] = [
  {
    family: 'phpass',
    name: 'A portable hash of WordPress or phpBB',
    whole: /^U?\$[PH]\$[./0-9A-Za-z]{31}$/,
    begins: /^U?\$[PH]\$/,
  },
  {
    family: 'phpass',
    name: 'A portable hash of Drupal 7',
    whole: /^U?\$S\$[./0-9A-Za-z]{52}$/,
    begins: /^U?\$S\$/,
  },
]

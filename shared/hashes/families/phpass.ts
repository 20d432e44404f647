import type { HashShape } from '../shape.ts'

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
    name: 'A hash over a hash or a clear password, as TYPO3 converts them',
    whole: /^[MC]\$(?:P\$[./0-9A-Za-z]{31}|1\$[^$]{1,8}\$[./0-9A-Za-z]{22}|2[aby]\$\d\d\$[./0-9A-Za-z]{53})$/,
  },
  // phpBB wraps what it took over in hashes of its own: `$H\2y$salt\salt$hash`, `$CP$` and names of other boards.
  {
    family: 'phpass',
    name: 'A hash over a hash, as phpBB converts them',
    whole: /^\$(?:[HP]|[A-Za-z0-9_]+)\\[^\s]{8,250}$/,
  },
  {
    family: 'phpass',
    name: 'A hash that phpBB took over from another board',
    whole: /^\$(?:CP|md5_phpbb2|md5_mybb|md5_vb|smf|wcf1|wcf2|xf1)\$[^\s]{8,250}$/,
  },
  {
    family: 'phpass',
    name: 'A portable hash of Drupal 7',
    whole: /^U?\$S\$[./0-9A-Za-z]{52}$/,
    begins: /^U?\$S\$/,
  },
]

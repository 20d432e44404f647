import type { HashShape } from '../shape.ts'

/** Plain scrypt, which is not Firebase scrypt of the specification. */
export const scryptShapes: readonly HashShape[] = [
  {
    family: 'scrypt',
    name: 'Plain scrypt',
    whole: /^\$scrypt\$(?:ln|n)=[0-9]+,r=[0-9]+,p=[0-9]+\$[A-Za-z0-9+/]*={0,2}\$[A-Za-z0-9+/]+={0,2}$/,
    begins: /^\$scrypt\$/,
  },
  {
    family: 'scrypt',
    name: 'Plain scrypt',
    whole: /^SCRYPT:[0-9]+:[0-9]+:[0-9]+:[A-Za-z0-9+/=]+:[A-Za-z0-9+/=]+$/,
    begins: /^SCRYPT:/,
  },
  {
    family: 'scrypt',
    name: 'Plain scrypt of Werkzeug',
    whole: /^scrypt:[0-9]+:[0-9]+:[0-9]+\$[^$]+\$[0-9a-f]+$/,
    begins: /^scrypt:/,
  },
  {
    family: 'scrypt',
    name: 'Plain scrypt of Django',
    whole: /^scrypt\$[0-9]+\$[^$]+\$[0-9]+\$[0-9]+\$[A-Za-z0-9+/]+={0,2}$/,
    begins: /^scrypt\$/,
  },
  {
    family: 'scrypt',
    name: 'Plain scrypt',
    whole: /^\$s0\$[0-9a-f]+\$[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=]+$/,
    begins: /^\$s0\$/,
  },
  { family: 'scrypt', name: 'Plain scrypt of Lucia', whole: /^s2:\w{8,64}:[0-9a-f]{64,128}$/i },
  {
    family: 'scrypt',
    name: 'Plain scrypt of Ruby',
    whole: /^[0-9a-f]{1,8}\$[0-9a-f]{1,8}\$[0-9a-f]{1,8}\$[0-9a-f]{4,64}\$[0-9a-f]{32,256}$/i,
  },
  {
    family: 'scrypt',
    name: 'Plain scrypt with its costs in bytes',
    whole: /^(?:c2NyeXB0A[A-Za-z0-9+/]{100,}={0,2}|(?:0x)?73637279707400[0-9a-f]{100,})$/i,
  },
  { family: 'scrypt', name: 'Plain scrypt of Cisco', whole: /^\$9\$[./0-9A-Za-z]{14}\$[./0-9A-Za-z]{43}$/ },
  { family: 'scrypt', name: 'Plain scrypt of better-auth', whole: /^[0-9a-f]{32}:[0-9a-f]{128}$/ },
]

import type { HashShape } from '../shape.ts'

/** Passwords as Jetty writes them, in realm.properties and in the tables of its realms. */
export const jettyShapes: readonly HashShape[] = [
  { family: 'crypt', name: 'DES crypt of Jetty', whole: /^CRYPT:[./0-9A-Za-z]{13}$/, begins: /^CRYPT:/ },
  { family: 'md5', name: 'MD5 of Jetty', whole: /^MD5:[0-9a-f]{32}$/i, begins: /^MD5:(?=[0-9a-f]{16})/i },
  { family: 'plaintext', name: 'A password that Jetty obscures, which anybody can read', whole: /^OBF:[0-9a-z]{8,}$/ },
]

/** A cheap look at the first characters of a text, which tells nearly every other text apart. */
export function mayBeOfJetty(text: string): boolean {
  const first = text.charCodeAt(0)
  if (first === letterC) return text.startsWith('CRYPT:')
  return (first === letterM || first === letterO) && text.charCodeAt(3) === colon
}

const [letterC, letterM, letterO, colon] = [67, 77, 79, 58]

/** Whether a text is a password as Jetty writes it, and surely no clear one. */
export function isJettyCredential(text: string): boolean {
  return jettyShapes.some(({ whole }) => whole.test(text))
}

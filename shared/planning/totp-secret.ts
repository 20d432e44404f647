/**
 * The secret of an authenticator app as cores take it: Base32 in capitals, without blanks and padding. Exports write it in
 * groups, in small letters, or as the `otpauth:` address of a QR code. Null: it is none, or its codes are not those of six
 * digits, 30 seconds and SHA-1 that a core makes of it.
 */
export function readTotp(text: string): string | null {
  const secret = /^otpauth:/i.test(text.trim()) ? secretOfAddress(text.trim()) : text
  const plain = (secret ?? '')
    .replaceAll(/[\s-]/g, '')
    .replace(/(?<!=)=+$/, '')
    .toUpperCase()
  return /^[A-Z2-7]{10,256}$/.test(plain) ? plain : null
}

function secretOfAddress(address: string): string | null {
  const [, parameters = ''] = /^otpauth:\/\/totp\/[^?]*\?(.*)$/i.exec(address) ?? []
  const given = new Map(
    parameters.split('&').map((pair) => [pair.split('=', 1)[0]?.toLowerCase(), pair.slice(pair.indexOf('=') + 1)]),
  )
  const is = (name: string, usual: string) => (given.get(name) ?? usual).toUpperCase() === usual
  return is('algorithm', 'SHA1') && is('digits', '6') && is('period', '30') ? (given.get('secret') ?? null) : null
}

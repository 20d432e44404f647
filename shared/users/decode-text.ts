/** Undoes the encodings in which a core or an export may write a text: percent, HTML entities, escapes, full-width signs. */
export function decodeText(text: string): string {
  let decoded = text.normalize('NFKC')
  // A value that went through several hands is encoded several times.
  for (let round = 0; round < maxRounds; round++) {
    const next = decodeOnce(decoded)
    if (next === decoded) break
    decoded = next
  }
  return decoded
}

const maxRounds = 4

function decodeOnce(text: string): string {
  return (
    text
      .replaceAll(/(?:%[0-9a-f]{2})+/gi, decodePercent)
      // Browsers take an entity without its semicolon, too.
      .replaceAll(/&#x0{0,8}([0-9a-f]{1,6}(?=;)|40|2b);?/gi, decodeHex)
      .replaceAll(/&#0{0,8}([0-9]{1,7});?/g, (whole, digits: string) => signOf(Number(digits), whole))
      .replaceAll(/&([a-z]{2,8});/gi, (whole, name: string) => entities.get(name.toLowerCase()) ?? whole)
      .replaceAll(/\\{1,4}u\{([0-9a-f]{1,8})\}/gi, decodeHex)
      .replaceAll(/\\{1,4}u([0-9a-f]{4})/gi, decodeHex)
      .replaceAll(/\\{1,4}x([0-9a-f]{2})/gi, decodeHex)
      // Quoted-printable; a number after an equals sign is far more common than that.
      .replaceAll(/=40(?=[a-z][\w-]*\.[a-z])/gi, '@')
  )
}

function decodePercent(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded.replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  }
}

const entities = new Map([
  ['amp', '&'],
  ['commat', '@'],
  ['plus', '+'],
  ['period', '.'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['lowbar', '_'],
  ['num', '#'],
  ['percnt', '%'],
])

function decodeHex(whole: string, hex: string): string {
  return signOf(Number.parseInt(hex, 16), whole)
}

function signOf(code: number, otherwise: string): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : otherwise
}

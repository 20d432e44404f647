/** FNV-1a, 32 bits with a sign: tells texts apart, protects nothing. `salt` changes the digest; only `length` characters count. */
export function textDigest(text: string, salt = 0, length: number = text.length): number {
  let digest = 0x811c9dc5 ^ salt
  for (let at = 0; at < length; at += 1) digest = Math.imul(digest ^ text.charCodeAt(at), 0x01000193)
  return digest
}

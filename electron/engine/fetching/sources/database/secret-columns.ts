/*
 * Columns that hold secrets beside hashes: tokens, keys of interfaces, recovery codes. They are not fetched unless they are
 * named, because no migration needs them.
 */

const secret =
  /token|api_?key|secret_?key|private_?key|(?:recovery|backup|scratch)_?codes?|(?:two_?factor|totp|otp|mfa|2fa)_?(?:secret|code|seed|key)|activation_?(?:key|code)|security_?(?:answer|stamp)|session_?id/i

const time = /_at$|_on$|_time$|_date$|expires?|expiry|sent$/i

export function isSecretColumn(name: string): boolean {
  return secret.test(name) && !time.test(name)
}

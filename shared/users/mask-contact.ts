/** An email or phone number that still tells two users apart for who knows them, but can be passed on. */
export function maskContact(contact: string): string {
  const at = contact.lastIndexOf('@')
  if (at > 0) return `${contact.slice(0, 1)}***${contact.slice(at)}`
  if (contact.startsWith('+')) return `${contact.slice(0, 3)}***${contact.slice(-2)}`
  return '***'
}

/** Masks every email and phone number within a text. */
export function maskContactsIn(text: string): string {
  return text.replaceAll(/[^\s@"'<>(),;:]+@[^\s@"'<>(),;]+/g, maskContact).replaceAll(/\+\d{6,15}/g, maskContact)
}

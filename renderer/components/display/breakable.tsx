/** An address too long for its line breaks at its domain. */
export function Breakable({ text }: { readonly text: string }) {
  const at = text.indexOf('@')
  if (at <= 0) return text
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  )
}

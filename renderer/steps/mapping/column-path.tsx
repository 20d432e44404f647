import { Fragment } from 'react'

/** The name of a column; a long path breaks before a dot or a bracket, never inside a name. */
export function ColumnPath({ path }: { readonly path: string }) {
  return (
    <>
      {path.split(/(?=[.[])/).map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  )
}

import type { FileView } from '../../../shared/ipc/views.ts'
import { articleOf } from '../../components/format.ts'

/** "Recognised as an Auth0 bulk export because …", with what looks like a field set in its own type. */
export function Recognition({ file }: { readonly file: FileView }) {
  if (file.provider === null) {
    return <p className="subtle">{file.complete ? 'Not recognised yet.' : 'Being looked at…'}</p>
  }
  // "an Auth0 bulk export", but "Auth0 users".
  const article = file.shape.endsWith('s') ? '' : `${articleOf(file.providerTitle)} `
  if (file.provider === 'generic') {
    return (
      <p className="subtle">
        Read as <b>a custom table</b>
        {file.reason && <> because {file.reason}</>}.
      </p>
    )
  }
  return (
    <p className="subtle">
      Recognised as {article}
      <b>
        {file.providerTitle} {file.shape}
      </b>
      {file.reason && <> because {file.reason}</>}.
    </p>
  )
}

import type { FileView } from '../../../shared/ipc/views.ts'
import { articleOf } from '../../components/format.ts'

/** "Recognized as an Auth0 bulk export because …", with what looks like a field set in its own type. */
export function Recognition({ file }: { readonly file: FileView }) {
  if (file.provider === null) {
    return <p className="muted">{file.complete ? 'Not recognized yet.' : 'Opening…'}</p>
  }
  // "an Auth0 bulk export", but "Auth0 users".
  const article = file.shape.endsWith('s') ? '' : `${articleOf(file.providerTitle)} `
  if (file.provider === 'generic') {
    return (
      <p className="muted">{customText(file.reason)} We matched the columns by name and content; please check them.</p>
    )
  }
  return (
    <p className="muted">
      Recognized as {article}
      <b>
        {file.providerTitle} {file.shape}
      </b>
      {file.reason && <> because {file.reason}</>}.
    </p>
  )
}

/** Why a file is a custom table: no export looks like it, or the operator said so; with what strikes about its rows. */
function customText(reason: string): string {
  const [why = '', ...notes] = reason.split('; ')
  const beginning =
    why === 'you said so' ? 'Read as a custom table because you chose that' : 'Not a known provider’s export'
  return `${[beginning, ...notes].join('; ')}.`
}

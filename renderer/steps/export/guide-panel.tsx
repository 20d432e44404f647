import { useState } from 'react'
import { useQuery } from '../../api/use-query.ts'
import { useDocument } from '../../api/document-context.tsx'
import { Card } from '../../components/card.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Notice } from '../../components/notice.tsx'
import styles from './guide-panel.module.css'
import { commonProviders, guides, type Guide, type GuideFact } from './guides.ts'
import { missingHashes } from './missing-hashes.ts'

/** The guide to the export of the provider that is chosen or was recognized; without one, only the choice. */
export function GuidePanel() {
  const recognized = useRecognized()
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = chosen ?? recognized
  const guide = guideOf(shown)
  return (
    <Card className={styles.panel}>
      <h2 className={styles.title}>How to get this export</h2>
      <fieldset className={styles.picker}>
        <legend className="visually-hidden">Provider</legend>
        {commonProviders.map(({ provider, mark }) => (
          <label key={provider} className={styles.pick}>
            <input
              type="radio"
              name="guide"
              className="visually-hidden"
              checked={provider === shown}
              onChange={() => setChosen(provider)}
            />
            <span className={styles.mark} aria-hidden="true">
              {mark}
            </span>
            {guideOf(provider)?.title}
          </label>
        ))}
      </fieldset>
      <select
        className={styles.more}
        aria-label="More sources"
        value={moreGuides.some(({ provider }) => provider === shown) ? shown : ''}
        onChange={(event) => setChosen(event.target.value)}
      >
        <option value="" disabled>
          More sources…
        </option>
        {moreGuides.map(({ provider, title }) => (
          <option key={provider} value={provider}>
            {title}
          </option>
        ))}
      </select>
      {shown === recognized && <MissingHashes />}
      {guide && <GuideText guide={guide} />}
    </Card>
  )
}

function guideOf(provider: string | undefined): Guide | undefined {
  return guides.find((guide) => guide.provider === provider)
}

/** Guides beside the common ones. */
const moreGuides = guides.filter((guide) => !commonProviders.some(({ provider }) => provider === guide.provider))

/** The provider of the last file that was recognized. */
function useRecognized(): string | undefined {
  const { files } = useDocument()
  return files.findLast(({ provider }) => guideOf(provider ?? undefined) !== undefined)?.provider ?? undefined
}

/** Says that users of the recognized export have passwords whose hashes are elsewhere, and where. */
export function MissingHashes() {
  const { version, work } = useDocument()
  const recognized = useRecognized()
  const guide = guideOf(recognized)
  const preview = useQuery('preview:get', guide && work.kind === 'idle' ? {} : null, version, 1000).value
  const missing = missingHashes(guide, preview?.findings ?? [])
  if (missing === null) return null
  return (
    <Notice tone="wait">
      <b>{missing.title}</b> {missing.text}
    </Notice>
  )
}

function GuideText({ guide }: { readonly guide: Guide }) {
  const { title, files, steps, facts, time, usersWithoutHashes, checked, unconfirmed } = guide
  return (
    <>
      <p className={styles.head}>
        <b>{title}</b>
        <span className={styles.small}>{files}</span>
      </p>
      <ol className={styles.steps}>
        {steps.map(({ title: name, text, command }, index) => (
          <li key={name}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <p>
              <b>{name}</b> {text}
            </p>
            {command !== null && (
              <div className={styles.code}>
                <div className={styles.codeHead}>
                  Terminal
                  <CopyButton text={command} label="command" />
                </div>
                <pre tabIndex={0} aria-label="Command">
                  {command}
                </pre>
              </div>
            )}
          </li>
        ))}
      </ol>
      <ul className={styles.facts}>
        {facts.map(({ what, has, note }) => (
          <li key={what} data-has={has}>
            <Icon name={icons[has]} />
            <span>
              {what}
              <span className="visually-hidden">{has === 'no' ? ': no,' : has === 'yes' ? ': yes,' : ':'}</span>
            </span>
            <span className="muted">{note}</span>
          </li>
        ))}
        <li>
          <Icon name="clock" />
          <span>Time</span>
          <span className="muted">{time}</span>
        </li>
      </ul>
      <p className={styles.small}>{usersWithoutHashes}</p>
      <p className={styles.small}>
        Looked up on {checked}. {unconfirmed}
      </p>
    </>
  )
}

const icons = { yes: 'check', partly: 'check', no: 'close' } as const satisfies Record<GuideFact['has'], string>

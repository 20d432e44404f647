import { createContext, type ReactNode, use, useEffect, useId, useState } from 'react'
import { shortcuts, shortcutText, type StepKey, stepKeys, stepTitles } from '../../../shared/ipc/commands.ts'
import { useBridge } from '../../api/bridge-context.tsx'
import { useMutation } from '../../api/use-mutation.ts'
import { useHost } from '../../api/host-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { Button, PrimaryButton } from '../controls/button.tsx'
import { CopyButton } from '../controls/copy-button.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { Loading } from '../notices/empty.tsx'
import { Notice, ProblemNotice } from '../notices/notice.tsx'
import { tabPanel, Tabs } from '../controls/tabs.tsx'
import { isTyping } from '../controls/use-shortcuts.ts'
import styles from './help.module.css'
import { glossary, stateTerms } from '../../../shared/glossary.ts'

const tabs = [
  { key: 'help', label: 'How it works' },
  { key: 'keys', label: 'Keys' },
] as const

type HelpDialogProps = {
  readonly first: 'help' | 'keys'
  readonly onDiagnostics: () => void
  readonly onClose: () => void
}

/** The basics in words, and every key. */
function HelpDialog({ first, onDiagnostics, onClose }: HelpDialogProps) {
  const prefix = useId()
  const [tab, setTab] = useState<'help' | 'keys'>(first)
  return (
    <Dialog
      title="Help"
      wide
      onClose={onClose}
      foot={
        <>
          <Button variant="subtle" className={styles.diagnostics} onClick={onDiagnostics}>
            Save diagnostics…
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <Tabs prefix={prefix} label="Parts of the help" options={tabs} current={tab} onChange={setTab} />
      {/* Scrolled by keys, so it takes the focus. */}
      <div {...tabPanel(prefix, tab)} className={styles.panel} tabIndex={0}>
        {tab === 'help' ? <BasicsPanel /> : <KeysPanel />}
      </div>
    </Dialog>
  )
}

/** Every shortcut of this screen; menu shortcuts only where there is a native menu. */
function KeysPanel() {
  const { host, platform } = useHost()
  const available = Object.entries(shortcuts).filter(([, { by }]) => by === 'page' || host === 'desktop')
  return (
    <dl className={styles.keys}>
      {available.map(([name, shortcut]) => (
        <div key={name}>
          <dt>
            <kbd>{shortcutText(shortcut, host === 'desktop' ? platform : navigatorPlatform())}</kbd>
          </dt>
          <dd>{shortcut.meaning}</dd>
        </div>
      ))}
    </dl>
  )
}

/** In a browser, the keys follow the machine that runs it. */
function navigatorPlatform(): string {
  return /mac/i.test(navigator.userAgent) ? 'darwin' : 'other'
}

/** The open part of the help. */
type Help = 'help' | 'keys' | 'diagnostics'

const HelpContext = createContext<(help: Help) => void>(() => undefined)

/** Opens a part of the help from anywhere. */
export function useHelp(): (help: Help) => void {
  return use(HelpContext)
}

/** The help above every screen: by `?` and F1, by the buttons, by the menu of the desktop app. */
export function HelpProvider({ children }: { readonly children: ReactNode }) {
  const bridge = useBridge()
  const [open, setOpen] = useState<Help | null>(null)
  useEffect(() => bridge.on('command', ({ command }) => (isHelp(command) ? setOpen(command) : undefined)), [bridge])
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const wanted = event.key === 'F1' ? 'help' : event.key === '?' && !isTyping(event.target) ? 'keys' : null
      if (wanted === null) return
      event.preventDefault()
      setOpen(wanted)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  const close = () => setOpen(null)
  return (
    <HelpContext value={setOpen}>
      {children}
      {(open === 'help' || open === 'keys') && (
        <HelpDialog key={open} first={open} onDiagnostics={() => setOpen('diagnostics')} onClose={close} />
      )}
      {open === 'diagnostics' && <DiagnosticsDialog onClose={close} />}
    </HelpContext>
  )
}

function isHelp(command: string): command is Help {
  return command === 'help' || command === 'keys' || command === 'diagnostics'
}

/** The diagnostics for support, word for word, before they are saved. */
function DiagnosticsDialog({ onClose }: { readonly onClose: () => void }) {
  const bridge = useBridge()
  const { value, problem, reload } = useQuery('diagnostics:get', {}, 0)
  const [saved, setSaved] = useState<string | null>(null)
  const saving = useMutation(
    () => bridge.invoke('diagnostics:save', {}),
    (answer) => setSaved(answer.saved),
  )
  return (
    <Dialog
      title="Save diagnostics"
      wide
      onClose={onClose}
      foot={
        <>
          {value && <CopyButton text={value.text} label="the diagnostics" />}
          <Button onClick={onClose}>Close</Button>
          <PrimaryButton
            busy={saving.busy}
            disabled={value === null && 'The diagnostics are still being gathered.'}
            onClick={() => void saving.run()}
          >
            Save as a file…
          </PrimaryButton>
        </>
      }
    >
      <p>
        This is all that the file will hold: versions, settings without secrets, counts and the last warnings. No names,
        addresses, hosts, keys or hashes. Read it, then save it.
      </p>
      {value ? (
        // Scrolled by keys, so it takes the focus.
        <pre className={styles.text} tabIndex={0} aria-label="Diagnostics">
          {value.text}
        </pre>
      ) : (
        !problem && <Loading label="Collecting" />
      )}
      {saved !== null && <Notice tone="ok">Saved as {saved}.</Notice>}
      <ProblemNotice of={{ problem, reload }} />
      <ProblemNotice of={saving} />
    </Dialog>
  )
}

const stepHelp: Readonly<Record<StepKey, string>> = {
  connect:
    'Connect a rehearsal core inside this app, from which nothing leaves the machine, or your live core with its address and API key. Connecting sends no users.',
  export:
    'Add all files from the old provider: users, password hashes, identities. They are recognized by their content and joined. Records that cannot be read are listed with their line.',
  mapping:
    'For a custom table, check what each column is imported as. For provider names without a default, choose the provider in the core.',
  review:
    'See what will happen to every user before anything is sent. Make the open decisions, check the hashes with one known password, then start the migration.',
  run: 'Users are sent as fast as the core can handle. Pause, resume, or close the app at any time; no progress is lost. Failures are grouped by cause and can be retried.',
  report: 'Every record is accounted for. Read and save the report, and correct or retry failed users.',
}

const safety: readonly string[] = [
  'Everything is kept in one file, the migration. It can be closed, opened again tomorrow and copied; it holds password hashes, so treat it like a copy of your user table.',
  'A completed call is never repeated automatically, so a password that was changed since is not overwritten.',
  'API keys are never written into the migration, a log or a report.',
  'A rehearsal never changes the results of the live core.',
]

const words: readonly { readonly word: string; readonly means: string }[] = [...stateTerms, ...glossary].map(
  ({ term, meaning }) => ({ word: term, means: meaning }),
)

/** The steps, the terms, and the safe actions. */
function BasicsPanel() {
  return (
    <div className={styles.basics}>
      <section>
        <h3>The six steps</h3>
        <ol className={styles.steps}>
          {stepKeys.map((step) => (
            <li key={step}>
              <b>{stepTitles[step]}</b>
              <span>{stepHelp[step]}</span>
              <StepPicture step={step} />
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h3>Safety</h3>
        <ul className={styles.list}>
          {safety.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
      <section>
        <h3>Words</h3>
        <dl className={styles.words}>
          {words.map(({ word, means }) => (
            <div key={word}>
              <dt>{word}</dt>
              <dd>{means}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}

const pictures = import.meta.glob<string>('./pictures/*.webp', { query: '?url', import: 'default', eager: true })

/** A picture of a step in the current theme; made by `npm run screenshots -- --docs`. */
function StepPicture({ step }: { readonly step: StepKey }) {
  return (
    <span className={styles.picture}>
      {(['light', 'dark'] as const).map((scheme) => (
        <img
          key={scheme}
          className={styles[scheme]}
          src={pictures[`./pictures/${step}-${scheme}.webp`]}
          alt={`The step ${stepTitles[step]} with sample users`}
          width={720}
          height={450}
          loading="lazy"
        />
      ))}
    </span>
  )
}

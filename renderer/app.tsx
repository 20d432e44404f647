import { useEffect, useCallback, useState, Component, type ReactNode } from 'react'
import type { Bridge } from '../shared/ipc/bridge.ts'
import type { Problem } from '../shared/result.ts'
import styles from './app.module.css'
import { BridgeProvider, useBridge } from './api/bridge-context.tsx'
import { DocumentProvider, documentPlace, useDocumentState } from './api/document-context.tsx'
import { HostProvider } from './api/host-context.tsx'
import { Loading } from './components/notices/empty.tsx'
import { HelpProvider } from './components/help/help-context.tsx'
import { ThemeProvider } from './components/theme/theme-context.tsx'
import { attachFocusGuard } from './components/shell/focus-guard.ts'
import { ProblemNotice, Notice } from './components/notices/notice.tsx'
import { Tooltip } from './components/overlays/tooltip.tsx'
import { StartScreen } from './steps/start/start-screen.tsx'
import { Workspace } from './workspace.tsx'
import { bytes } from '../shared/format.ts'
import type { Events } from '../shared/ipc/contract.ts'
import { PrimaryButton } from './components/controls/button.tsx'

/** The whole window: the start screen, or one open document. */
export function App({ bridge }: { readonly bridge: Bridge }) {
  return (
    <ErrorBoundary>
      <BridgeProvider bridge={bridge}>
        <ThemeProvider>
          <HostProvider Meanwhile={Starting}>
            <DocumentProvider>
              <HelpProvider>
                <Screen />
                <HostProblems />
                <Tooltip />
              </HelpProvider>
            </DocumentProvider>
          </HostProvider>
        </ThemeProvider>
      </BridgeProvider>
    </ErrorBoundary>
  )
}

function Screen() {
  const { document, problem, reload } = useDocumentState()
  useDropGuard()
  useEffect(() => attachFocusGuard(globalThis.document), [])
  if (document) return <Workspace key={documentPlace(document)} />
  if (document === null) return <StartScreen />
  return <Starting problem={problem} reload={reload} />
}

function Starting(start: { readonly problem: Problem | null; readonly reload: () => void }) {
  return (
    <main className={styles.waiting}>
      {start.problem ? <ProblemNotice of={start} /> : <Loading label="Starting" />}
    </main>
  )
}

/** Problems that belong to no place on the screen. */
function HostProblems() {
  const { problems, dismiss } = useHostError()
  return (
    <div className={styles.problems}>
      <OpeningNotice />
      {problems.map((problem) => (
        <ProblemNotice key={problem.message} of={{ problem, dismiss: () => dismiss(problem) }} />
      ))}
    </div>
  )
}

/** A file dropped outside of any drop target must not replace the page. */
function useDropGuard(): void {
  useEffect(() => {
    function refuse(event: DragEvent): void {
      if (event.defaultPrevented) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    }
    addEventListener('dragover', refuse)
    addEventListener('drop', refuse)
    return () => {
      removeEventListener('dragover', refuse)
      removeEventListener('drop', refuse)
    }
  }, [])
}

/** Errors outside of a request: at most three, the newest last, the same one once. */
function useHostError(): {
  readonly problems: readonly Problem[]
  readonly dismiss: (problem: Problem) => void
} {
  const bridge = useBridge()
  const [problems, setProblems] = useState<readonly Problem[]>([])

  useEffect(
    () =>
      bridge.on('error', (problem) => {
        setProblems((old) => [...old.filter((other) => other.message !== problem.message), problem].slice(-3))
      }),
    [bridge],
  )
  const dismiss = useCallback((problem: Problem) => setProblems((old) => old.filter((other) => other !== problem)), [])
  return { problems, dismiss }
}

/** Says that a large migration is being checked before it opens. */
function OpeningNotice() {
  const bridge = useBridge()
  const [opening, setOpening] = useState<Events['opening']>(null)
  useEffect(() => bridge.on('opening', setOpening), [bridge])
  return (
    <div role="status">
      {opening && (
        <Notice>
          Checking {opening.name} ({bytes(opening.bytes)}) for damage before it opens: {opening.seconds} s. A large
          migration can take minutes.
          <progress aria-label="Checking the file" />
        </Notice>
      )}
    </div>
  )
}

type Props = { readonly children: ReactNode }

/** Instead of a blank page: a sentence and a way on. React offers this to classes only. */
class ErrorBoundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError(): { readonly broken: boolean } {
    return { broken: true }
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children
    return (
      <main className={styles.broken}>
        <h1>Something went wrong on this screen</h1>
        <p>
          Your migration did not: it lives in its document and a run goes on in the background. Reload the window to see
          it again.
        </p>
        <PrimaryButton onClick={() => location.reload()}>Reload</PrimaryButton>
      </main>
    )
  }
}

import type { Bridge } from '../shared/ipc/bridge.ts'
import type { Problem } from '../shared/result.ts'
import { useEffect } from 'react'
import styles from './app.module.css'
import { BridgeProvider } from './api/bridge-context.tsx'
import { DocumentProvider, documentPlace, useDocumentState } from './api/document-context.tsx'
import { HostProvider } from './api/host-context.tsx'
import { useHostError } from './api/use-mutation.ts'
import { Loading } from './components/empty.tsx'
import { HelpProvider } from './components/help/help-context.tsx'
import { ThemeProvider } from './components/theme/theme-context.tsx'
import { attachFocusGuard } from './components/shell/focus-guard.ts'
import { ErrorBoundary } from './components/shell/error-boundary.tsx'
import { OpeningNotice, ProblemNotice } from './components/notice.tsx'
import { Tooltip } from './components/overlays/tooltip.tsx'
import { StartScreen } from './steps/start/start-screen.tsx'
import { Workspace } from './workspace.tsx'

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
  return <Starting problem={problem} onRetry={reload} />
}

function Starting({ problem, onRetry }: { readonly problem: Problem | null; readonly onRetry: () => void }) {
  return (
    <main className={styles.waiting}>
      {problem ? <ProblemNotice problem={problem} onRetry={onRetry} /> : <Loading label="Starting" />}
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
        <ProblemNotice key={problem.message} problem={problem} onDismiss={() => dismiss(problem)} />
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

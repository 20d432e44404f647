import { Component, type ReactNode } from 'react'
import { PrimaryButton } from '../button.tsx'
import styles from './error-boundary.module.css'

type Props = { readonly children: ReactNode }

/** Instead of a blank page: a sentence and a way on. React offers this to classes only. */
export class ErrorBoundary extends Component<Props, { readonly broken: boolean }> {
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

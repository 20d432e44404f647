import { useBridge } from '../../api/bridge-context.tsx'
import { useDocumentState } from '../../api/document-context.tsx'
import { useQuery } from '../../api/use-query.ts'
import { useMutation } from '../../api/use-mutation.ts'
import { Button, PrimaryButton } from '../../components/button.tsx'
import { useHelp } from '../../components/help/help-context.tsx'
import { Icon } from '../../components/icon.tsx'
import { ThemeSelect } from '../../components/theme/theme-select.tsx'
import { ProblemNotice } from '../../components/notice.tsx'
import { RecentList } from './recent-list.tsx'
import styles from './start-screen.module.css'
import { useTrial } from './use-trial.ts'

/** What the window shows before a document is open: try it, begin, or go on. */
export function StartScreen() {
  const bridge = useBridge()
  const { accept } = useDocumentState()
  const help = useHelp()
  const info = useQuery('app:info', {}, 0)
  const trial = useTrial()
  const begin = useMutation(() => bridge.invoke('document:new', {}), accept)
  const open = useMutation(() => bridge.invoke('document:open', {}), accept)
  const reopen = useMutation((id: string) => bridge.invoke('document:open-recent', { id }), accept)
  const busy = trial.busy || begin.busy || open.busy || reopen.busy
  const recent = info.value?.recent ?? []

  return (
    <main className={styles.start}>
      <div className={styles.panel}>
        <header>
          <h1>User Migration Assistant</h1>
          <p className={styles.lead}>
            Moves every user of your old provider into your authentication core. You see what will happen before
            anything is sent, and every user is accounted for afterwards.
          </p>
        </header>
        <section className={styles.trial} aria-labelledby="trial">
          <div>
            <h2 id="trial">See it work first</h2>
            <p className="subtle">
              A sample export and a rehearsal core inside this app. Nothing leaves this machine, and it takes a minute.
            </p>
          </div>
          <PrimaryButton busy={trial.busy} disabled={busy} onClick={() => void trial.run()}>
            <Icon name="play" />
            Try the sample export
          </PrimaryButton>
        </section>
        <div className={styles.actions}>
          <Button busy={begin.busy} disabled={busy} onClick={() => void begin.run()}>
            <Icon name="plus" />
            New migration
          </Button>
          <Button busy={open.busy} disabled={busy} onClick={() => void open.run()}>
            <Icon name="file" />
            Open…
          </Button>
        </div>
        {[trial, begin, open, reopen].map((task, index) => (
          <ProblemNotice key={index} problem={task.problem} onDismiss={task.dismiss} />
        ))}
        <ProblemNotice problem={info.problem} onRetry={info.reload} />
        <RecentList recent={recent} disabled={busy} onOpen={(id) => void reopen.run(id)} />
        <p className={styles.version}>
          <span>{info.value ? `Version ${info.value.version}` : '\u00a0'}</span>
          <Button variant="link" aria-keyshortcuts="F1" onClick={() => help('help')}>
            How it works
          </Button>
          <ThemeSelect />
        </p>
      </div>
    </main>
  )
}

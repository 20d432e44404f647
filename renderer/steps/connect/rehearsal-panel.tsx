import styles from './rehearsal-panel.module.css'
import { FaultsCard } from './faults-card.tsx'
import { RehearsalUsers } from './rehearsal-users.tsx'
import { SignInCard } from './sign-in-card.tsx'

/** A look inside the running rehearsal core: whom it holds, whether a password fits, and faults to practise with. */
export function RehearsalPanel() {
  return (
    <div className={styles.panel}>
      <RehearsalUsers />
      <div className={styles.side}>
        <SignInCard />
        <FaultsCard />
      </div>
    </div>
  )
}

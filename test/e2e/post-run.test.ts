import { journey } from './journey.ts'
import { afterTheRun } from './post-run.ts'

journey('existing users are asked about, a run is looked up and undone', 'desktop', afterTheRun)

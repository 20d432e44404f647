import { journey } from './hosts/journey.ts'
import { afterTheRun } from './scenarios/post-run.ts'

journey('existing users are asked about, a run is looked up and undone', 'desktop', afterTheRun)

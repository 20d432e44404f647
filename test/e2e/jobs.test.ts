import { fetchUsers } from './scenarios/fetch-users.ts'
import { decideGroups } from './scenarios/groups.ts'
import { journey } from './hosts/journey.ts'
import { mainJob } from './scenarios/main-job.ts'
import { reportFiles } from './scenarios/report-files.ts'

journey('the whole job is done', 'desktop', (app) => mainJob(app))
journey('users of an old system are fetched', 'browser', fetchUsers)
journey('groups of users are decided', 'browser', decideGroups)
journey('every file of the report is saved', 'desktop', reportFiles)

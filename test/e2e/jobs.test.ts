import { fetchUsers } from './fetch-users.ts'
import { decideGroups } from './groups.ts'
import { journey } from './journey.ts'
import { mainJob } from './main-job.ts'
import { reportFiles } from './report-files.ts'

journey('the whole job is done', 'desktop', (app) => mainJob(app))
journey('users of an old system are fetched', 'browser', fetchUsers)
journey('groups of users are decided', 'browser', decideGroups)
journey('every file of the report is saved', 'desktop', reportFiles)

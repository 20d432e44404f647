import * as z from 'zod'
import { executors } from './choose-executor.ts'

export const executorSchema = z.enum(executors)

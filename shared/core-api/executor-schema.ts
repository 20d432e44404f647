import * as z from 'zod'
import { executors } from './executor.ts'

export const executorSchema = z.enum(executors)

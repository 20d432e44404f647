import { configureGlobal, readConfigureGlobal } from 'fast-check'
import { seedOfRun } from '../seed.ts'

// The seed of the run, which is printed, chooses what every property is tried with.
configureGlobal({ ...readConfigureGlobal(), seed: seedOfRun('TEST_SEED') })

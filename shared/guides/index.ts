import { auth0 } from './auth0.ts'
import { cognito } from './cognito.ts'
import { entra } from './entra.ts'
import { firebase } from './firebase.ts'
import type { Guide } from './guide.ts'
import { keycloak } from './keycloak.ts'
import { supabase } from './supabase.ts'
import { zitadel } from './zitadel.ts'

/** The guides in the order in which they are offered. */
export const guides: readonly Guide[] = [auth0, cognito, firebase, keycloak, supabase, entra, zitadel]

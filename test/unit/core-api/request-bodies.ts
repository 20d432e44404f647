import * as z from 'zod'

/**
 * The bodies of the five operations as a core reads them, either dialect (specification 4.1 to 4.5, and what real
 * cores add to it). Unknown fields are ignored. Only a core that is played, rehearsed or tested parses them; requests
 * that go out are built by `build-request.ts`.
 */
export const requestBodies = {
  'create-code': z.union([
    z.object({ email: z.string(), phoneNumber: z.undefined().optional() }),
    z.object({ phoneNumber: z.string(), email: z.undefined().optional() }),
  ]),
  'consume-code': z.object({ preAuthSessionId: z.string(), linkCode: z.string() }),
  'update-user': z.object({
    userId: z.string(),
    recipeUserId: z.string().optional(),
    email: z.string().nullable().optional(),
    phoneNumber: z.string().nullable().optional(),
  }),
  'third-party': z.object({
    thirdPartyId: z.string(),
    thirdPartyUserId: z.string(),
    email: z.object({ id: z.string(), isVerified: z.boolean().optional() }),
  }),
  'import-hash': z.object({
    email: z.string(),
    passwordHash: z.string(),
    hashingAlgorithm: z.string().optional(),
  }),
} as const

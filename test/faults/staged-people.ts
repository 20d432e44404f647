import * as z from 'zod'

const method = z.object({
  recipeId: z.string(),
  email: z.string().optional(),
  phoneNumber: z.string().optional(),
  thirdPartyUserId: z.string().optional(),
})
const request = z.object({ users: z.array(z.object({ loginMethods: z.array(method) })) })

/**
 * The effects of a request to stage users, one for each of their login methods, under the names of the single calls
 * with the same effect: a staged user must be neither staged nor sent again.
 */
export function peopleStagedBy(body: string): readonly string[] {
  const { users } = request.parse(JSON.parse(body))
  return users.flatMap(({ loginMethods }) =>
    loginMethods.map(({ recipeId, email, phoneNumber, thirdPartyUserId }) => {
      if (recipeId === 'thirdparty') return `third-party ${thirdPartyUserId}`
      return recipeId === 'emailpassword' ? `import ${email}` : `consume ${email ?? phoneNumber}`
    }),
  )
}

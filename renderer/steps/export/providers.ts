/** What a file can be said to be: every provider whose exports are read, and a table of one's own. */
export const fileProviders: readonly { readonly id: string; readonly title: string }[] = [
  { id: 'auth0', title: 'Auth0' },
  { id: 'firebase', title: 'Firebase Authentication' },
  { id: 'cognito', title: 'Amazon Cognito' },
  { id: 'supabase', title: 'Supabase' },
  { id: 'okta', title: 'Okta' },
  { id: 'keycloak', title: 'Keycloak' },
  { id: 'clerk', title: 'Clerk' },
  { id: 'kratos', title: 'Ory Kratos' },
  { id: 'fusionauth', title: 'FusionAuth' },
  { id: 'frontegg', title: 'Frontegg' },
  { id: 'stytch', title: 'Stytch' },
  { id: 'generic', title: 'Another table: I map its columns' },
]

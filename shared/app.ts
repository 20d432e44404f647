/** The name and version of the app in reports and documents; a test compares them with package.json. */
export const app = { name: 'User Migration Assistant', version: '0.1.0' } as const

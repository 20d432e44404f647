/** What reports and documents call the app that wrote them; a test holds it to package.json. */
export const app = { name: 'User Migration Assistant', version: '0.1.0' } as const

/* What the screen may see. No view holds a password hash, an API key or a signer key. */

export * from './views/count-views.ts'
export * from './views/core-views.ts'
export * from './views/document-views.ts'
export * from './views/export-views.ts'
export * from './views/fetch-views.ts'
export * from './views/preview-views.ts'
export * from './views/user-views.ts'
export * from './views/run-views.ts'
export * from './views/report-views.ts'
export * from './views/recent-views.ts'

/** A file of SQL as text, put into the bundle by the build. */
declare module '*.sql?raw' {
  const statements: string
  export default statements
}

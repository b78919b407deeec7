/** How the database kernel reports what happens to it: never with values of statements in `detail`. */
export type DatabaseLog = (level: 'info' | 'warn' | 'error', message: string, detail?: object) => void

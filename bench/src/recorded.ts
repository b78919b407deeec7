import { type Db, type Sql, sql } from '../../server/src/kernel/database/db.ts'

/** A statement as the driver receives it. */
export type Sent = { text: string; values: unknown[] }

/** A database that records the statements sent through it; `list` is recorded as the statement that it builds. */
export const recording = (db: Db): { db: Db; sent: Sent[] } => {
  const sent: Sent[] = []
  const watch = <Calls extends object>(calls: Calls): Calls =>
    new Proxy(calls, {
      get: (target, name) => {
        const value = Reflect.get(target, name)
        if (name === 'quick') return watch(value as object)
        if (typeof name !== 'string' || typeof value !== 'function') return value
        return (statement: Sql) => {
          const whole =
            name === 'list' ? sql`select coalesce(json_agg(r), '[]') as list from (${statement}) r` : statement
          sent.push({ text: whole.text, values: whole.values })
          return value.call(target, statement)
        }
      },
    })
  return { db: watch(db), sent }
}

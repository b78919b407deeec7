import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { classifyError, isConflict, isStalePlan, leavesConnectionUsable, Unavailable } from './errors.ts'
import { openPool, type PoolOptions, type Query } from './pool.ts'

export { isExclusionViolation, isForeignKeyViolation, isUniqueViolation, Unavailable } from './errors.ts'
/** Statements are written with `sql`; fragments of it nest, `join` makes lists of them, `empty` stands for none. */
export { empty, join, raw, type Sql, sql }

/** The database as handlers see it: the pool, or one open transaction. Each call is one named prepared statement. */
export interface Db {
  /** All rows. */
  many<Row>(statement: Sql): Promise<Row[]>
  /**
   * All rows as one JSON value, made by PostgreSQL and parsed once: for long lists with nested objects, where it takes a
   * third of our processor time off `many`. Instants need formatting in the statement.
   */
  list<Row>(statement: Sql): Promise<Row[]>
  /** The only row; throws if there is none or more than one. */
  one<Row>(statement: Sql): Promise<Row>
  /** The only row, or undefined if there is none; throws if there are more. */
  maybe<Row>(statement: Sql): Promise<Row | undefined>
  /** Runs a statement that answers no rows; the number of rows that it changed. */
  run(statement: Sql): Promise<number>
  readonly [inside]: Executor
}

/** A pool of connections. */
export interface Database extends Db {
  /** Throws `Unavailable` unless the database answers and lets us write (for readyz): a standby does not. */
  check(): Promise<void>
  /** How many connections are open, how many of them idle, and how many calls wait for one. */
  connections(): { open: number; idle: number; waiting: number }
  /** How many statements have been sent since the start, `begin` and `commit` included. */
  statements(): number
  /** Waits for the statements under way, then closes every connection. */
  close(): Promise<void>
}

export interface DatabaseOptions extends PoolOptions {
  /** Called with the text of each statement sent, `begin` and `commit` included. */
  onStatement?: (text: string) => void
}

export interface TransactionOptions {
  /** As `DatabaseOptions.statementTimeout`, for this transaction alone. */
  statementTimeout?: number
  /** As `DatabaseOptions.idleTransactionTimeout`, for this transaction alone: for one that waits for files or other connections. */
  idleTimeout?: number
  /** The name of a lock that is waited for as the transaction begins, so that every statement sees what its last holder wrote. */
  lock?: string
}

type Work<T> = (db: Db) => Promise<T>

interface Executor {
  execute(statement: Sql): Promise<pg.QueryResult>
  /** Several statements in one text, without values or names. */
  script(text: string): Promise<void>
  transaction<T>(work: Work<T>, options?: TransactionOptions): Promise<T>
}

const inside = Symbol('executor')
const triesOfATransaction = 5
/** The driver gives up a little after the server should have, in case the server cannot be heard any more. */
const driverGrace = 5000
/** What begins and ends a transaction without a limit of its own. */
const longestControl = 60_000

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Inside another transaction it
 * is a savepoint of that one. After a deadlock or a serialisation failure the outermost `work` runs again, up to five
 * times, so it does nothing that cannot be repeated.
 */
export const tx = <T>(db: Db, work: Work<T>, options?: TransactionOptions): Promise<T> =>
  db[inside].transaction(work, options)

const lockNumber = (name: string) => createHash('sha256').update(name).digest().readBigInt64BE().toString()

/** Waits for the lock of a name, as `TransactionOptions.lock` does, later in the transaction. */
export const lock = async (db: Db, name: string): Promise<void> => {
  await db.run(sql`select pg_advisory_xact_lock(${lockNumber(name)}::bigint)`)
}

/** Runs a text of several statements without values, for migrations. */
export const script = (db: Db, text: string): Promise<void> => db[inside].script(text)

/** Opens a pool; nothing connects before the first statement. */
export const openDb = ({ onStatement, ...options }: DatabaseOptions): Database => {
  const pool = openPool(options)
  const max = options.max ?? 10
  const statementTimeout = options.statementTimeout ?? 15_000

  let statements = 0
  const counted = (text: string) => {
    statements++
    onStatement?.(text)
  }
  const nameOf = openNames()
  let namesUsedUp = false
  const limitOf = (timeout: number) => timeout && timeout + driverGrace
  const named = (statement: Sql, timeout: number): Query => {
    const { text } = statement
    counted(text)
    const name = nameOf(text)
    if (name === undefined && !namesUsedUp) {
      namesUsedUp = true
      options.log('warn', 'Too many different statements: further ones are not prepared', { text })
    }
    return { ...(name !== undefined && { name }), text, values: statement.values, query_timeout: limitOf(timeout) }
  }

  const execute = async (statement: Sql): Promise<pg.QueryResult> => {
    for (let stalePlans = 0; ; stalePlans++) {
      const client = await pool.acquire()
      try {
        const result = await pool.query(client, named(statement, statementTimeout))
        client.release()
        return result
      } catch (error) {
        client.release(!leavesConnectionUsable(error))
        // Each connection may hold its own stale plan, and the one at fault has just been closed.
        if (isStalePlan(error) && stalePlans < max) continue
        throw classifyError(error)
      }
    }
  }

  const beginning = ({ statementTimeout: timeout, idleTimeout, lock }: TransactionOptions) =>
    [
      'begin',
      ...(timeout === undefined ? [] : [`set local statement_timeout = ${Math.trunc(timeout)}`]),
      ...(idleTimeout === undefined
        ? []
        : [`set local idle_in_transaction_session_timeout = ${Math.trunc(idleTimeout)}`]),
      ...(lock === undefined ? [] : [`select pg_advisory_xact_lock(${lockNumber(lock)})`]),
    ].join('; ')

  const attempt = async <T>(work: Work<T>, transactionOptions: TransactionOptions): Promise<T> => {
    const timeout = transactionOptions.statementTimeout ?? statementTimeout
    const client = await pool.acquire()
    let usable = true
    let over = false
    let tail: Promise<unknown> = Promise.resolve()
    let savepoints = 0

    /** One at a time, in the order asked for, and none after the end. */
    const send = <R>(query: () => Promise<R>): Promise<R> => {
      if (over) throw new Error('A statement was sent after the end of its transaction')
      const sent = tail.then(query).catch(error => {
        usable &&= leavesConnectionUsable(error)
        throw error
      })
      tail = sent.catch(() => {})
      return sent
    }
    const control = (text: string, limit = timeout || longestControl) => {
      counted(text)
      return send(() => pool.query(client, { text, query_timeout: limitOf(limit) }))
    }
    const nested = async <U>(inner: Work<U>): Promise<U> => {
      const savepoint = `nested_${++savepoints}`
      await control(`savepoint ${savepoint}`)
      try {
        const value = await inner(db)
        await control(`release savepoint ${savepoint}`)
        return value
      } catch (error) {
        if (usable) await control(`rollback to savepoint ${savepoint}; release savepoint ${savepoint}`)
        throw error
      }
    }
    const db = makeDb({
      execute: statement => send(() => pool.query(client, named(statement, timeout))),
      script: async text => {
        await control(text, timeout)
      },
      transaction: nested,
    })

    try {
      await control(beginning(transactionOptions))
      const value = await work(db)
      const { command } = await control('commit')
      // PostgreSQL answers a commit with ROLLBACK where a statement had failed and nobody let the error through.
      if (command !== 'COMMIT') throw new Error('A transaction was committed although one of its statements had failed')
      return value
    } catch (error) {
      if (usable) await control('rollback').catch(() => {})
      throw error
    } finally {
      over = true
      client.release(!usable)
    }
  }

  const transaction = async <T>(work: Work<T>, transactionOptions: TransactionOptions = {}): Promise<T> => {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt(work, transactionOptions)
      } catch (error) {
        if (tries === triesOfATransaction || !(isConflict(error) || isStalePlan(error))) throw classifyError(error)
        await sleep(Math.random() * 20 * tries)
      }
    }
  }

  const db = makeDb({ execute, transaction, script: text => transaction(db => script(db, text)) })
  return {
    ...db,
    check: async () => {
      const { writable } = await db.one<{ writable: boolean }>(
        sql`select current_setting('transaction_read_only') = 'off' as writable`,
      )
      if (!writable) throw new Unavailable('The database is read-only')
    },
    connections: pool.connections,
    statements: () => statements,
    close: pool.close,
  }
}

const makeDb = (executor: Executor): Db => {
  const many = async <Row>(statement: Sql): Promise<Row[]> => (await executor.execute(statement)).rows
  const maybe = async <Row>(statement: Sql): Promise<Row | undefined> => {
    const rows = await many<Row>(statement)
    if (rows.length > 1) throw new Error(`Expected one row, got ${rows.length}: ${statement.text}`)
    return rows[0]
  }
  const one = async <Row>(statement: Sql): Promise<Row> => {
    const row = await maybe<Row>(statement)
    if (row === undefined) throw new Error(`Expected one row, got none: ${statement.text}`)
    return row
  }
  const list = async <Row>(statement: Sql): Promise<Row[]> =>
    (await one<{ list: Row[] }>(sql`select coalesce(json_agg(r), '[]') as list from (${statement}) r`)).list
  const run = async (statement: Sql): Promise<number> => (await executor.execute(statement)).rowCount ?? 0
  return { many, list, maybe, one, run, [inside]: executor }
}

/** Each connection keeps each statement, so texts made up without end, as by lists of values, must not fill it. */
const mostNames = 2000

/** The names of a pool's statements; none for a text that comes after too many others. */
const openNames = () => {
  const names = new Map<string, string>()
  return (text: string): string | undefined => {
    let name = names.get(text)
    if (name === undefined && names.size < mostNames) {
      name = createHash('sha256').update(text).digest('hex').slice(0, 32)
      names.set(text, name)
    }
    return name
  }
}

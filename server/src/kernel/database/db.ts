import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import { classifyError, isConflict, isStalePlan, leavesConnectionUsable, Unavailable } from './errors.ts'
import { listen } from './listen.ts'
import { openPool, type PoolOptions, type Query } from './pool.ts'

export { isExclusionViolation, isForeignKeyViolation, isUniqueViolation, Unavailable } from './errors.ts'
/** Statements are written with `sql`; its fragments nest, `join` makes lists of them, `empty` is an empty fragment. */
export { empty, join, raw, type Sql, sql }

/** A statement as it is sent. */
export type Statement = Pick<Sql, 'text' | 'values'>

/** How statements that return rows are run. Each call is one named prepared statement. */
interface Reads {
  /** All rows. */
  many<Row>(statement: Statement): Promise<Row[]>
  /**
   * All rows as one JSON value, built by PostgreSQL and parsed once: for long lists with nested objects it takes a third less processor
   * time in Node than `many`. Instants need formatting in the statement.
   */
  list<Row>(statement: Sql): Promise<Row[]>
  /** The only row; throws if there are none or several. */
  one<Row>(statement: Statement): Promise<Row>
  /** The only row, or undefined if there is none; throws if there are several. */
  maybe<Row>(statement: Statement): Promise<Row | undefined>
}

/** The database as handlers use it: the pool, or one open transaction. */
export interface Db extends Reads {
  /**
   * For what PostgreSQL answers within a few milliseconds without waiting for a lock: outside a transaction such statements share connections, each
   * behind those that were sent before it. See decision 104, Quick statements share connections.
   */
  readonly quick: Reads
  /** Runs a statement that returns no rows; returns the number of rows that it changed. */
  run(statement: Statement): Promise<number>
  /**
   * Runs a statement whose outcome nobody needs. In a transaction it is sent together with the next statement, at the latest with `commit`,
   * and its error fails the transaction; outside of one it is run at once.
   */
  defer(statement: Statement): Promise<void>
  readonly [inside]: Executor
}

/** A pool of connections. */
export interface Database extends Db {
  /** Throws `Unavailable` unless the database answers and can be written to (for `/readyz`); a standby cannot. */
  check(): Promise<void>
  /** How many connections are open and how many are idle, and how many statements wait for one, or for others on one that they share. */
  connections(): { open: number; idle: number; waiting: number }
  /** Number of statements sent since the start, including `begin` and `commit`. */
  statements(): number
  /**
   * Receives the notifications of a channel over a connection of its own, which is opened anew when it is lost: what was notified meanwhile
   * is missed. Returns a function that closes it, to be called before `close`.
   */
  listen(channel: string, receive: (payload: string) => void): () => Promise<void>
  /** Waits for running statements, then closes every connection. */
  close(): Promise<void>
}

/** Options of {@link openDb}. */
export interface DatabaseOptions extends PoolOptions {
  /** Called with the text and the values of each statement sent, including `begin` and `commit`. */
  onStatement?: (text: string, values?: readonly unknown[]) => void
}

/** Options of {@link tx}; times in milliseconds. */
export interface TransactionOptions {
  /** Like `DatabaseOptions.statementTimeout`, for this transaction only. */
  statementTimeout?: number
  /** Like `DatabaseOptions.idleTransactionTimeout`, for this transaction only: for one that waits for files or other connections. */
  idleTimeout?: number
  /** The name of a lock that is acquired at the beginning of the transaction, so that every statement sees what the last holder wrote. */
  lock?: string
}

type Work<T> = (db: Db) => Promise<T>

type Execute = (statement: Statement) => Promise<pg.QueryResult>

interface Executor {
  execute: Execute
  /** The same for quick statements. */
  executeQuick: Execute
  /** See {@link Db.defer}. */
  defer: (statement: Statement) => Promise<void>
  /** Sends several statements in one text, without parameters or names. */
  script(text: string): Promise<void>
  transaction<T>(work: Work<T>, options?: TransactionOptions): Promise<T>
}

const inside = Symbol('executor')
const triesOfATransaction = 5
/** The driver's timeout is this much longer than the server's, in milliseconds, in case the server no longer answers. */
const driverGrace = 5000
/** Timeout in milliseconds of `begin` and `commit` in a transaction without a limit of its own. */
const longestControl = 60_000

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Inside another transaction it is a savepoint.
 * After a deadlock or a serialisation failure the outermost `work` runs again, up to five times, so all its effects outside the database
 * must be repeatable.
 */
export const tx = <T>(db: Db, work: Work<T>, options?: TransactionOptions): Promise<T> =>
  db[inside].transaction(work, options)

const lockNumber = (name: string) => createHash('sha256').update(name).digest().readBigInt64BE().toString()

/** Acquires the lock of a name, like `TransactionOptions.lock`, but later in the transaction. */
export const lock = async (db: Db, name: string): Promise<void> => {
  await db.run(sql`select pg_advisory_xact_lock(${lockNumber(name)}::bigint)`)
}

/** Runs a text of several statements without parameters, for migrations. */
export const script = (db: Db, text: string): Promise<void> => db[inside].script(text)

/** Opens a pool; it connects at the first statement. */
export const openDb = ({ onStatement, ...options }: DatabaseOptions): Database => {
  const pool = openPool(options)
  const max = options.max ?? 10
  const statementTimeout = options.statementTimeout ?? 15_000

  let statements = 0
  const counted = (text: string, values?: readonly unknown[]) => {
    statements++
    onStatement?.(text, values)
  }
  const nameOf = openNames()
  let namesUsedUp = false
  const limitOf = (timeout: number) => timeout && timeout + driverGrace
  const named = (statement: Statement, timeout: number): Query => {
    const { text, values } = statement
    counted(text, values)
    const name = nameOf(text)
    if (name === undefined && !namesUsedUp) {
      namesUsedUp = true
      options.log('warn', 'Too many different statements: further ones are not prepared', { text })
    }
    const query_timeout = limitOf(timeout)
    return name === undefined ? { text, values, query_timeout } : { name, text, values, query_timeout }
  }

  const execute: Execute = async statement => {
    for (let stalePlans = 0; ; stalePlans++) {
      const client = await pool.acquire()
      try {
        const result = await pool.query(client, named(statement, statementTimeout))
        client.release()
        return result
      } catch (error) {
        client.release(!leavesConnectionUsable(error))
        // Each connection may have its own stale plan, and the one that failed has just been closed.
        if (isStalePlan(error) && stalePlans < max) continue
        throw classifyError(error)
      }
    }
  }

  const executeQuick: Execute = async statement => {
    try {
      return await pool.queryShared(named(statement, statementTimeout))
    } catch (error) {
      if (isStalePlan(error)) return execute(statement)
      throw classifyError(error)
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
    let savepoints = 0
    let deferred: Statement[] = []
    /** The error of the first deferred statement that failed. Those after it say only that the transaction is aborted. */
    let failed: { error: unknown } | undefined

    /** Sends statements at once, in the order of the calls, and none after the end. */
    const send = async <R>(query: () => Promise<R>): Promise<R> => {
      if (over) throw new Error('A statement was sent after the end of its transaction')
      try {
        return await query()
      } catch (error) {
        usable &&= leavesConnectionUsable(error)
        throw error
      }
    }
    /** Sends what is deferred; what is sent before the event loop goes on travels with it. */
    const sendDeferred = () => {
      const statements = deferred
      deferred = []
      for (const statement of statements)
        send(() => pool.query(client, named(statement, timeout))).catch(error => {
          failed ??= { error }
        })
    }
    const control = (text: string, limit = timeout || longestControl) => {
      sendDeferred()
      counted(text)
      return send(() => pool.query(client, { text, query_timeout: limitOf(limit) }))
    }
    const rollBack = (text: string) => {
      deferred = []
      return control(text)
    }
    /** Sends the last statement. What is called after it, in parallel to what has failed, would run outside the transaction. */
    const end = (text: 'commit' | 'rollback') => {
      const ended = text === 'commit' ? control(text) : rollBack(text)
      over = true
      return ended
    }
    const nested = async <U>(inner: Work<U>): Promise<U> => {
      const savepoint = `nested_${++savepoints}`
      await control(`savepoint ${savepoint}`)
      try {
        const value = await inner(db)
        await control(`release savepoint ${savepoint}`)
        return value
      } catch (error) {
        if (usable) await rollBack(`rollback to savepoint ${savepoint}; release savepoint ${savepoint}`)
        const cause = failed ?? { error }
        failed = undefined
        throw cause.error
      }
    }
    const execute: Execute = statement => {
      sendDeferred()
      return send(() => pool.query(client, named(statement, timeout)))
    }
    const db = makeDb({
      execute,
      executeQuick: execute,
      defer: async statement => {
        if (over) throw new Error('A statement was deferred after the end of its transaction')
        deferred.push(statement)
      },
      script: async text => {
        await control(text, timeout)
      },
      transaction: nested,
    })

    // The first statement does not wait for the answer, unless a lock has to be held before the work begins.
    const begun = control(beginning(transactionOptions)).then(
      () => undefined,
      error => ({ error }),
    )
    const requireBegun = async () => {
      const refused = await begun
      if (refused) throw refused.error
    }
    try {
      if (transactionOptions.lock !== undefined) await requireBegun()
      const value = await work(db)
      await requireBegun()
      const { command } = await end('commit')
      if (failed) throw failed.error
      // PostgreSQL answers a commit with ROLLBACK if a statement had failed and its error was caught.
      if (command !== 'COMMIT') throw new Error('A transaction was committed although one of its statements had failed')
      return value
    } catch (error) {
      const refused = await begun
      if (usable && !over) await end('rollback').catch(() => {})
      throw (refused ?? failed ?? { error }).error
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

  const db = makeDb({
    execute,
    executeQuick,
    defer: async statement => {
      await execute(statement)
    },
    transaction,
    script: text => transaction(db => script(db, text)),
  })
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
    listen: (channel, receive) => listen(pool.newClient, options.log, { channel, receive }),
    close: pool.close,
  }
}

const makeReads = (execute: Execute): Reads => {
  const many = async <Row>(statement: Statement): Promise<Row[]> => (await execute(statement)).rows
  const maybe = async <Row>(statement: Statement): Promise<Row | undefined> => {
    const rows = await many<Row>(statement)
    if (rows.length > 1) throw new Error(`Expected one row, got ${rows.length}: ${statement.text}`)
    return rows[0]
  }
  const one = async <Row>(statement: Statement): Promise<Row> => {
    const row = await maybe<Row>(statement)
    if (row === undefined) throw new Error(`Expected one row, got none: ${statement.text}`)
    return row
  }
  const list = async <Row>(statement: Sql): Promise<Row[]> =>
    (await one<{ list: Row[] }>(sql`select coalesce(json_agg(r), '[]') as list from (${statement}) r`)).list
  return { many, list, maybe, one }
}

const makeDb = (executor: Executor): Db => ({
  ...makeReads(executor.execute),
  quick: makeReads(executor.executeQuick),
  run: async statement => (await executor.execute(statement)).rowCount ?? 0,
  defer: executor.defer,
  [inside]: executor,
})

/** Each connection keeps each prepared statement, so texts in unlimited variety, such as lists of values, must not fill it. */
const mostNames = 2000

/** The statement names of a pool; undefined for a text that comes after too many others. */
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

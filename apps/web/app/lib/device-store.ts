/** Every database of the app: what is not listed could not be cleared in browsers that do not list them. */
export const DATABASES = [
  'switchyard',
  'switchyard-file-drafts',
  'switchyard-files',
  'switchyard-git',
  'switchyard-history',
  'switchyard-items',
  'switchyard-kept',
  'switchyard-node-sites',
  'switchyard-templates',
  'switchyard-versions',
] as const

export type StoreQuery<Row, T> = (store: TypedStore<Row>) => IDBRequest<T>

export interface TypedStore<Row> extends Omit<IDBObjectStore, 'getAll' | 'put'> {
  getAll: (query?: IDBKeyRange) => IDBRequest<Row[]>
  put: (row: Row) => IDBRequest<IDBValidKey>
}

/**
 * One table of a database in this browser. It stays open once it is used: a later call hands its request to the database
 * before it returns, so that the request is carried out even if the page is closed at once.
 */
export function deviceStore<Row>(database: (typeof DATABASES)[number], table: string, keyPath: string & keyof Row) {
  const open = opener(database, table, keyPath)
  return async <T>(mode: IDBTransactionMode, ask: StoreQuery<Row, T>): Promise<T> => {
    const now = open()
    return askIn('then' in now ? await now : now, table, mode, ask)
  }
}

/** Hands a request over; gives back what it found. */
type AskStep<Row> = <T>(query: StoreQuery<Row, T>) => Promise<T>

/**
 * One table of a database in this browser, for steps that belong together: all of what they change is kept, or nothing, and
 * nobody changes anything between two of them. Within the steps only their own requests are waited for.
 */
export function deviceSteps<Row>(database: (typeof DATABASES)[number], table: string, keyPath: string & keyof Row) {
  const open = opener(database, table, keyPath)
  return async <T>(mode: IDBTransactionMode, steps: (ask: AskStep<Row>) => Promise<T>): Promise<T> =>
    stepsIn(await open(), table, mode, steps)
}

/** Opens a database once, and again after somebody deleted it. */
function opener(database: string, table: string, keyPath: string): () => IDBDatabase | Promise<IDBDatabase> {
  let opened: IDBDatabase | undefined
  let opening: Promise<IDBDatabase> | undefined

  const open = async (): Promise<IDBDatabase> => {
    try {
      const fresh = await openDatabase(database, table, keyPath)
      const leave = () => {
        fresh.close()
        opened = undefined
      }
      // Who deletes the database waits until nobody has it open.
      fresh.addEventListener('versionchange', leave)
      fresh.addEventListener('close', leave)
      return (opened = fresh)
    } finally {
      opening = undefined
    }
  }

  return () => opened ?? (opening ??= open())
}

function openDatabase(name: string, table: string, keyPath: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1)
    opening.addEventListener('upgradeneeded', () => void opening.result.createObjectStore(table, { keyPath }))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('No storage')))
    opening.addEventListener('success', () => resolve(opening.result))
  })
}

function askIn<Row, T>(
  database: IDBDatabase,
  table: string,
  mode: IDBTransactionMode,
  ask: StoreQuery<Row, T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    // It fails where another program of this origin left a database without our table.
    const transaction = database.transaction(table, mode)
    const request = ask(transaction.objectStore(table))
    const fail = () => reject(transaction.error ?? new Error('No storage'))
    transaction.addEventListener('complete', () => resolve(request.result))
    transaction.addEventListener('error', fail)
    // A full disk ends a transaction without an error of any request.
    transaction.addEventListener('abort', fail)
    transaction.commit()
  })
}

async function stepsIn<Row, T>(
  database: IDBDatabase,
  table: string,
  mode: IDBTransactionMode,
  steps: (ask: AskStep<Row>) => Promise<T>,
): Promise<T> {
  const transaction = database.transaction(table, mode)
  const kept = new Promise<void>((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new Error('No storage'))
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('error', fail)
    transaction.addEventListener('abort', fail)
  })
  const ask: AskStep<Row> = (query) =>
    new Promise((resolve, reject) => {
      const request = query(transaction.objectStore(table))
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('No storage')))
    })
  try {
    const result = await steps(ask)
    await kept
    return result
  } catch (error) {
    // What stops the steps is said; that the transaction ends with it is no second failure.
    kept.catch(() => undefined)
    try {
      transaction.abort()
    } catch {
      // It has ended already.
    }
    throw error
  }
}

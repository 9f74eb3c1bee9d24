/** Every database of the app: what is not listed could not be cleared in browsers that do not list them. */
export const DATABASES = [
  'switchyard',
  'switchyard-history',
  'switchyard-items',
  'switchyard-kept',
  'switchyard-templates',
  'switchyard-versions',
] as const

export type StoreQuery<Row, T> = (store: TypedStore<Row>) => IDBRequest<T>

export interface TypedStore<Row> extends Omit<IDBObjectStore, 'getAll' | 'put'> {
  getAll: () => IDBRequest<Row[]>
  put: (row: Row) => IDBRequest<IDBValidKey>
}

/**
 * One table of a database in this browser. It stays open once it is used: a later call hands its request to the database
 * before it returns, so that the request is carried out even if the page is closed at once.
 */
export function deviceStore<Row>(database: (typeof DATABASES)[number], table: string, keyPath: string & keyof Row) {
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

  return async <T>(mode: IDBTransactionMode, ask: StoreQuery<Row, T>): Promise<T> =>
    askIn(opened ?? (await (opening ??= open())), table, mode, ask)
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

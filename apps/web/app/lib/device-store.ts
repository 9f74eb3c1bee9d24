/** Every database of the app: what is not listed could not be cleared in browsers that do not list them. */
export const DATABASES = ['switchyard', 'switchyard-templates', 'switchyard-versions'] as const

/** One table of a database in this browser; every call opens it, asks once and closes it. */
export function deviceStore<Row>(database: (typeof DATABASES)[number], table: string, keyPath: string & keyof Row) {
  return <T>(mode: IDBTransactionMode, ask: (store: TypedStore<Row>) => IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const opening = indexedDB.open(database, 1)
      opening.addEventListener('upgradeneeded', () => void opening.result.createObjectStore(table, { keyPath }))
      opening.addEventListener('error', () => reject(opening.error ?? new Error('No storage')))
      opening.addEventListener('success', () => {
        const opened = opening.result
        const fail = (error: unknown) => {
          opened.close()
          reject(error instanceof Error ? error : new Error('No storage'))
        }
        try {
          const transaction = opened.transaction(table, mode)
          const request = ask(transaction.objectStore(table))
          transaction.addEventListener('complete', () => {
            opened.close()
            resolve(request.result)
          })
          transaction.addEventListener('error', () => fail(transaction.error))
          // A full disk ends a transaction without an error of any request.
          transaction.addEventListener('abort', () => fail(transaction.error))
        } catch (error) {
          // Another program of this origin left a database without our table.
          fail(error)
        }
      })
    })
}

interface TypedStore<Row> extends Omit<IDBObjectStore, 'getAll' | 'put'> {
  getAll: () => IDBRequest<Row[]>
  put: (row: Row) => IDBRequest<IDBValidKey>
}

/** One table of a database in this browser; every call opens it, asks once and closes it. */
export function deviceStore<Row>(database: string, table: string, keyPath: string & keyof Row) {
  return <T>(mode: IDBTransactionMode, ask: (store: TypedStore<Row>) => IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const opening = indexedDB.open(database, 1)
      opening.addEventListener('upgradeneeded', () => void opening.result.createObjectStore(table, { keyPath }))
      opening.addEventListener('error', () => reject(opening.error ?? new Error('No storage')))
      opening.addEventListener('success', () => {
        const opened = opening.result
        const transaction = opened.transaction(table, mode)
        const request = ask(transaction.objectStore(table))
        transaction.addEventListener('complete', () => {
          opened.close()
          resolve(request.result)
        })
        transaction.addEventListener('error', () => {
          opened.close()
          reject(transaction.error ?? new Error('No storage'))
        })
      })
    })
}

interface TypedStore<Row> extends Omit<IDBObjectStore, 'getAll' | 'put'> {
  getAll: () => IDBRequest<Row[]>
  put: (row: Row) => IDBRequest<IDBValidKey>
}

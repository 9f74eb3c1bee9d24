/** The same as `SUCCESS` of the contract. Importing that would load all schemas into the threads of the engine. */
const SUCCESS = 200

/** Puts data into the envelope of the contract. */
export function enveloped<Data>(data: Data): { code: number; message: string; data: Data } {
  return { code: SUCCESS, message: 'OK', data }
}

/** `SUCCESS` of the contract. Its import would bring all schemas into the threads of the engine. */
const SUCCESS = 200

/** Puts data that was asked for into its envelope, as the contract says it. */
export function enveloped<Data>(data: Data): { code: number; message: string; data: Data } {
  return { code: SUCCESS, message: 'OK', data }
}

import { call } from '../../lib/api.ts'

/** An address, which the page asks for only to copy it. */
export async function urlOf(output: string, address: string): Promise<string> {
  const params = { output, address }
  return (await call('GET /api/outputs/:output/addresses/:address', { params, quiet: true })).url
}

import type { CompiledQuery, Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * A query that is compiled at its first run: that takes longer than most of ours run. `build` is given stand-ins in place of
 * the values, and may hand them on as values of the query only.
 */
export function compileOnce<Values extends readonly (string | number)[], Row>(
  query: Kysely<Tables>,
  build: (...values: Values) => { compile: () => CompiledQuery<Row> },
): (...values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  let standIns: readonly unknown[] = []
  return async (...values) => {
    if (compiled === undefined) {
      standIns = values.map((_, at) => ({ at }))
      // The builder takes any value without a look at it.
      compiled = build(...(standIns as unknown as Values)).compile()
    }
    const parameters = compiled.parameters.map((parameter) => {
      const at = standIns.indexOf(parameter)
      return at === -1 ? parameter : values[at]
    })
    return (await query.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}

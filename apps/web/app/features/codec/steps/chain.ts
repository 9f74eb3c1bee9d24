import { STEP_FACTS, type CodecStep, type StepId, optionOf } from './step-facts.ts'

export type Chain = readonly CodecStep[]

/** A chain of more steps does nothing that anybody wants. */
export const STEPS_MAX = 20

/** The query of an address: `base64-decode,json-format.indent=4`. It holds steps and their options, never data. */
export function chainToQuery(chain: Chain): string {
  return chain
    .map((step) => {
      const changed = Object.keys(STEP_FACTS[step.id].options ?? {}).flatMap((name) => {
        const value = optionOf(step, name)
        return value === STEP_FACTS[step.id].options![name]![0] ? [] : [`${name}=${value}`]
      })
      return [step.id, ...changed].join('.')
    })
    .join(',')
}

/** What an address asks for; steps, options and values that nobody knows are passed over. */
export function chainFromQuery(query: string): Chain {
  const steps: CodecStep[] = []
  for (const part of query.split(',', STEPS_MAX)) {
    const [id = '', ...pairs] = part.split('.')
    if (!isStepId(id)) continue
    const given = new Map(pairs.map((pair) => [pair.split('=', 1)[0], pair.slice(pair.indexOf('=') + 1)]))
    const options: Record<string, string> = {}
    for (const [name, [usual, ...values]] of Object.entries(STEP_FACTS[id].options ?? {})) {
      const value = given.get(name)
      if (value !== undefined && value !== usual && values.includes(value)) options[name] = value
    }
    steps.push({ id, options })
  }
  return steps
}

function isStepId(id: string): id is StepId {
  return Object.hasOwn(STEP_FACTS, id)
}

/**
 * The chain that leads back; undefined where a step has no way back. `found`: options with which each step's inverse gives
 * its input again, as the steps themselves found out.
 */
export function inverseChain(
  chain: Chain,
  found: readonly (CodecStep['options'] | undefined)[] = [],
): Chain | undefined {
  const inverse: CodecStep[] = []
  for (const [index, { id }] of chain.entries()) {
    const back = STEP_FACTS[id].inverse
    if (back === undefined) return undefined
    inverse.unshift({ id: back, options: found[index] ?? {} })
  }
  return inverse
}

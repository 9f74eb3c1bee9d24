import type { Chain } from '../../features/codec/steps/chain.ts'
import { detect, type DetectedSteps } from '../../features/codec/steps/detect.ts'
import { type ChainResult, runChain } from '../../features/codec/steps/run-chain.ts'
import type { Data, StepSurroundings } from '../../features/codec/steps/step.ts'

/** The steps of the codec. */
export const codec = {
  /** Text or bytes through a chain, and the steps that the result seems to ask for. */
  async run(
    chain: Chain,
    input: Data,
    lang: StepSurroundings['lang'],
    readQr: StepSurroundings['readQr'],
  ): Promise<ChainResult & DetectedSteps> {
    const surroundings = { lang, readQr }
    const done = await runChain(chain, input, surroundings)
    return { ...done, ...(done.output === undefined ? { next: [] } : await detect(done.output, surroundings)) }
  },
}

import { useEffect, useState } from 'react'
import { useRouteLocale } from '../../lib/use-route-locale.ts'
import type { CodecInput } from './codec-input.ts'
import { type CodecRun, runCodec } from './run-codec.ts'
import type { Chain } from './steps/chain.ts'

const TYPING_MS = 80

interface Run {
  chain: Chain
  input: CodecInput
  outcome: CodecRun
}

/** The result of the chain. While the next one is on its way, the last one stays: `isCurrent` is false. */
export function useCodec(chain: Chain, input: CodecInput): { outcome: CodecRun | undefined; isCurrent: boolean } {
  const locale = useRouteLocale()
  const [run, setRun] = useState<Run>()
  const isEmpty = input.data.length === 0
  useEffect(() => {
    if (isEmpty) return
    let isWanted = true
    const timer = setTimeout(() => {
      void runCodec(chain, input.data, locale).then((outcome) => isWanted && setRun({ chain, input, outcome }))
    }, TYPING_MS)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [chain, input, isEmpty, locale])
  if (isEmpty) return { outcome: undefined, isCurrent: true }
  return { outcome: run?.outcome, isCurrent: run !== undefined && run.chain === chain && run.input === input }
}

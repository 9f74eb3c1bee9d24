import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { usePageActions, type PageAction } from '../../lib/page-actions.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { copyText } from '../../ui/copy-button.tsx'
import { codecInput, NO_INPUT } from './codec-input.ts'
import { Generator } from './generator.tsx'
import { InputPane } from './input-pane.tsx'
import { OutputPane, outputFile } from './output-pane.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { SAMPLE } from './sample.ts'
import { StepList } from './step-list.tsx'
import { type Chain, chainFromQuery, chainToQuery, inverseChain, STEPS_MAX } from './steps/chain.ts'
import { STEP_FACTS } from './steps/step-facts.ts'
import { useCodec } from './use-codec.ts'

const STEPS_PARAMETER = 'steps'

/** Text or a file through a chain of steps. The chain stands in the address, what goes through it nowhere. */
export function Codec() {
  const t = useTranslations('codec')
  const [search, setSearch] = useSearchParams()
  const query = search.get(STEPS_PARAMETER) ?? ''
  const chain = useMemo(() => chainFromQuery(query), [query])
  const input = useStore(codecInput, NO_INPUT)
  const { outcome, isCurrent } = useCodec(chain, input)
  const output = outcome?.output

  const setChain = (next: Chain) => {
    const steps = chainToQuery(next)
    setSearch(steps === '' ? {} : { [STEPS_PARAMETER]: steps }, { replace: true, preventScrollReset: true })
  }
  const undoable = (text: string, run: () => void) => {
    run()
    const undo = () => {
      codecInput.set(input)
      setChain(chain)
    }
    showToast({ kind: 'undo', text, action: { label: t('undo'), run: undo } })
  }
  const inverse = inverseChain(
    chain,
    outcome?.reports.map(({ inverse }) => inverse),
  )
  const oneWay = chain.find(({ id }) => STEP_FACTS[id].inverse === undefined)
  const canSwap = inverse !== undefined && chain.length > 0 && output !== undefined && isCurrent
  const swap = () => {
    if (!canSwap) return
    undoable(t('swapped'), () => {
      codecInput.set({ data: output })
      setChain(inverse)
    })
  }
  const clear = () => undoable(t('cleared'), () => codecInput.set(NO_INPUT))
  const next = isCurrent ? proposed(chain, outcome?.next ?? []) : []
  const takeNext = () => setChain([...chain, ...next])
  const loadSample = () => codecInput.set({ data: SAMPLE })

  usePageActions(
    // oxlint-disable-next-line react/exhaustive-deps -- what they run reads the page as it is when it is drawn
    useMemo<PageAction[]>(() => {
      const hasOutput = output !== undefined
      return [
        { id: 'codec-take', label: t('useIt'), icon: 'zap', keywords: 'detect auto cy caiyong shibie', keys: 'mod+enter', disabled: next.length === 0, run: takeNext },
        { id: 'codec-copy', label: t('copy'), icon: 'copy', keywords: 'copy result fz fuzhi', keys: 'mod+alt+c', disabled: typeof output !== 'string', run: () => void (typeof output === 'string' && copyText(output)) },
        { id: 'codec-download', label: t('download'), icon: 'download', keywords: 'download save xz xiazai', disabled: !hasOutput, run: () => hasOutput && saveFile(...outputFile(output)) },
        { id: 'codec-swap', label: t('swap'), icon: 'arrow-left-right', keywords: 'swap reverse fx fanxiang', disabled: !canSwap, run: swap },
        { id: 'codec-sample', label: t('sample'), icon: 'file-text', keywords: 'sample example sl shili', run: loadSample },
        { id: 'codec-clear', label: t('clear'), icon: 'x', keywords: 'clear qk qingkong', disabled: input.data.length === 0, run: clear },
      ]
    }, [t, output, chain, input, next.length, canSwap]),
  ) // oxfmt-ignore

  return (
    <div className="codec">
      <InputPane input={input} next={next} onTakeNext={takeNext} onClear={clear} onSample={loadSample} />
      <StepList
        chain={chain}
        outcome={outcome}
        isCurrent={isCurrent}
        onChange={setChain}
        onRemove={(rest, done) => undoable(done, () => setChain(rest))}
        swap={{ run: swap, isOff: !canSwap, oneWay: oneWay?.id }}
      />
      <OutputPane outcome={outcome} chain={chain} isCurrent={isCurrent} />
      <Generator />
    </div>
  )
}

/** Whoever just encoded something does not want it decoded. */
function proposed(chain: Chain, next: Chain): Chain {
  const last = chain.at(-1)
  if (last !== undefined && STEP_FACTS[last.id].inverse === next[0]?.id) return []
  return chain.length + next.length > STEPS_MAX ? [] : next
}

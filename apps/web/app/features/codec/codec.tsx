import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { usePageActions, type PageAction } from '../../lib/page-actions.ts'
import { useStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import { type CodecInput, codecInput, NO_INPUT } from './codec-input.ts'
import { Generator } from './generator.tsx'
import { SourcePane } from './source-pane.tsx'
import { MadePane } from './made-pane.tsx'
import { PACKED_SAMPLE } from './sample.ts'
import { StepList } from './step-list.tsx'
import { type Chain, chainFromQuery, chainToQuery, inverseChain, STEPS_MAX } from './steps/chain.ts'
import { STEP_FACTS } from './steps/step-facts.ts'
import { useCodec } from './use-codec.ts'

const STEPS_PARAMETER = 'steps'

/** An action does what its button does. */
const press = (testId: string) => () => document.querySelector<HTMLElement>(`[data-testid=${testId}]`)?.click()

const loadSample = () => codecInput.set({ data: PACKED_SAMPLE })

/** Text or a file through a chain of steps. The chain stands in the address, what goes through it nowhere. */
export function Codec() {
  const t = useTranslations('codec')
  const words = useTranslations('toolInput')
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
  const goTo = (input: CodecInput, chain: Chain) => {
    codecInput.set(input)
    setChain(chain)
  }
  const undoable = (text: string, run: () => void) => {
    run()
    showToast({ kind: 'undo', text, action: { label: t('undo'), run: () => goTo(input, chain) } })
  }
  const inverse = inverseChain(
    chain,
    outcome?.reports.map(({ inverse }) => inverse),
  )
  const oneWay = chain.find(({ id }) => STEP_FACTS[id].inverse === undefined)
  const canSwap = inverse !== undefined && chain.length > 0 && output !== undefined && isCurrent
  const swap = () => {
    if (!canSwap) return
    undoable(t('swapped'), () => goTo({ data: output }, inverse))
  }
  const clear = () => undoable(t('cleared'), () => codecInput.set(NO_INPUT))
  const next = isCurrent ? proposed(chain, outcome?.next ?? []) : []

  const canTake = next.length > 0
  const hasInput = input.data.length > 0
  usePageActions(
    useMemo<PageAction[]>(
      () => [
        { id: 'codec-take', label: t('useIt'), icon: 'zap', keywords: 'detect auto use sy shiyong shibie', keys: 'mod+enter', disabled: !canTake, run: press('codec-take') },
        { id: 'codec-copy', label: t('copy'), icon: 'copy', keywords: 'copy result fz fuzhi', keys: 'mod+alt+c', disabled: !hasInput, run: press('codec-copy') },
        { id: 'codec-download', label: t('download'), icon: 'download', keywords: 'download save xz xiazai', disabled: !hasInput, run: press('codec-download') },
        { id: 'codec-swap', label: t('swap'), icon: 'arrow-left-right', keywords: 'swap reverse fx fanxiang', disabled: !canSwap, run: press('codec-swap') },
        { id: 'codec-sample', label: t('sample'), icon: 'file-text', keywords: 'sample example sl shili', run: loadSample },
        { id: 'codec-clear', label: words('clear'), icon: 'x', keywords: 'clear qk qingkong', disabled: !hasInput, run: press('codec-clear') },
      ],
      [t, words, canTake, hasInput, canSwap],
    ),
  ) // oxfmt-ignore

  return (
    <div className="codec">
      <SourcePane
        input={input}
        next={next}
        pictureIssue={isCurrent && chain.length === 0 ? outcome?.pictureIssue : undefined}
        onTakeNext={() => setChain([...chain, ...next])}
        onClear={clear}
        onSample={loadSample}
      />
      <StepList
        chain={chain}
        outcome={outcome}
        isCurrent={isCurrent}
        onChange={setChain}
        onRemove={(rest, done) => undoable(done, () => setChain(rest))}
        swap={{ run: swap, isOff: !canSwap, oneWay: oneWay?.id }}
      />
      <MadePane outcome={outcome} chain={chain} isCurrent={isCurrent} />
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

import { useEffect, useMemo, useState } from 'react'
import { useStore } from '../../../lib/store.ts'
import { compareClients } from '../session/compare-clients.ts'
import { isComparisonOf, keptByOutput, mostKept } from '../session/comparison.ts'
import { keptOf, type NodesKept } from '@switchyard/recipe/model'
import { isHalted } from '../../../components/engine/desk-state.ts'
import { useIsOfOutput, useModel, useSession, useStatePart } from '../session/use-convert.ts'

/** Counting converts the nodes for every client. After the first count it waits for a pause in typing. */
const COUNT_AGAIN_AFTER_MS = 400
/** So many nodes are counted in about a second. */
const COUNTED_MAX = 5000

interface KeptCounts {
  /** The last numbers stay until the nodes are counted again. */
  counts: ReadonlyMap<string, NodesKept>
  /** The numbers are counted soon. */
  areComing: boolean
  /** There are too many nodes. A client is counted when it is chosen, and all are when the comparison opens. */
  areLater: boolean
  /** The numbers belong to the nodes of now. */
  areKnown: boolean
  /** How many the best client keeps; undefined as long as the others are not counted. */
  most: number | undefined
}

const NONE: ReadonlyMap<string, NodesKept> = new Map()

/** How many nodes each output would have. */
export function useKeptCounts(): KeptCounts {
  const comparison = useStore(useSession().comparison, undefined)
  const model = useModel()
  const nodes = useStatePart(({ result }) => result?.counts.nodes)
  const areComing = nodes === undefined || (nodes > 0 && nodes <= COUNTED_MAX)
  const areKnown = comparison !== undefined && isComparisonOf(comparison, model)
  const shown = areKnown || (nodes !== undefined && areComing) ? comparison : undefined
  const ofResult = useKeptOfResult()
  const { output } = model
  // The result is newer than a count of all clients, which may be of the nodes before.
  const counts = useMemo(() => {
    const counted = shown ? keptByOutput(shown) : NONE
    return ofResult && nodes ? new Map([...counted, [output, ofResult]]) : counted
  }, [shown, nodes, output, ofResult])
  const areLater = nodes !== undefined && nodes > COUNTED_MAX
  const most = counts.size > 1 ? mostKept(counts.values()) : undefined
  return { counts, areComing, areLater, areKnown, most }
}

/** How many nodes the result has, if it is for the chosen client. It is known before the clients are counted. */
export function useKeptOfResult(): NodesKept | undefined {
  const isOfOutput = useIsOfOutput()
  const counts = useStatePart(({ result }) => result?.counts)
  return useMemo(() => (counts && isOfOutput ? keptOf(counts) : undefined), [counts, isOfOutput])
}

/** How many nodes each output would have. They are counted as soon as there is a result. */
export function useCountedOutputs(): KeptCounts {
  const session = useSession()
  const kept = useKeptCounts()
  const hasResult = useStatePart(({ result, isOld }) => !isOld && result !== undefined)
  const isHeld = useStatePart(({ status }) => status === 'manual' || isHalted(status))
  const [hasFailed, setFailed] = useState(false)
  const isWanted = hasResult && kept.areComing && !kept.areKnown
  useEffect(() => {
    if (!isWanted) return
    const ms = session.comparison.get() ? COUNT_AGAIN_AFTER_MS : 0
    const count = () => {
      setFailed(false)
      // What a worker cannot count is not shown.
      void compareClients(session).catch(() => setFailed(true))
    }
    const timer = setTimeout(count, ms)
    return () => clearTimeout(timer)
  }, [session, isWanted])
  return { ...kept, areComing: kept.areComing && !hasFailed && !isHeld }
}

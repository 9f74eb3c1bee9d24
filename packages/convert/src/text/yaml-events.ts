import { COLLECTION_STYLE, EVENT_ID, type Event, parseEvents, YAMLException } from 'js-yaml'
import { joinFlowLines, type JoinedFlows } from './flow-lines.ts'
import { MAX_DEPTH } from './json.ts'

/**
 * What the parser finds in a YAML text. It refuses a flow list or map with a line that is not indented below its key,
 * such as one that is closed by a bracket in column 0. Clients and PyYAML take it, and so does this. Throws what
 * the parser throws.
 */
export function parseYamlEvents(text: string): Event[] {
  try {
    return parseEvents(text, { maxDepth: MAX_DEPTH })
  } catch (error) {
    if (!(error instanceof YAMLException) || error.reason !== 'deficient indentation') throw error
    const joined = joinFlowLines(text)
    if (joined.gaps.length === 0) throw error
    const events = parseJoined(joined, error)
    if (!isSameText(events, joined)) throw error
    return events
  }
}

/** What is wrong with a flow is what was found in the text itself: that it is not closed, as a rule. */
function parseJoined({ text, flows }: JoinedFlows, first: YAMLException): Event[] {
  try {
    return parseEvents(text, { maxDepth: MAX_DEPTH })
  } catch (error) {
    const at = error instanceof YAMLException ? error.mark?.position : undefined
    const isInFlow = at === undefined || flows.some(({ start, end }) => start <= at && at <= end)
    throw isInFlow ? first : error
  }
}

/** Whether nothing but the space between parts of flows was changed. */
function isSameText(events: readonly Event[], { flows, gaps }: JoinedFlows): boolean {
  let flow = 0
  let gap = 0
  for (const event of events) {
    if (event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.MAPPING) {
      if (event.start === flows[flow]?.start && event.style === COLLECTION_STYLE.FLOW) flow++
    } else if (event.type === EVENT_ID.SCALAR) {
      while (gap < gaps.length && gaps[gap]!.end <= event.valueStart) gap++
      if (gap < gaps.length && gaps[gap]!.start < event.valueEnd) return false
    }
  }
  return flow === flows.length
}

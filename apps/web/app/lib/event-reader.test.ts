import { expect, test } from 'vitest'
import { eventReader, type StreamEvent } from './event-reader.ts'

function eventsOf(bits: readonly string[]): StreamEvent[] {
  const events: StreamEvent[] = []
  const read = eventReader((event) => events.push(event))
  for (const bit of bits) read(bit)
  return events
}

const TWO = 'event: result\ndata: {"index":0}\n\n: still there\n\nevent: end\ndata: {"left":2}\n\n'
const EVENTS = [
  { event: 'result', data: { index: 0 } },
  { event: 'end', data: { left: 2 } },
]

test('wherever an answer is cut, the same events are read of it', () => {
  for (let at = 0; at <= TWO.length; at++) expect(eventsOf([TWO.slice(0, at), TWO.slice(at)]), `${at}`).toEqual(EVENTS)
  expect(eventsOf(TWO.split(''))).toEqual(EVENTS)
})

test('an event that is cut off is none', () => {
  expect(eventsOf(['event: result\ndata: {"index":0}\n\nevent: end\ndata: {"le'])).toEqual(EVENTS.slice(0, 1))
})

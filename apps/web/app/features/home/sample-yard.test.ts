import { buildRequest, Converter, EMPTY_RECIPE, withOutput, withText } from '@switchyard/recipe'
import { expect, test } from 'vitest'
import english from '../../messages/en-US.json' with { type: 'json' }
import chinese from '../../messages/zh-CN.json' with { type: 'json' }
import { SAMPLE } from './sample.ts'
import { sampleGlance, SAMPLE_KEPT } from './sample-yard.ts'
import { YARD_CLIENTS } from './yard-clients.ts'

const recipe = withText(EMPTY_RECIPE, SAMPLE)
const converter = new Converter()
converter.read('text', '', SAMPLE)
const requestFor = (client: (typeof YARD_CLIENTS)[number]['id'], lang: 'zh-CN' | 'en-US' = 'en-US') =>
  buildRequest(withOutput(recipe, client), lang, '')

test.each([
  ['en-US', english],
  ['zh-CN', chinese],
] as const)('the picture before a paste is what the engine makes of the sample, %s', (lang, words) => {
  const made = converter.glance(requestFor('mihomo', lang), 6)
  expect(sampleGlance(words.home.yard.sampleSkipped)).toEqual(made)
})

test('so many nodes as the picture says stand in the config of each client', () => {
  const kept = YARD_CLIENTS.map(({ id }) => [id, converter.build(requestFor(id)).counts.output])
  expect(Object.fromEntries(kept)).toEqual(SAMPLE_KEPT)
})

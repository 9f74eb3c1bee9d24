import { buildRequest, Converter, EMPTY_RECIPE, withOutput, withText } from '@switchyard/recipe'
import { describe, expect, test } from 'vitest'
import english from '../../messages/en-US.json' with { type: 'json' }
import chinese from '../../messages/zh-CN.json' with { type: 'json' }
import { sampleText } from './sample.ts'
import { type NameOf, sampleGlance, SAMPLE_KEPT } from './sample-yard.ts'
import { YARD_CLIENTS } from './yard-clients.ts'

type Lang = 'zh-CN' | 'en-US'

/** The sample in a language, read, with the request for each client. */
function readSample(lang: Lang, nameOf: NameOf) {
  const text = sampleText(nameOf)
  const converter = new Converter()
  converter.read('text', '', text)
  const requestFor = (client: (typeof YARD_CLIENTS)[number]['id']) =>
    buildRequest(withOutput(withText(EMPTY_RECIPE, text), client), lang, '')
  return { converter, requestFor }
}

describe.each([
  ['en-US', english.home.yard],
  ['zh-CN', chinese.home.yard],
] as const)('before a paste, %s', (lang, { sampleName, sampleSkipped }) => {
  const nameOf: NameOf = (region) => sampleName[region]
  const { converter, requestFor } = readSample(lang, nameOf)

  test('the picture is what the engine makes of the sample', () => {
    expect(sampleGlance(nameOf, sampleSkipped)).toEqual(converter.glance(requestFor('mihomo'), 6))
  })

  test('so many nodes as the picture says stand in the config of each client', () => {
    const kept = YARD_CLIENTS.map(({ id }) => [id, converter.build(requestFor(id)).counts.output])
    expect(Object.fromEntries(kept)).toEqual(SAMPLE_KEPT)
  })
})
